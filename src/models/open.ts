/**
 * A string set that the service may extend: the known values complete in an editor, any other string is accepted, so
 * that a value newer than this package never breaks a program.
 */
export type Open<Known extends string> = Known | (string & {});

/** Optional on the wire, where `null` means the same as absent. */
export type Nullish<T> = T | null | undefined;

/** The fields of a model as a caller sends them: the same names, but without `null`, which only responses carry. */
export type Input<Model> = Model extends unknown
  ? { [Property in keyof Model]: Exclude<Model[Property], null> }
  : never;

/**
 * The discriminator of a variant that this package does not know. At run time it is the service's own string, without
 * the mark; the mark keeps it apart from the known values for the compiler, so that
 * `if (info.accountType === "USD_ACCOUNT")` narrows to that variant alone.
 *
 * To compare with a value that is not listed yet, widen it: `const type: string = info.accountType`. To send one, cast
 * it: `accountType: "XYZ_ACCOUNT" as Unlisted`.
 */
export type Unlisted = `(unlisted) ${string}`;
