import type { Advice, PaymentsClient, RequestOptions, Signer } from "payments-sdk";
import { quoteParams, transfer } from "../core/client";
import { bodyOf } from "../core/genuine";
import {
  cutBody,
  dropConnection,
  html,
  redirect,
  refusal,
  reply,
  stallBody,
  stallHeaders,
} from "../support/local-server";
import type { Behaviour } from "../support/local-server";

/** The outcome of a call, or its success. */
export type Result = "not-executed" | "unknown" | "executed" | "succeeds";

/** One way an attempt can end, with the results. docs/outcomes.md has the same table. */
export interface Ending {
  readonly name: string;
  readonly behaviour: Behaviour;
  /** An operation with the caller's key: its outcome, whether it repeats, and the advice. */
  readonly keyed: readonly [outcome: Result, repeated: boolean, advice: Advice];
  /** A POST or PATCH without a key. */
  readonly plain: readonly [outcome: Result, repeated: boolean, advice: Advice];
  /** The advice for a PATCH, if it differs. */
  readonly patch?: Advice;
  /** The signed request of a deletion, a creation and an export, with its recovery. */
  readonly signed: readonly [deletion: Result, creation: Result, wholeExport: Result];
}

/** Closes the connection without a response, and refuses the next connection. */
const goAway: Behaviour = (response) => {
  const { socket } = response;
  // Node's HTTP sockets have a reference to their server that is missing in their type.
  if (socket && "server" in socket) (socket.server as { close: () => void }).close();
  socket?.destroy();
};

const later = { "retry-after": "0" };
/** The service's response, cut by a proxy. */
const cutText: Behaviour = (response, request) => {
  const id = request.path.includes("/customers") ? "Customer:1" : "InternalAccount:1";
  const text = JSON.stringify({ id, ...bodyOf(request.method, request.path), last: "" });
  response.writeHead(200, { "content-type": "application/json" });
  response.end(text.slice(0, -12));
};

/** The service's response with an amount beyond the safe integers. */
const unsafeAmount: Behaviour = (response, request) => {
  const text = JSON.stringify(bodyOf(request.method, request.path));
  response.writeHead(200, { "content-type": "application/json" });
  response.end(`${text.slice(0, -1)},"amount":9007199254740993}`);
};

/** A genuine response of the operation with other ids. */
const another: Behaviour = (response, request) => {
  const body: Record<string, unknown> = { ...bodyOf(request.method, request.path) };
  const other = { accountId: "InternalAccount:other" };
  Object.assign(body, { ...other, customerId: "Customer:other", platformCustomerId: "other" });
  Object.assign(body, { source: other, destination: other });
  const [, kind] = /\/(Quote|Customer|InternalAccount)(?::|%3A)/i.exec(request.path) ?? [];
  if (kind !== undefined) body["id"] = `${kind}:other`;
  reply(200, body)(response, request);
};

export const endings: readonly Ending[] = [
  {
    name: "the connection is lost before a response",
    behaviour: dropConnection,
    keyed: ["unknown", true, "retry-later"],
    plain: ["unknown", false, "reconcile"],
    signed: ["succeeds", "unknown", "unknown"],
  },
  {
    name: "no response within `timeout`",
    behaviour: stallHeaders,
    keyed: ["unknown", true, "retry-later"],
    plain: ["unknown", false, "reconcile"],
    signed: ["succeeds", "unknown", "unknown"],
  },
  {
    name: "the service's 2xx breaks off",
    behaviour: cutBody(200),
    keyed: ["unknown", true, "retry-later"],
    plain: ["unknown", false, "reconcile"],
    signed: ["succeeds", "unknown", "unknown"],
  },
  {
    name: "the service's 2xx does not end within `timeout`",
    behaviour: stallBody(200),
    keyed: ["unknown", true, "retry-later"],
    plain: ["unknown", false, "reconcile"],
    signed: ["succeeds", "unknown", "unknown"],
  },
  {
    name: "the service's 2xx is cut, but whole for HTTP",
    behaviour: cutText,
    keyed: ["unknown", true, "retry-later"],
    plain: ["executed", false, "reconcile"],
    signed: ["succeeds", "executed", "executed"],
  },
  {
    name: "the service's 2xx has an unsafe amount",
    behaviour: unsafeAmount,
    keyed: ["executed", false, "reconcile"],
    plain: ["executed", false, "reconcile"],
    signed: ["succeeds", "executed", "executed"],
  },
  {
    name: "a page with status 200 (portal, proxy)",
    behaviour: html(200, "<html>sign in to the network"),
    keyed: ["unknown", true, "retry-later"],
    plain: ["unknown", false, "reconcile"],
    signed: ["succeeds", "unknown", "unknown"],
  },
  {
    name: "JSON of a portal with status 200",
    behaviour: reply(200, { message: "Sign in" }),
    keyed: ["unknown", true, "retry-later"],
    plain: ["unknown", false, "reconcile"],
    signed: ["succeeds", "unknown", "unknown"],
  },
  {
    name: "the response to another request",
    behaviour: another,
    keyed: ["unknown", false, "reconcile"],
    plain: ["unknown", false, "reconcile"],
    signed: ["succeeds", "unknown", "unknown"],
  },
  {
    name: "a 2xx that the service never sends (203, 205, 206)",
    behaviour: reply(206, { id: "X:1", source: {}, destination: {} }),
    keyed: ["unknown", true, "retry-later"],
    plain: ["unknown", false, "reconcile"],
    signed: ["succeeds", "unknown", "unknown"],
  },
  {
    name: "a redirect",
    behaviour: redirect(302, "/elsewhere"),
    keyed: ["unknown", false, "retry-later"],
    plain: ["unknown", false, "reconcile"],
    signed: ["succeeds", "unknown", "unknown"],
  },
  {
    name: "a gateway's 404",
    behaviour: reply(404, { message: "no Route matched with those values" }),
    keyed: ["unknown", false, "retry-later"],
    plain: ["unknown", false, "reconcile"],
    signed: ["succeeds", "unknown", "unknown"],
  },
  {
    name: "a gateway's 404 with a code",
    behaviour: reply(404, { code: "404", type: "Status report", message: "Not Found" }),
    keyed: ["unknown", false, "retry-later"],
    plain: ["unknown", false, "reconcile"],
    signed: ["succeeds", "unknown", "unknown"],
  },
  {
    name: "a gateway's 404 with a status",
    behaviour: reply(404, {
      timestamp: 1,
      status: 404,
      error: "Not Found",
      code: "GONE",
      message: "-",
      path: "/",
    }),
    keyed: ["unknown", false, "retry-later"],
    plain: ["unknown", false, "reconcile"],
    signed: ["succeeds", "unknown", "unknown"],
  },
  {
    name: "a gateway's 403 page",
    behaviour: html(403, "<html>blocked"),
    keyed: ["unknown", false, "retry-later"],
    plain: ["unknown", false, "reconcile"],
    signed: ["succeeds", "unknown", "unknown"],
  },
  {
    name: "a gateway's 429",
    behaviour: reply(429, { message: "slow down" }, later),
    keyed: ["unknown", true, "retry-later"],
    plain: ["unknown", false, "reconcile"],
    signed: ["succeeds", "unknown", "unknown"],
  },
  {
    name: "a gateway's 502 page",
    behaviour: html(502, "<html>bad gateway"),
    keyed: ["unknown", true, "retry-later"],
    plain: ["unknown", false, "reconcile"],
    signed: ["succeeds", "unknown", "unknown"],
  },
  {
    name: "a cache's 503 with `Retry-After`",
    behaviour: reply(503, "backend fetch failed", { ...later, "content-type": "text/plain" }),
    keyed: ["unknown", true, "retry-later"],
    plain: ["unknown", false, "reconcile"],
    signed: ["succeeds", "unknown", "unknown"],
  },
  {
    name: "the service's 400",
    behaviour: refusal(400),
    keyed: ["not-executed", false, "fix"],
    plain: ["not-executed", false, "fix"],
    signed: ["succeeds", "not-executed", "not-executed"],
  },
  {
    name: "the service's 422",
    behaviour: refusal(422),
    keyed: ["not-executed", false, "fix"],
    plain: ["not-executed", false, "fix"],
    signed: ["succeeds", "not-executed", "not-executed"],
  },
  {
    name: "the service's 404",
    behaviour: refusal(404),
    keyed: ["not-executed", false, "fix"],
    plain: ["not-executed", false, "fix"],
    signed: ["succeeds", "not-executed", "not-executed"],
  },
  {
    name: "the service's 401",
    behaviour: refusal(401),
    keyed: ["not-executed", false, "retry-later"],
    plain: ["not-executed", false, "fix"],
    signed: ["succeeds", "not-executed", "not-executed"],
  },
  {
    name: "the service's 403",
    behaviour: refusal(403),
    keyed: ["not-executed", false, "retry-later"],
    plain: ["not-executed", false, "fix"],
    signed: ["not-executed", "not-executed", "not-executed"],
  },
  {
    name: "the service's 409 `CONFLICT`",
    behaviour: reply(409, { status: 409, code: "CONFLICT", message: "The quote has expired" }),
    keyed: ["not-executed", false, "reconcile"],
    plain: ["not-executed", false, "reconcile"],
    patch: "fix",
    signed: ["succeeds", "not-executed", "not-executed"],
  },
  {
    name: "the service's 409: in progress",
    behaviour: reply(409, {
      status: 409,
      code: "IDEMPOTENT_REQUEST_IN_PROGRESS",
      message: "Still running",
    }),
    keyed: ["unknown", true, "retry-later"],
    plain: ["unknown", false, "reconcile"],
    signed: ["succeeds", "unknown", "unknown"],
  },
  {
    name: "the service's 409 with another code",
    behaviour: reply(409, { status: 409, code: "STATE_CHANGED", message: "Look again" }),
    keyed: ["unknown", false, "retry-later"],
    plain: ["not-executed", false, "fix"],
    signed: ["succeeds", "not-executed", "not-executed"],
  },
  {
    name: "the service's 429",
    behaviour: refusal(429, later),
    keyed: ["not-executed", true, "retry"],
    plain: ["not-executed", true, "retry"],
    signed: ["not-executed", "not-executed", "not-executed"],
  },
  {
    name: "the service's 503 with `Retry-After`",
    behaviour: refusal(503, later),
    keyed: ["not-executed", true, "retry"],
    plain: ["not-executed", true, "retry"],
    signed: ["not-executed", "not-executed", "not-executed"],
  },
  {
    name: "500, 503 without a time, 504, 408",
    behaviour: refusal(500),
    keyed: ["unknown", true, "retry-later"],
    plain: ["unknown", false, "reconcile"],
    signed: ["succeeds", "unknown", "unknown"],
  },
  {
    name: "the connection never opens",
    behaviour: goAway,
    keyed: ["not-executed", true, "retry"],
    plain: ["not-executed", true, "retry"],
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
  "customers.create": (client, options) =>
    client.customers.create({ customerType: "INDIVIDUAL", platformCustomerId: "ada" }, options),
  "customers.update": (client, options) =>
    client.customers.update("Customer:1", { customerType: "INDIVIDUAL" }, options),
  "verifications.create": (client, options) =>
    client.verifications.create({ customerId: "Customer:1" }, options),
};

const clientPublicKey = `04${"ab".repeat(64)}`;

/** The operations with a signed retry, each with its recovery. */
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
