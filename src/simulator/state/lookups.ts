/** An answered receiver lookup, which a quote may refer to (RCV-03). */
export interface LookupRecord {
  id: `Lookup:${string}`;
  /** The external account's id or the UMA address that was looked up. */
  receiver: string;
  createdAt: string;
}
