import type { PaymentsClient, RequestOptions, Signer } from "payments-sdk";
import { quoteParams, transfer } from "../core/client";
import {
  cutBody,
  dropConnection,
  empty,
  html,
  redirect,
  refusal,
  reply,
  stallBody,
  stallHeaders,
} from "../support/local-server";
import type { Behaviour } from "../support/local-server";

/** What a call says of itself, or that it succeeds after all. */
export type Result = "not-executed" | "unknown" | "executed" | "succeeds";

/** One way an attempt can end, and what follows from it. The same table stands in docs/outcomes.md. */
export interface Ending {
  readonly name: string;
  readonly behaviour: Behaviour;
  /** An operation with an idempotency key: alone, repeated or not, and after an attempt whose response was lost. */
  readonly keyed: readonly [first: Result, repeated: boolean, afterLost: Result];
  /** A POST without a key. */
  readonly plain: readonly [first: Result, repeated: boolean];
  /** The signed request of a deletion, a creation and an export, with what recovers it. */
  readonly signed: readonly [deletion: Result, creation: Result, wholeExport: Result];
}

/** Closes the connection without a response, and accepts no other: the next one is refused. */
const goAway: Behaviour = (response) => {
  const { socket } = response;
  // Node's HTTP sockets know their server, which their type does not say.
  if (socket && "server" in socket) (socket.server as { close: () => void }).close();
  socket?.destroy();
};

const later = { "retry-after": "0" };
const openQuestion = ["succeeds", "unknown", "unknown"] as const;
const refused = ["not-executed", "not-executed", "not-executed"] as const;

export const endings: readonly Ending[] = [
  {
    name: "the connection is lost before a response",
    behaviour: dropConnection,
    keyed: ["unknown", true, "unknown"],
    plain: ["unknown", false],
    signed: openQuestion,
  },
  {
    name: "no response within `timeout`",
    behaviour: stallHeaders,
    keyed: ["unknown", true, "unknown"],
    plain: ["unknown", false],
    signed: openQuestion,
  },
  {
    name: "the service's 2xx is cut",
    behaviour: cutBody(200),
    keyed: ["executed", true, "executed"],
    plain: ["executed", false],
    signed: ["succeeds", "executed", "executed"],
  },
  {
    name: "the service's 2xx does not end within `timeout`",
    behaviour: stallBody(200),
    keyed: ["executed", true, "executed"],
    plain: ["executed", false],
    signed: ["succeeds", "executed", "executed"],
  },
  {
    name: "the service's 2xx is not complete JSON",
    behaviour: reply(200, '{"id":'),
    keyed: ["executed", true, "executed"],
    plain: ["executed", false],
    signed: ["succeeds", "executed", "executed"],
  },
  {
    name: "the service's 2xx has an unsafe amount",
    behaviour: reply(200, '{"id":"X:1","amount":9007199254740993}'),
    keyed: ["executed", false, "executed"],
    plain: ["executed", false],
    signed: ["succeeds", "executed", "executed"],
  },
  {
    name: "a page with status 200 (portal, proxy)",
    behaviour: html(200, "<html>sign in to the network"),
    keyed: ["unknown", true, "unknown"],
    plain: ["unknown", false],
    signed: openQuestion,
  },
  {
    name: "a 2xx that the service never sends (203, 205, 206)",
    behaviour: reply(206, { id: "X:1", source: {}, destination: {} }),
    keyed: ["unknown", true, "unknown"],
    plain: ["unknown", false],
    signed: openQuestion,
  },
  {
    name: "a redirect",
    behaviour: redirect(302, "/elsewhere"),
    keyed: ["unknown", false, "unknown"],
    plain: ["unknown", false],
    signed: openQuestion,
  },
  {
    name: "a gateway's 404",
    behaviour: reply(404, { message: "no Route matched with those values" }),
    keyed: ["unknown", false, "unknown"],
    plain: ["unknown", false],
    signed: openQuestion,
  },
  {
    name: "a gateway's 403 page",
    behaviour: html(403, "<html>blocked"),
    keyed: ["unknown", false, "unknown"],
    plain: ["unknown", false],
    signed: openQuestion,
  },
  {
    name: "a gateway's 502 page",
    behaviour: html(502, "<html>bad gateway"),
    keyed: ["unknown", true, "unknown"],
    plain: ["unknown", false],
    signed: openQuestion,
  },
  {
    name: "a cache's 503 with `Retry-After`",
    behaviour: reply(503, "backend fetch failed", { ...later, "content-type": "text/plain" }),
    keyed: ["unknown", true, "unknown"],
    plain: ["unknown", false],
    signed: openQuestion,
  },
  {
    name: "the service's 400 or 422",
    behaviour: refusal(422),
    keyed: ["not-executed", false, "not-executed"],
    plain: ["not-executed", false],
    signed: refused,
  },
  {
    name: "the service's 404",
    behaviour: refusal(404),
    keyed: ["not-executed", false, "not-executed"],
    plain: ["not-executed", false],
    signed: refused,
  },
  {
    name: "the service's 401",
    behaviour: refusal(401),
    keyed: ["not-executed", false, "unknown"],
    plain: ["not-executed", false],
    signed: ["succeeds", "not-executed", "not-executed"],
  },
  {
    name: "the service's 403",
    behaviour: refusal(403),
    keyed: ["not-executed", false, "unknown"],
    plain: ["not-executed", false],
    signed: refused,
  },
  {
    name: "the service's 409 `CONFLICT`",
    behaviour: reply(409, { status: 409, code: "CONFLICT", message: "The quote has expired" }),
    keyed: ["not-executed", false, "unknown"],
    plain: ["not-executed", false],
    signed: refused,
  },
  {
    name: "409 with any other code: in progress",
    behaviour: reply(409, { status: 409, code: "REQUEST_IN_PROGRESS", message: "Still running" }),
    keyed: ["unknown", true, "unknown"],
    plain: ["not-executed", false],
    signed: refused,
  },
  {
    name: "429",
    behaviour: refusal(429, later),
    keyed: ["not-executed", true, "unknown"],
    plain: ["not-executed", true],
    signed: refused,
  },
  {
    name: "the service's 503 with `Retry-After`",
    behaviour: refusal(503, later),
    keyed: ["not-executed", true, "unknown"],
    plain: ["not-executed", true],
    signed: refused,
  },
  {
    name: "500, 503 without a time, 504, 408",
    behaviour: refusal(500),
    keyed: ["unknown", true, "unknown"],
    plain: ["unknown", false],
    signed: openQuestion,
  },
  {
    name: "the connection never opens",
    behaviour: goAway,
    keyed: ["not-executed", true, "unknown"],
    plain: ["not-executed", true],
    signed: ["not-executed", "not-executed", "not-executed"],
  },
];

type Operation = (client: PaymentsClient, options: RequestOptions) => Promise<unknown>;
type SignedOperation = (
  client: PaymentsClient,
  options: RequestOptions & { signer: Signer },
) => Promise<unknown>;

/** The operations that read an idempotency key (specification, "Conventions"). */
export const keyed: Record<string, Operation> = {
  "quotes.create": (client, options) => client.quotes.create(quoteParams, options),
  "quotes.execute": (client, options) => client.quotes.execute("Quote:1", {}, options),
  "transfers.in": (client, options) => client.transfers.in(transfer, options),
  "transfers.out": (client, options) =>
    client.transfers.out(
      { source: transfer.destination, destination: transfer.source, amount: 1234 },
      options,
    ),
};

/** POSTs and a PATCH without a key. */
export const plain: Record<string, Operation> = {
  "customers.create": (client, options) => client.customers.create({ customerType: "INDIVIDUAL" }, options),
  "customers.update": (client, options) =>
    client.customers.update("Customer:1", { customerType: "INDIVIDUAL" }, options),
  "verifications.create": (client, options) =>
    client.verifications.create({ customerId: "Customer:1" }, options),
};

const clientPublicKey = `04${"ab".repeat(64)}`;

/** The operations with a signed retry, and which recovery each has. */
export const signed: Record<string, { call: SignedOperation; column: 0 | 1 | 2 }> = {
  "auth.credentials.revoke": {
    call: (client, options) => client.auth.credentials.revoke("AuthMethod:1", options),
    column: 0,
  },
  "auth.sessions.revoke": {
    call: (client, options) => client.auth.sessions.revoke("Session:1", options),
    column: 0,
  },
  "auth.credentials.create": {
    call: (client, options) =>
      client.auth.credentials.create({ type: "EMAIL_OTP", accountId: "InternalAccount:1" }, options),
    column: 1,
  },
  "internalAccounts.export": {
    call: (client, options) =>
      client.internalAccounts.export("InternalAccount:1", { clientPublicKey }, options),
    column: 2,
  },
};

/** A 2xx that the service sends when all is well; nothing in it contradicts a request. */
/** Without an `id`: it stands for the response of a transfer and of a quote. */
export const success = reply(200, { source: {}, destination: {} });
export const emptyList = reply(200, { data: [] });
export const noContent = empty(204);
