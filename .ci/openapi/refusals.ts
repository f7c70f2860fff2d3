import type { OperationName } from "../../src/simulator/runtime/operations";

/** Error statuses of an operation that do not follow from its request. */
interface Refusals {
  /** A rule of the simulator gives each. */
  readonly given?: readonly number[];
  /** Only the contract has them. */
  readonly unmodelled?: readonly number[];
}

export const refusals: Readonly<Partial<Record<OperationName, Refusals>>> = {
  "customers.create": { given: [409], unmodelled: [501] },
  "customers.delete": { given: [410] },
  "customers.kycLink": { given: [404] },
  "invitations.cancel": { unmodelled: [403] },
  "externalAccounts.create": { unmodelled: [409] },
  "platform.externalAccounts.create": { unmodelled: [409] },
  "documents.upload": { given: [404] },
  "documents.delete": { unmodelled: [409] },
  "beneficialOwners.create": { given: [404] },
  "verifications.create": { given: [404] },
  "quotes.create": { unmodelled: [412, 424, 501] },
  "quotes.execute": { given: [409] },
  "receivers.lookupUma": { unmodelled: [412, 424] },
  "receivers.lookupExternalAccount": { unmodelled: [412, 424] },
  "transactions.approve": { given: [409] },
  "transactions.reject": { given: [409] },
  "transfers.in": { given: [404] },
  "transfers.out": { given: [404] },
  "sandbox.fund": { given: [403] },
  "sandbox.send": { given: [403, 404] },
  "sandbox.receiveUma": { given: [403, 404] },
  "auth.credentials.create": { given: [404] },
  "auth.credentials.challenge": { unmodelled: [429] },
  "auth.credentials.verify": { given: [429] },
  "config.update": { unmodelled: [501] },
  "tokens.delete": { unmodelled: [400] },
  "crypto.estimateWithdrawalFee": { given: [404] },
};
