/**
 * Options of V8 for the measurements: functions keep their bytecode and are not recompiled. Otherwise V8's own data about machine
 * code grows for tens of thousands of operations, by up to 70 KiB per 1,000. The program's objects do not grow then.
 */
export const ENGINE_FLAGS = ["--no-opt", "--no-maglev", "--no-flush-bytecode"];
