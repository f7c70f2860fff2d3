import type { Caller } from "../caller";
import { unknownId } from "./samples";

/** Conventions: credentials, bodies, paths. */
export async function conventions(caller: Caller): Promise<void> {
  const wrong = { authorization: "Basic cGFyaXR5Ondyb25n" };
  await caller.call("wrong credentials", "GET /customers", undefined, wrong);
  await caller.call("no Basic credentials", "GET /customers", undefined, { authorization: "none" });
  await caller.call("an unknown path", "GET /no-such-path");
  await caller.call("malformed JSON", "POST /quotes", "{");
  await caller.call("a list in place of an object", "POST /quotes", []);
  await caller.call("an empty object", "POST /quotes", {});
}

const lists = [
  "/customers",
  "/customers/internal-accounts",
  "/customers/external-accounts",
  "/documents",
  "/verifications",
  "/transactions",
];

/** Conventions: pages. */
export async function pages(caller: Caller): Promise<void> {
  for (const path of lists)
    for (const query of ["limit=0", "limit=101", "limit=one", "cursor=no-such-cursor"])
      await caller.call(`${path}?${query}`, `GET ${path}?${query}`);
}

const resources: readonly (readonly [operation: string, kind: string])[] = [
  ["GET /customers/", "Customer"],
  ["DELETE /customers/", "Customer"],
  ["GET /customers/external-accounts/", "ExternalAccount"],
  ["DELETE /customers/external-accounts/", "ExternalAccount"],
  ["GET /platform/external-accounts/", "ExternalAccount"],
  ["GET /receiver/external-account/", "ExternalAccount"],
  ["GET /quotes/", "Quote"],
  ["GET /transactions/", "Transaction"],
  ["GET /verifications/", "Verification"],
  ["GET /beneficial-owners/", "BeneficialOwner"],
  ["GET /documents/", "Document"],
  ["DELETE /auth/credentials/", "AuthMethod"],
  ["DELETE /auth/sessions/", "Session"],
];

/** Errors: ids that nothing has. */
export async function unknownIds(caller: Caller): Promise<void> {
  for (const [operation, kind] of resources)
    await caller.call(`${operation}{id}`, operation + unknownId(kind));
  await caller.call("execute an unknown quote", `POST /quotes/${unknownId("Quote")}/execute`);
  const fund = `POST /sandbox/internal-accounts/${unknownId("InternalAccount")}/fund`;
  await caller.call("fund an unknown account", fund, { amount: 1 });
}
