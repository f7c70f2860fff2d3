// Vitest 5 prints a failure with `Map.groupBy` and `Object.groupBy`, which Node 20 lacks. On Node 22 and later this file does nothing.
Map.groupBy ??= (items, keyOf) => {
  const groups = new Map();
  let index = 0;
  for (const item of items) {
    const key = keyOf(item, index++);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return groups;
};
Object.groupBy ??= (items, keyOf) => Object.fromEntries(Map.groupBy(items, keyOf));
