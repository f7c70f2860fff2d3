/** An object type without the members that were `undefined`. */
export type Present<T> = {
  [Member in keyof T as undefined extends T[Member] ? never : Member]: T[Member];
} & {
  [Member in keyof T as undefined extends T[Member] ? Member : never]?: Exclude<T[Member], undefined>;
};

/** Leaves out the members that are `undefined`, so that a response has either a value or no such member. */
export function present<T extends object>(members: T): Present<T> {
  const result: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(members)) if (value !== undefined) result[name] = value;
  // The names kept are those of T whose value is defined: what Present says.
  return result as Present<T>;
}
