import type { Host } from "../api/host";
import { payByInstructions, putCustomerStatus, putQuoteStatus } from "../api/controls";
import {
  addFunds,
  putVerificationStatus,
  seedHost,
  setExternalAccountStatus,
  setRate,
} from "../api/controls";
import { addFault, callsOf, clearFaults, listFaults, removeFault } from "../api/faults";
import { clockOf, eventsOf, outboxOf } from "../api/handles";
import { markCustomerDeleted } from "../domain/customers";
import { externalAccountView } from "../domain/external-accounts";
import { internalAccountView } from "../domain/internal-accounts";
import { totals } from "../domain/ledger";

import { quoteView } from "../domain/quotes";
import { setTransactionStatus } from "../domain/settlement";
import { transactionView } from "../domain/transactions";
import type { Fault } from "../runtime/fault";
import type { SeedOptions } from "../runtime/options/seed";
import type { JsonSchema } from "./schema";
import {
  arraySchema,
  countSchema,
  durationSchema,
  fault,
  fields,
  named,
  open,
  operationSchema,
  textSchema,
} from "./schemas";

/** One call of the admin API, checked by the operation's schemas. */
export interface AdminCall {
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
  body: Readonly<Record<string, unknown>>;
}

/** An operation of the admin API. Its schemas check the request and are its documentation. */
export interface AdminOperation {
  method: string;
  template: string;
  /** The `operationId`. */
  name: string;
  summary: string;
  query?: Readonly<Record<string, JsonSchema>>;
  body?: JsonSchema;
  /** The JSON of the response; none: 204. */
  result?: JsonSchema;
  handle: (host: Host, call: AdminCall) => unknown;
}

const clock = ({ world }: Host) => ({ now: world.clock.iso(), stands: world.clock.stands });

const shownFault = (host: Host, id: string) => {
  const added = listFaults(host.world).find((one) => one.id === id);
  return added && { ...added, left: Number.isFinite(added.left) ? added.left : undefined };
};

/** A list is cut to its newest items. */
const newest = <T>(items: readonly T[], { limit = "100" }: AdminCall["query"]): T[] =>
  items.slice(-Number(limit) || items.length);

const limit: JsonSchema = { type: "integer", minimum: 1, description: "The newest so many. Default 100." };

const status = (...more: string[]): JsonSchema =>
  fields({ status: textSchema, ...Object.fromEntries(more.map((name) => [name, textSchema])) }, "status");

const textIn = (body: AdminCall["body"], name: string): string => String(body[name] ?? "");

function row(
  operation: string,
  name: string,
  summary: string,
  reads: Pick<AdminOperation, "query" | "body" | "result">,
  handle: AdminOperation["handle"],
): AdminOperation {
  const [method = "", template = ""] = operation.split(" ");
  return { method, template, name, summary, ...reads, handle };
}

/** The admin API: what no operation of the service does. */
export const adminOperations: readonly AdminOperation[] = [
  row("GET /health", "health", "Says that the simulator runs.", { result: open }, (host) => ({
    status: "ok",
    environment: host.options.environment,
    now: host.world.clock.iso(),
  })),

  row("GET /clock", "readClock", "Reads the clock.", { result: named("Clock") }, clock),
  row(
    "POST /clock/advance",
    "advanceClock",
    "Moves the clock forward and runs what is due on the way.",
    { body: fields({ by: durationSchema }, "by"), result: named("Clock") },
    async (host, { body }) => {
      await clockOf(host).advance(body["by"] as string);
      return clock(host);
    },
  ),
  row("POST /clock/stop", "stopClock", "Stops the clock.", { result: named("Clock") }, (host) => {
    clockOf(host).stop();
    return clock(host);
  }),
  row(
    "POST /clock/resume",
    "resumeClock",
    "Lets the clock follow the real time.",
    { result: named("Clock") },
    (host) => {
      clockOf(host).resume();
      return clock(host);
    },
  ),

  row(
    "GET /faults",
    "listFaults",
    "Lists the faults.",
    { result: arraySchema(named("AddedFault")) },
    (host) => ({
      data: listFaults(host.world).map(({ id }) => shownFault(host, id)),
    }),
  ),
  row(
    "POST /faults",
    "addFault",
    "Makes calls fail.",
    { body: fault, result: named("AddedFault") },
    (host, { body }) =>
      shownFault(host, addFault(host.world, body as unknown as Fault, host.service.routes).id),
  ),
  row("DELETE /faults", "clearFaults", "Removes every fault.", {}, (host) => {
    clearFaults(host.world);
  }),
  row("DELETE /faults/{faultId}", "removeFault", "Removes a fault.", {}, (host, { params }) => {
    removeFault(host.world, params["faultId"] ?? "");
  }),

  row(
    "POST /transactions/{id}/status",
    "setTransactionStatus",
    "Sets the status of a transaction. Its quote, its money and the events follow.",
    { body: status("failureReason"), result: open },
    ({ world }, { params: { id = "" }, body }) => {
      const reason = body["failureReason"] as string | undefined;
      setTransactionStatus(world, id, textIn(body, "status"), reason);
      return transactionView(world, world.transactions.get(id));
    },
  ),
  row(
    "POST /quotes/{id}/status",
    "setQuoteStatus",
    "Sets the status of a quote and of its transaction.",
    { body: status("failureReason"), result: open },
    ({ world }, { params: { id = "" }, body }) => {
      const reason = body["failureReason"] as string | undefined;
      putQuoteStatus(world, id, textIn(body, "status"), reason);
      return quoteView(world, world.quotes.get(id));
    },
  ),
  row(
    "POST /quotes/{id}/pay",
    "payQuote",
    "Pays a quote by its payment instructions. Works in production, too.",
    { result: open },
    async ({ world }, { params: { id = "" } }) => {
      await payByInstructions(world, id).approved;
      return quoteView(world, world.quotes.get(id));
    },
  ),
  row(
    "POST /customers/{id}/status",
    "setCustomerStatus",
    "Sets the outcome of a customer's KYC or KYB check.",
    { body: status(), result: open },
    ({ world }, { params: { id = "" }, body }) => putCustomerStatus(world, id, textIn(body, "status")),
  ),
  row(
    "POST /customers/{id}/delete",
    "deleteCustomer",
    "Deletes a customer.",
    { result: open },
    ({ world }, { params: { id = "" } }) => markCustomerDeleted(world, id),
  ),
  row(
    "POST /verifications/{id}/status",
    "setVerificationStatus",
    "Sets the status of a verification. The customer's status and the events follow.",
    { body: status(), result: open },
    ({ world }, { params: { id = "" }, body }) => {
      putVerificationStatus(world, id, textIn(body, "status"));
      return world.verifications.get(id);
    },
  ),
  row(
    "POST /external-accounts/{id}/status",
    "setExternalAccountStatus",
    "Sets the status of an external account.",
    { body: status(), result: open },
    ({ world }, { params: { id = "" }, body }) => {
      setExternalAccountStatus(world, id, textIn(body, "status"));
      return externalAccountView(world.externalAccounts.get(id));
    },
  ),
  row(
    "POST /internal-accounts/{id}/fund",
    "fundAccount",
    "Adds money to an internal account. Works in production, too.",
    { body: fields({ amount: { type: "integer", minimum: 1 } }, "amount"), result: open },
    ({ world }, { params: { id = "" }, body }) => {
      const account = world.internalAccounts.get(id);
      addFunds(world, account, Number(body["amount"]));
      return internalAccountView(world, account);
    },
  ),

  row(
    "GET /rates",
    "listRates",
    "Lists the exchange rates that were set, in whole units for one US dollar.",
    { result: { type: "object", additionalProperties: textSchema } },
    ({ world }) => Object.fromEntries(world.setRates),
  ),
  row(
    "PUT /rates/{currency}",
    "setRate",
    "Sets an exchange rate for the quotes from now on.",
    { body: fields({ perUsd: { ...textSchema, description: 'A decimal such as "0.95".' } }, "perUsd") },
    ({ world }, { params: { currency = "" }, body }) => {
      setRate(world, currency, textIn(body, "perUsd"));
    },
  ),
  row(
    "POST /seed",
    "seed",
    "Adds many customers, external accounts and transactions.",
    {
      body: fields({
        customers: countSchema,
        externalAccounts: countSchema,
        transactions: countSchema,
        period: durationSchema,
      }),
      result: open,
    },
    (host, { body }) => seedHost(host, body as SeedOptions),
  ),

  row(
    "GET /events",
    "listEvents",
    "Lists the newest events, oldest first.",
    { query: { type: textSchema, limit }, result: arraySchema(open) },
    (host, { query }) => {
      const events = eventsOf(host);
      return {
        data: newest(query["type"] === undefined ? events.list : events.ofType(query["type"]), query),
      };
    },
  ),
  row(
    "POST /events/{id}/deliver",
    "deliverEvent",
    "Delivers an event once more.",
    { result: open },
    (host, { params: { id = "" } }) => host.deliveries.redeliver(id),
  ),
  row(
    "GET /deliveries",
    "listDeliveries",
    "Lists the newest deliveries, oldest first.",
    { query: { limit }, result: arraySchema(open) },
    (host, { query }) => ({ data: newest(host.deliveries.list, query) }),
  ),
  row(
    "GET /outbox",
    "listOutbox",
    "Lists the newest e-mails with one-time codes, oldest first.",
    { query: { to: textSchema, limit }, result: arraySchema(open) },
    (host, { query }) => {
      const { list } = outboxOf(host);
      const sent = list.filter(({ to }) => query["to"] === undefined || to === query["to"]);
      return { data: newest(sent, query) };
    },
  ),
  row(
    "GET /requests",
    "listRequests",
    "Lists the newest requests with their responses, postings and events, oldest first.",
    { query: { operation: operationSchema, limit }, result: arraySchema(open) },
    ({ service }, { query }) => {
      const { operation } = query;
      const isMeant = operation === undefined ? () => true : callsOf(operation, service.routes);
      return { data: newest(service.recorder.list.filter(isMeant), query) };
    },
  ),
  row(
    "GET /totals",
    "totals",
    "The sums of the books, by currency, as decimal texts.",
    { result: arraySchema(open) },
    ({ world }) => ({
      data: totals(world).map(({ currency, internal, other }) => ({
        currency,
        internal: String(internal),
        other: String(other),
      })),
    }),
  ),
  row(
    "GET /snapshot",
    "snapshot",
    "The whole state as JSON. It contains secrets.",
    { result: open },
    (host) => JSON.parse(host.save()) as unknown,
  ),
  row("PUT /snapshot", "restore", "Replaces the state with a snapshot.", { body: open }, (host, { body }) => {
    host.restore(body);
  }),
  row("POST /reset", "reset", "Starts again from the options.", {}, (host) => {
    host.reset();
  }),
];
