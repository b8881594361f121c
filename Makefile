# Every target calls the script of the same name in Scripts/, which also works on a machine without make.
# Arguments: make fuzz SECONDS=600, make test ARGS="--filter TrellisTreeTests".

.DEFAULT_GOAL := help
.PHONY: help demo install test test-asan test-tsan oracle devices crash fuzz check bench docs format

help: ## Lists the targets.
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-10s %s\n", $$1, $$2 }' Makefile

demo: ## Builds and runs the sample program.
	@Scripts/demo $(ARGS)

install: ## Builds the trellis command; installs it below PREFIX (/usr/local).
	@PREFIX="$(or $(PREFIX),/usr/local)" Scripts/install

test: ## Builds, then runs all tests and the compile tests.
	@Scripts/test $(ARGS)

test-asan: ## Tests the paged tree under the address sanitizer.
	@Scripts/test-asan $(ARGS)

test-tsan: ## Tests the paged tree and the engine under the thread sanitizer.
	@Scripts/test-tsan $(ARGS)

oracle: ## Checks live queries against a plain list, for STEPS random commits (a million).
	@Scripts/oracle $(STEPS)

devices: ## Lets everything happen to devices and their users, for STEPS random steps (100,000).
	@Scripts/devices $(STEPS)

crash: ## Kills a writing process ROUNDS times (2,000), and fails a disk at each of its calls.
	@Scripts/crash $(ROUNDS)

fuzz: ## Fuzzes JSON, the paged tree and security rules, each for SECONDS seconds.
	@Scripts/fuzz $(SECONDS)

check: ## Checks format, imports and README, and makes the release build.
	@Scripts/check $(ARGS)

bench: ## Runs the benchmarks; results go to .build/bench.json.
	@Scripts/bench $(ARGS)

docs: ## Builds the documentation into .build/docs.
	@Scripts/docs $(ARGS)

format: ## Formats all Swift files in place.
	@Scripts/format $(ARGS)
