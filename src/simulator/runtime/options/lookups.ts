import type { OptionReader } from "./reader";

/** The options of receiver lookups. */
export interface LookupOptions {
  /**
   * A quote to an UMA address needs the `lookupId` of an earlier lookup: 400 without one. The specification calls it required
   * there, and in the same row something that only makes the creation faster (OP-46). Default `false`.
   */
  requireLookupId?: boolean | undefined;
}

/** @throws {TypeError} when an option has a value of the wrong kind. */
export function readLookupOptions(read: OptionReader<LookupOptions>): Required<LookupOptions> {
  return { requireLookupId: read.flag("requireLookupId", false) };
}
