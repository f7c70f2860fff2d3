import { AMOUNT, WALLET } from "./bodies";
import {
  account,
  bank,
  customerCreate,
  hasId,
  keyOf,
  sessionRevoke,
  signed,
  transferOut,
  walletExport,
} from "./operations";
import type { Operation } from "./operations";

/** An operation with a key, as the caller describes it. */
export const rawPayment: Operation = {
  ...transferOut,
  name: "request: a payment",
  isResultOf: hasId,
  call: (client, options) =>
    client.request("POST", "/transfer-out", {
      path: {},
      body: { source: { accountId: account }, destination: { accountId: bank }, amount: AMOUNT },
      expect: {
        kind: "Transaction",
        fields: ["type"],
        same: { "source.accountId": account, "destination.accountId": bank },
      },
      ...keyOf(options),
    }),
};

/** An operation without a key. */
export const rawCreation: Operation = {
  ...customerCreate,
  name: "request: a creation",
  call: (client, { signal }) =>
    client.request("POST", "/customers", {
      path: {},
      body: { customerType: "INDIVIDUAL", platformCustomerId: "ada", fullName: "Ada" },
      expect: {
        kind: "Customer",
        fields: ["customerType", "platformCustomerId"],
        same: { platformCustomerId: "ada" },
      },
      signal,
    }),
};

/** A signed deletion. */
export const rawDeletion: Operation = {
  ...sessionRevoke,
  name: "request: a deletion",
  call: (client, options) =>
    client.request("DELETE", "/auth/sessions/{id}", {
      path: { id: "Session:other" },
      expect: { form: "nothing" },
      ...signed(options),
    }),
};

/** Another signed operation. No read shows its outcome. */
export const rawExport: Operation = {
  ...walletExport,
  name: "request: an export",
  call: (client, options) =>
    client.request("POST", "/internal-accounts/{id}/export", {
      path: { id: WALLET },
      body: { clientPublicKey: `04${"ab".repeat(64)}` },
      expect: { kind: "InternalAccount", fields: ["encryptedWalletCredentials"], same: { id: WALLET } },
      ...signed(options),
    }),
};
