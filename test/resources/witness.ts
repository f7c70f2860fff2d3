import { tables } from "./wire-cases";

/*
 * What the specification and the contract say of each operation, written by hand beside its wire cases. Nothing there derives from
 * the sources, and no source derives from it. So a mistake in a declaration cannot hide: `witness.test.ts` compares the package
 * with these tables. The columns are name, method, template, trait and statuses.
 *
 * - `keyed`: reads `Idempotency-Key` (specification, "Conventions").
 * - `signed`: may ask for a signed retry (specification, "Embedded-wallet authentication").
 * - `paged`: takes `limit` and `cursor`.
 *
 * The statuses are those of April. The 202 and the 429 of `auth.credentials.verify` are of August. The 404 of `customers.kycLink` is our
 * decision (OP-84).
 */

/** What the documents say of one operation. */
export interface Witness {
  /** The client's method. */
  readonly name: string;
  readonly method: string;
  readonly template: string;
  /** The method and the template. */
  readonly http: string;
  readonly isKeyed: boolean;
  readonly isSigned: boolean;
  readonly isPaged: boolean;
  readonly statuses: readonly string[];
}

/** Every operation of the service. */
export const WITNESS: readonly Witness[] = tables
  .flatMap((table) => table.trim().split("\n"))
  .map((row) => {
    const [name = "", method = "", template = "", trait, ...statuses] = row.split(/\s+/);
    return {
      name,
      method,
      template,
      http: `${method} ${template}`,
      isKeyed: trait === "keyed",
      isSigned: trait === "signed",
      isPaged: trait === "paged",
      statuses,
    };
  });

/** The method and the template of every operation. */
export const OPERATIONS: readonly string[] = WITNESS.map(({ http }) => http);

/** A pattern of the addresses of each operation. */
const patterns = OPERATIONS.map(
  (http) => [http, new RegExp(`^${http.replace(/\{\w+\}/g, "[^/]+")}$`)] as const,
);

/** The operation of a request such as `GET /customers/Customer%3A1?a=1`. A path without parameters takes precedence. */
export function operationOf(request: string): string | undefined {
  const [address = ""] = request.split("?");
  return OPERATIONS.includes(address) ? address : patterns.find(([, pattern]) => pattern.test(address))?.[0];
}
