/**
 * Options of V8 for what is measured: functions keep their bytecode, and none is compiled again. Otherwise machine code, what is
 * needed to leave it, and lists of what it depends on grow for tens of thousands of operations: up to 70 KiB per 1,000, where the
 * objects of the program are the same.
 */
export const ENGINE_FLAGS = ["--no-opt", "--no-maglev", "--no-flush-bytecode"];
