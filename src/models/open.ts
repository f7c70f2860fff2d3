/**
 * A string set that the service may extend: the known values complete in an editor, any other string is accepted, so
 * that a value newer than this package never breaks a program.
 */
export type Open<Known extends string> = Known | (string & {});

/** Optional on the wire, where `null` means the same as absent. */
export type Nullish<T> = T | null | undefined;
