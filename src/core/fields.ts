/** A property of an unknown value, or `undefined`. */
export function fieldOf(value: unknown, name: string | symbol): unknown {
  return typeof value === "object" ? (value as Record<typeof name, unknown> | null)?.[name] : undefined;
}

/** A property that is a non-empty text, otherwise `undefined`. */
export function textOf(value: unknown, name: string): string | undefined {
  const field = fieldOf(value, name);
  return typeof field === "string" && field !== "" ? field : undefined;
}

/** The value at a path such as `source.accountId`, or `undefined`. */
export function valueAt(value: unknown, path: string): unknown {
  return path.split(".").reduce(fieldOf, value);
}
