import type { Host } from "../api/host";
import {
  addFunds,
  payByInstructions,
  putCustomerStatus,
  putExternalAccountStatus,
  putQuoteStatus,
  putTransactionStatus,
  putVerificationStatus,
  seedHost,
  setRate,
} from "../api/controls";
import { addFault, callsOf, clearFaults, listFaults, removeFault } from "../api/faults";
import { clockOf, eventsOf, outboxOf } from "../api/handles";
import { markCustomerDeleted } from "../domain/customers";
import { internalAccountView } from "../domain/internal-accounts";
import { totals } from "../domain/ledger";
import { quoteView } from "../domain/quotes";
import type { World } from "../domain/world";
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
  positiveSchema,
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

const limit: JsonSchema = { ...positiveSchema, description: "The newest so many. Default 100." };

const textIn = (body: AdminCall["body"], name: string): string => String(body[name] ?? "");

type Row = Omit<AdminOperation, "name">;

function row(
  operation: string,
  summary: string,
  reads: Pick<AdminOperation, "query" | "body" | "result">,
  handle: AdminOperation["handle"],
): Row {
  const [method = "", template = ""] = operation.split(" ");
  return { method, template, summary, ...reads, handle };
}

/** Lists the newest items, oldest first. */
const listRow = (
  operation: string,
  summary: string,
  filters: NonNullable<AdminOperation["query"]>,
  itemsOf: (host: Host, query: AdminCall["query"]) => readonly unknown[],
): Row =>
  row(operation, summary, { query: { ...filters, limit }, result: arraySchema(open) }, (host, { query }) => ({
    data: itemsOf(host, query).slice(-Number(query["limit"] ?? 100)),
  }));

/** Sets the status of a record, and shows the record. Only payments have a reason. */
function statusRow(
  kind: "transactions" | "quotes" | "customers" | "verifications" | "external-accounts",
  summary: string,
  put: (world: World, id: string, status: string, failureReason?: string) => unknown,
): Row {
  const isPayment = kind === "transactions" || kind === "quotes";
  const reason = { ...(isPayment && { failureReason: textSchema }) };
  const body = fields({ status: textSchema, ...reason }, "status");
  return row(`POST /${kind}/{id}/status`, summary, { body, result: open }, ({ world }, call) =>
    put(
      world,
      call.params["id"] ?? "",
      textIn(call.body, "status"),
      call.body["failureReason"] as string | undefined,
    ),
  );
}

/** The admin API: what no operation of the service does, by `operationId`. */
const rows: Readonly<Record<string, Row>> = {
  health: row("GET /health", "Says that the simulator runs.", { result: open }, (host) => ({
    status: "ok",
    environment: host.options.environment,
    now: host.world.clock.iso(),
  })),

  readClock: row("GET /clock", "Reads the clock.", { result: named("Clock") }, clock),
  advanceClock: row(
    "POST /clock/advance",
    "Moves the clock forward and runs what is due on the way.",
    { body: fields({ by: durationSchema }, "by"), result: named("Clock") },
    async (host, { body }) => {
      await clockOf(host).advance(body["by"] as string);
      return clock(host);
    },
  ),
  stopClock: row("POST /clock/stop", "Stops the clock.", { result: named("Clock") }, (host) => {
    clockOf(host).stop();
    return clock(host);
  }),
  resumeClock: row(
    "POST /clock/resume",
    "Lets the clock follow the real time.",
    { result: named("Clock") },
    (host) => {
      clockOf(host).resume();
      return clock(host);
    },
  ),

  listFaults: row(
    "GET /faults",
    "Lists the faults.",
    { result: arraySchema(named("AddedFault")) },
    (host) => ({
      data: listFaults(host.world).map(({ id }) => shownFault(host, id)),
    }),
  ),
  addFault: row(
    "POST /faults",
    "Makes calls fail.",
    { body: fault, result: named("AddedFault") },
    (host, { body }) =>
      shownFault(host, addFault(host.world, body as unknown as Fault, host.service.routes).id),
  ),
  clearFaults: row("DELETE /faults", "Removes every fault.", {}, (host) => {
    clearFaults(host.world);
  }),
  removeFault: row("DELETE /faults/{faultId}", "Removes a fault.", {}, (host, { params }) => {
    removeFault(host.world, params["faultId"] ?? "");
  }),

  setTransactionStatus: statusRow(
    "transactions",
    "Sets the status of a transaction. Its quote, its money and the events follow.",
    putTransactionStatus,
  ),
  setQuoteStatus: statusRow("quotes", "Sets the status of a quote and of its transaction.", putQuoteStatus),
  setCustomerStatus: statusRow("customers", "Sets the outcome of a KYC or KYB check.", putCustomerStatus),
  setVerificationStatus: statusRow(
    "verifications",
    "Sets the status of a verification. The customer's status and the events follow.",
    putVerificationStatus,
  ),
  setExternalAccountStatus: statusRow(
    "external-accounts",
    "Sets the status of an external account.",
    putExternalAccountStatus,
  ),
  payQuote: row(
    "POST /quotes/{id}/pay",
    "Pays a quote by its payment instructions. Works in production, too.",
    { result: open },
    async ({ world }, { params: { id = "" } }) => {
      await payByInstructions(world, id).approved;
      return quoteView(world, world.quotes.get(id));
    },
  ),
  deleteCustomer: row(
    "POST /customers/{id}/delete",
    "Deletes a customer.",
    { result: open },
    ({ world }, { params: { id = "" } }) => markCustomerDeleted(world, id),
  ),
  fundAccount: row(
    "POST /internal-accounts/{id}/fund",
    "Adds money to an internal account. Works in production, too.",
    { body: fields({ amount: positiveSchema }, "amount"), result: open },
    ({ world }, { params: { id = "" }, body }) => {
      const account = world.internalAccounts.get(id);
      addFunds(world, account, Number(body["amount"]));
      return internalAccountView(world, account);
    },
  ),

  listRates: row(
    "GET /rates",
    "Lists the exchange rates that were set, in whole units for one US dollar.",
    { result: { type: "object", additionalProperties: textSchema } },
    ({ world }) => Object.fromEntries(world.setRates),
  ),
  setRate: row(
    "PUT /rates/{currency}",
    "Sets an exchange rate for the quotes from now on.",
    { body: fields({ perUsd: { ...textSchema, description: 'A decimal such as "0.95".' } }, "perUsd") },
    ({ world }, { params: { currency = "" }, body }) => {
      setRate(world, currency, textIn(body, "perUsd"));
    },
  ),
  seed: row(
    "POST /seed",
    "Adds many customers, external accounts and transactions.",
    {
      body: fields({
        customers: positiveSchema,
        externalAccounts: positiveSchema,
        transactions: countSchema,
        period: durationSchema,
      }),
      result: open,
    },
    (host, { body }) => seedHost(host, body as SeedOptions),
  ),

  listEvents: listRow(
    "GET /events",
    "Lists the newest events, oldest first.",
    { type: textSchema },
    (host, { type }) => (type === undefined ? eventsOf(host).list : eventsOf(host).ofType(type)),
  ),
  deliverEvent: row(
    "POST /events/{id}/deliver",
    "Delivers an event once more.",
    { result: open },
    (host, { params: { id = "" } }) => host.deliveries.redeliver(id),
  ),
  listDeliveries: listRow(
    "GET /deliveries",
    "Lists the newest deliveries, oldest first.",
    {},
    ({ deliveries }) => deliveries.list,
  ),
  listOutbox: listRow(
    "GET /outbox",
    "Lists the newest e-mails with one-time codes, oldest first.",
    { to: textSchema },
    (host, { to }) => outboxOf(host).list.filter((mail) => to === undefined || mail.to === to),
  ),
  listRequests: listRow(
    "GET /requests",
    "Lists the newest requests with their responses, postings and events, oldest first.",
    { operation: operationSchema },
    ({ service: { recorder, routes } }, { operation }) =>
      operation === undefined ? recorder.list : recorder.list.filter(callsOf(operation, routes)),
  ),
  totals: row(
    "GET /totals",
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
  snapshot: row(
    "GET /snapshot",
    "The whole state as JSON. It contains secrets.",
    { result: open },
    (host) => JSON.parse(host.save()) as unknown,
  ),
  restore: row("PUT /snapshot", "Replaces the state with a snapshot.", { body: open }, (host, { body }) => {
    host.restore(body);
  }),
  reset: row("POST /reset", "Starts again from the options.", {}, (host) => {
    host.reset();
  }),
};

export const adminOperations = Object.entries(rows).map(([name, one]): AdminOperation => ({ name, ...one }));
