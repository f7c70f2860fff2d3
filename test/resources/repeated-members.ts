import type { PaymentsClient } from "payments-sdk";
import { customerParams, quoteParams, transfer } from "../core/client";
import { valueAt } from "../../src/core/fields";
import { pathsIn } from "./methods";
import type { WireCase } from "./wire";
import { cases } from "./wire-cases";

/** One call of a client. */
export type Call = (payments: PaymentsClient) => PromiseLike<unknown>;

/** An operation, the member that its response repeats, another value of it, and the call. */
type Row = readonly [operation: string, path: string, other: string, call: Call];

export const transferOut = {
  source: { accountId: "InternalAccount:i1" },
  destination: { accountId: "ExternalAccount:e1" },
  amount: 1234,
};
/** Parameters of a quote from one UMA address to another. */
export const toUma = {
  source: { sourceType: "UMA_ADDRESS", umaAddress: "$ada@example.com" },
  destination: { destinationType: "UMA_ADDRESS", umaAddress: "$bob@example.com", currency: "EUR" },
  lockedCurrencySide: "RECEIVING",
  lockedCurrencyAmount: 77_777,
} as const;
const ID = /^[A-Z]\w+:|^\$|^https:/;

/** Members that say nothing about the identity of the object. The contract allows others in the response. */
const FREE = ["quotes.create source.customerId", "invitations.claim inviteeUma"];

/** The ids and addresses of a request that its genuine response repeats: that of the address, and those of the body. */
function repeatedBy({ name, request, body, form, response, call }: WireCase): Row[] {
  const [address = ""] = request.split("?");
  const inAddress = address.split("/").slice(2).map(decodeURIComponent);
  const asked: unknown = form === undefined ? body : Object.fromEntries(form);
  return pathsIn(response).flatMap((path): Row[] => {
    const value = valueAt(response, path);
    if (typeof value !== "string" || FREE.includes(`${name} ${path}`)) return [];
    const isSame = inAddress.includes(value) || (ID.test(value) && valueAt(asked, path) === value);
    return isSame ? [[name, path, value.replace(/(?:$|:.*)/, ":other"), call]] : [];
  });
}

/** The cases with one object as their response. */
const single = cases.filter(({ response }) => Object(response).data === undefined);
const isRead = ({ request }: WireCase) => request.startsWith("GET ");

/** Each write and a member that its response repeats. */
export const WRITES: readonly Row[] = [
  ...single.filter((wire) => !isRead(wire)).flatMap(repeatedBy),
  [
    "customers.create",
    "platformCustomerId",
    "bob",
    ({ customers }) => customers.create({ ...customerParams, platformCustomerId: "ada" }),
  ],
  ["quotes.create", "source.umaAddress", "$eve@example.com", ({ quotes }) => quotes.create(toUma)],
  [
    "config.update",
    "umaDomain",
    "other.example",
    ({ config }) => config.update({ umaDomain: "platform.example" }),
  ],
];

/** Each write that has an object as its result. */
export const CHANGES: readonly (readonly [operation: string, title: string, call: Call])[] = single
  .filter((wire) => !isRead(wire) && wire.response !== undefined && !Object(wire.response).payloadToSign)
  .map(({ name, title = "", call }) => [name, title, call]);

/** Each read of one object and a member that its response repeats. */
export const READS: readonly Row[] = single.filter(isRead).flatMap(repeatedBy);

/** Each payment, the amount that its response should repeat, and the requested amount. */
export const AMOUNTS: readonly [operation: string, path: string, asked: number, call: Call][] = [
  ["quotes.create", "totalSendingAmount", 5_000, ({ quotes }) => quotes.create(quoteParams)],
  ["quotes.create", "totalReceivingAmount", 77_777, ({ quotes }) => quotes.create(toUma)],
  ["transfers.in", "receivedAmount.amount", 1_234, ({ transfers }) => transfers.in(transfer)],
  ["transfers.out", "sentAmount.amount", 1_234, ({ transfers }) => transfers.out(transferOut)],
];

/** Each call with a key that says an amount. */
export const PAYMENTS: readonly (readonly [operation: string, call: Call])[] = single
  .filter(({ keyed, body }) => keyed && pathsIn(body).some((path) => typeof valueAt(body, path) === "number"))
  .map(({ name, call }) => [name, call]);
