/**
 * The discriminator of a variant that this package does not know. At run time it is the service's own string, without
 * the mark; the mark keeps it apart from the known values for the compiler, so that
 * `if (info.accountType === "USD_ACCOUNT")` narrows to that variant alone.
 *
 * To compare with a value that is not listed yet, widen it: `const type: string = info.accountType`. To send one, cast
 * it: `accountType: "XYZ_ACCOUNT" as Unlisted`.
 */
export type Unlisted = `(unlisted) ${string}`;
