/// Texts that are read, by the rules of data model §1.1, and texts that are refused.
enum JSONSamples {
  static let all = [
    "null", "true", "12", "-0", "\"text\"", "{}", "[]", "[null]", "{\"a\":{}}", "{\".priority\":1}", "[1,null,3]", "[[],[null],{}]",
    #"{"b":1,"a":2}"#, #"{"a":1,"a":2}"#, #"{"b":1,"a":1,"b":null}"#, #"{"a":{"x":1},"b":1,"a":{"y":2}}"#, #"{"10":1,"9":2,"a":3,"-1":4}"#,
    #"{".value":1}"#, #"{".value":null}"#, #"{".value":1,".priority":2}"#, #"{".priority":2,".value":"a long string in a box"}"#,
    #"{".value":{"a":1,"b":"a long string in a box"},".priority":"p"}"#, #"{".value":{"a":1,".priority":3},".priority":4}"#,
    #"{".value":{".value":1,".priority":2}}"#, #"{".value":{".value":1,".priority":"an inner priority"},".priority":"an outer priority"}"#,
    #"{".value":{},".priority":1}"#, #"{".value":null,"a":1}"#, #"{".value":1,"a":1}"#, #"{".value":1,"a":null}"#,
    #"{".value":null,".priority":1}"#,
    #"{".value":1,".value":2}"#, #"{".value":"a long string in a box",".value":null,".priority":1}"#,
    #"{"a":1,".priority":1,".priority":"a long priority"}"#,
    #"{"a":1,".priority":null}"#, #"{"a":1,".priority":true}"#, #"{"a":1,".priority":{"b":1}}"#, #"{"a":1,".priority":[]}"#,
    #"{"a":1,".priority":{".value":"a long priority",".priority":"another"}}"#,
    #"{"a":"a long string in a box",".priority":{".value":true,".priority":1}}"#,
    #"{"a":{},".priority":"a priority that needs a box"}"#, #"{".unknown":{"a":"a long string in a box"}}"#, #"{".unknown":1,"a":1}"#,
    #"{"a.b":1}"#, #"{"":1}"#, #"{"a/b":1}"#, #"{"a":"a long string in a box","b":tru}"#, #"{"a":"a long string in a box""#, #"[1,2"#,
    "[1 2]", #"{"a" 1}"#,
    #"{"a long key, long enough for a box":1,"a long key, long enough for a box":2}"#, #"{"a long key, long enough for a box":{},"b":1}"#,
    #"{"a long key, long enough for a box""#, #"{"a":1}x"#, #"{"x":1e400}"#, #"["\ud800"]"#, #"{"\u00e9":"\u0001\ud83d\ude00"}"#,
    #"{"z":"a long string in a box","a":{"z":1,"a":[{"q":"a long string in a box"}]},"m":{".priority":"a long priority","n":"x""#,
    #"{".value":"a long string in a box",".priority":"a long priority","a":"a long string in a box"}"#,
  ]
}
