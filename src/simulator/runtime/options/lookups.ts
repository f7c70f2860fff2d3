import { flag } from "../../../options/kinds";
import type { Kinds } from "../../../options/kinds";

/** The options of receiver lookups. */
export interface LookupOptions {
  /**
   * A quote to an UMA address needs the `lookupId` of an earlier lookup: 400 without one. The specification calls it required
   * there, and in the same row something that only makes the creation faster (OP-46). Default `false`.
   */
  requireLookupId?: boolean | undefined;
}

/** Known options of lookups. */
export const lookupOptions: Kinds<LookupOptions> = { requireLookupId: flag };
