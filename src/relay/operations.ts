import { credentialOperations } from "./credential-operations";
import { moneyOperations } from "./money-operations";
import type { ServedOperation, OperationRow, RelayOperation } from "./operation";

/*
 * The operations that a page may call. Any other call is a 404.
 *
 * | operation                                | allowed for                             | forwarded                              |
 * |------------------------------------------|-----------------------------------------|----------------------------------------|
 * | POST /registration-challenge             | a wallet of the user                    | nothing: the relay makes the challenge |
 * | GET /auth/credentials                    | `accountId`: a wallet of the user       | accountId                              |
 * | POST /auth/credentials                   | a wallet; a challenge of this relay     | body by type, signature and request id |
 * | POST /auth/credentials/{id}/challenge    | a credential of a wallet                | clientPublicKey                        |
 * | POST /auth/credentials/{id}/verify       | a credential of a wallet                | body by type, signature and request id |
 * | DELETE /auth/credentials/{id}            | a credential of a wallet                | signature and request id               |
 * | GET /auth/sessions                       | `accountId`: a wallet of the user       | accountId                              |
 * | DELETE /auth/sessions/{id}               | a session of a wallet                   | signature and request id               |
 * | POST /auth/sessions/{id}/refresh        | a session of a wallet                   | clientPublicKey, signature, request id |
 * | POST /internal-accounts/{id}/export      | a wallet of the user                    | clientPublicKey, signature, request id |
 * | GET /customers/internal-accounts         | the customer; only their wallets come   | type, currency, limit, cursor          |
 * | GET /customers/external-accounts         | the customer; only their accounts come  | currency, limit, cursor                |
 * | GET /transactions                        | `accountIdentifier`: a wallet           | that, and the other filters            |
 * | GET /receiver/uma/{address}              | any address                             | the customer's id, from `authenticate` |
 * | GET /receiver/external-account/{id}      | an external account of the customer     | the customer's id, from `authenticate` |
 * | POST /quotes                             | out of a wallet, to an own account or   | fields of the body, derived key, the   |
 * |                                          | to a UMA address                        | platform's facts about the sender      |
 * | GET /quotes/{id}                         | a quote out of a wallet                 | -                                      |
 * | POST /quotes/{id}/execute                | a quote that a wallet has to sign       | signature, derived key                 |
 */
const table: Readonly<Record<RelayOperation, OperationRow>> = { ...credentialOperations, ...moneyOperations };

/** The table of operations. */
export const operations: readonly ServedOperation[] = Object.entries(table).map(([key, row]) => {
  const name = key as RelayOperation; // `Object.entries` widens the keys to strings.
  const [method = "", template = ""] = name.split(" ");
  return { query: [], headers: [], takesBody: false, carriesProof: false, ...row, name, method, template };
});
