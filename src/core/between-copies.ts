/**
 * A map that all copies of the package in one process share, so that a client of a CommonJS file works with a relay of an ES module.
 * Made late: an import has no effects.
 */
export function betweenCopies<Value>(name: string): WeakMap<object, Value> {
  const global = globalThis as { [name: symbol]: WeakMap<object, Value> | undefined };
  return (global[Symbol.for(`payments-sdk.${name}`)] ??= new WeakMap());
}
