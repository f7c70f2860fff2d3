/** An object type without the properties that were `undefined`. */
export type Present<T> = {
  [Name in keyof T as undefined extends T[Name] ? never : Name]: T[Name];
} & {
  [Name in keyof T as undefined extends T[Name] ? Name : never]?: Exclude<T[Name], undefined>;
};

/** Leaves out the properties that are `undefined`, so that a response has either a value or no such field. */
export function present<T extends object>(properties: T): Present<T> {
  const result: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(properties)) if (value !== undefined) result[name] = value;
  // Keeps the defined properties of T, as the type Present states.
  return result as Present<T>;
}
