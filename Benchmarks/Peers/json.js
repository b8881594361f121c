// V8's JSON, measured by itself: node json.js FILE parse|stringify MILLISECONDS
// Prints {"ns": nanoseconds for one document}.
'use strict';

const fs = require('fs');

const [file, operation, milliseconds] = process.argv.slice(2);
const text = fs.readFileSync(file, 'utf8');
const tree = JSON.parse(text);
const run = { parse: () => JSON.parse(text), stringify: () => JSON.stringify(tree) }[operation];

let kept;

function repeat(budget) {
  const start = process.hrtime.bigint();
  let count = 0;
  let elapsed;
  do {
    kept = run();
    count += 1;
    elapsed = Number(process.hrtime.bigint() - start);
  } while (elapsed < budget);
  return elapsed / count;
}

const budget = Number(milliseconds) * 1e6;
repeat(budget); // lets the compiler and the collector settle
const ns = repeat(budget);
console.log(JSON.stringify({ ns, kept: typeof kept }));
