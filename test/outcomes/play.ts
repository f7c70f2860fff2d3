import type { PaymentsClient, RequestOptions, Signer } from "payments-sdk";
import { quoteParams, transfer } from "../core/client";
import { bodyOf } from "../core/genuine";
import type { Ending, Stage } from "../support/endings";
import { cutBody, dropConnection, reply, stallBody, stallHeaders } from "../support/local-server";
import type { Behaviour } from "../support/local-server";

/** Closes the connection without a response, and refuses the next connection. */
const goAway: Behaviour = (response) => {
  const { socket } = response;
  // Node's HTTP sockets have a reference to their server that is missing in their type.
  if (socket && "server" in socket) (socket.server as { close: () => void }).close();
  socket?.destroy();
};

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

/** How a local server plays the endings without a usable response. */
const stages: Readonly<Record<Stage, Behaviour>> = {
  unsent: goAway,
  lost: dropConnection,
  "no response": stallHeaders,
  "2xx breaks off": cutBody(200),
  "2xx does not end": stallBody(200),
  "2xx is cut": cutText,
  "2xx with an unsafe amount": unsafeAmount,
  "response to another request": another,
};

/** The behaviour of a local server that ends an attempt like this. */
export function behaviourOf({ came }: Ending): Behaviour {
  return typeof came === "string" ? stages[came] : reply(came.status, came.text, { ...came.headers });
}

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
