/**
 * A string set that the service may extend. Editors complete the known values, and any other string also
 * works. A value newer than this package never breaks a program.
 */
export type Open<Known extends string> = Known | (string & {});

/** The known values of an {@link Open} set. */
export type Known<Values> = Values extends string ? (string extends Values ? never : Values) : never;

/** An optional field. `null` in a response equals absent. */
export type Nullish<T> = T | null | undefined;

/** The fields of a model, as you send them: the same names, but without `null`. */
export type Input<Model> = Model extends unknown
  ? { [Property in keyof Model]: Exclude<Model[Property], null> }
  : never;

/**
 * The discriminator of a variant that is newer than this package. At run time it is the service's own string,
 * without the mark. The mark keeps it apart from the known values at compile time. So
 * `if (info.accountType === "USD_ACCOUNT")` narrows to that variant alone.
 *
 * To compare it with an unlisted value, widen it: `const type: string = info.accountType`. To send one, cast
 * it: `accountType: "XYZ_ACCOUNT" as Unlisted`.
 */
export type Unlisted = `(unlisted) ${string}`;
