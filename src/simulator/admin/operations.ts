import type { Host } from "../api/host";
import * as controls from "../api/controls";
import { requiredField } from "../api/fields";
import type { Values } from "../api/fields";
import { addFault, callsOf, clearFaults, listFaults, removeFault } from "../api/faults";
import type { AddedFault } from "../api/faults";
import { clockOf } from "../api/handles";
import type { SimulatorClock } from "../api/handles";
import type { ParameterOf } from "../api/route";
import { customerView, markCustomerDeleted } from "../domain/customers";
import { internalAccountView } from "../domain/accounts";
import { totals } from "../domain/ledger";
import { quoteView } from "../domain/quotes";
import type { Fault } from "../runtime/fault";
import * as admin from "./schemas";
import type { AdminFields, JsonSchema } from "./schemas";

/** One call of the admin API with checked fields. */
interface AdminCall<Template extends string = string, Sent = never> {
  params: Readonly<Record<ParameterOf<Template>, string>>;
  sent: Sent;
  body: object;
}

/** An operation of the admin API. Its fields check the request and are its documentation. */
export interface AdminOperation {
  method: string;
  template: string;
  /** The `operationId`. */
  name: string;
  summary: string;
  query: AdminFields;
  /** `open`: any fields. */
  body: AdminFields | "open" | undefined;
  handle: (host: Host, call: AdminCall) => unknown;
  /** The JSON of the response. None: 204. */
  result: JsonSchema | undefined;
}

type Row = Omit<AdminOperation, "name">;

/** @param fields those of the query of a GET, of the body of another method */
function row<Http extends string, F extends AdminFields = {}>(
  http: Http,
  summary: string,
  fields: F | "open",
  handle: (host: Host, call: AdminCall<Http, Values<F>>) => unknown,
  result: JsonSchema | undefined = admin.openSchema,
): Row {
  const [method = "", template = ""] = http.split(" ");
  const isQuery = method === "GET" && fields !== "open";
  return {
    method,
    template,
    summary,
    query: isQuery ? fields : {},
    body: isQuery || Object.keys(fields).length === 0 ? undefined : fields,
    handle: handle as AdminOperation["handle"],
    result,
  };
}

/** Responds with 204. */
const silentRow: typeof row = (...given) => ({ ...row(...given), result: undefined });

/** Responds with the clock. */
const clockRow = <F extends AdminFields>(
  http: string,
  summary: string,
  fields: F,
  act: (clock: SimulatorClock, sent: Values<F>) => Promise<void> | void,
): Row =>
  row(
    http,
    summary,
    fields,
    async (host, { sent }) => {
      await act(clockOf(host), sent);
      return { now: host.world.clock.iso(), stands: host.world.clock.stands };
    },
    admin.namedSchema("Clock"),
  );

/** Lists the newest items, oldest first. A filter is a text. */
const listRow = (
  http: string,
  summary: string,
  filters: Readonly<Record<string, typeof admin.textField>>,
  itemsOf: (host: Host, filters: Readonly<Record<string, string>>) => readonly unknown[],
): Row =>
  row<string, { limit: typeof admin.limitField }>(
    http,
    summary,
    { ...filters, limit: admin.limitField },
    (host, { sent: { limit = 100, ...given } }) => ({ data: itemsOf(host, given).slice(-limit) }),
    admin.arraySchema(admin.openSchema),
  );

/** Sets the status of a record, and shows the record. */
function statusRow(kind: keyof typeof controls.putStatus, summary: string): Row {
  const isPayment = kind === "transactions" || kind === "quotes";
  const fields = {
    status: requiredField(admin.textField),
    ...(isPayment && { failureReason: admin.textField }),
  };
  return row(`POST /${kind}/{id}/status`, summary, fields, ({ world }, { params, sent }) =>
    controls.putStatus[kind](world, params.id, sent.status, sent.failureReason),
  );
}

/** JSON has neither `Infinity` nor regular expressions. */
const shownFault = ({ left, fault, ...added }: AddedFault) => ({
  ...added,
  fault: { ...fault, operation: fault.operation?.toString() },
  left: Number.isFinite(left) ? left : undefined,
});

/** The admin API: what no operation of the service does, by `operationId`. */
const rows: Readonly<Record<string, Row>> = {
  health: row("GET /health", "Says that the simulator runs.", {}, ({ options, world }) => ({
    status: "ok",
    environment: options.environment,
    now: world.clock.iso(),
  })),

  readClock: clockRow("GET /clock", "Reads the clock.", {}, () => undefined),
  advanceClock: clockRow(
    "POST /clock/advance",
    "Moves the clock forward and runs what is due on the way.",
    { by: requiredField(admin.durationField) },
    (clock, { by }) => clock.advance(by),
  ),
  stopClock: clockRow("POST /clock/stop", "Stops the clock.", {}, (clock) => clock.stop()),
  resumeClock: clockRow("POST /clock/resume", "Lets the clock follow the real time.", {}, (clock) =>
    clock.resume(),
  ),

  listFaults: row(
    "GET /faults",
    "Lists the faults.",
    {},
    ({ world }) => ({ data: listFaults(world).map(shownFault) }),
    admin.arraySchema(admin.namedSchema("AddedFault")),
  ),
  addFault: row(
    "POST /faults",
    "Makes calls fail.",
    admin.faultFields,
    ({ world, service }, { body }) => shownFault(addFault(world, body as Fault, service.routes)),
    admin.namedSchema("AddedFault"),
  ),
  clearFaults: silentRow("DELETE /faults", "Removes every fault.", {}, ({ world }) => clearFaults(world)),
  removeFault: silentRow("DELETE /faults/{faultId}", "Removes a fault.", {}, ({ world }, { params }) =>
    removeFault(world, params.faultId),
  ),

  setTransactionStatus: statusRow(
    "transactions",
    "Sets the status of a transaction. Its quote, its money and the events follow.",
  ),
  setQuoteStatus: statusRow("quotes", "Sets the status of a quote and of its transaction."),
  setCustomerStatus: statusRow("customers", "Sets the outcome of a KYC or KYB check."),
  setVerificationStatus: statusRow(
    "verifications",
    "Sets the status of a verification. The customer's status and the events follow.",
  ),
  setExternalAccountStatus: statusRow("external-accounts", "Sets the status of an external account."),
  payQuote: row(
    "POST /quotes/{id}/pay",
    "Pays a quote by its payment instructions. Works in production, too.",
    {},
    async ({ world }, { params: { id } }) => {
      await controls.payByInstructions(world, id).approved;
      return quoteView(world, world.quotes.get(id));
    },
  ),
  deleteCustomer: row("POST /customers/{id}/delete", "Deletes a customer.", {}, ({ world }, { params }) =>
    customerView(world, markCustomerDeleted(world, params.id)),
  ),
  fundAccount: row(
    "POST /internal-accounts/{id}/fund",
    "Adds money to an internal account. Works in production, too.",
    { amount: requiredField(admin.positiveField) },
    ({ world }, { params, sent }) => {
      const account = world.internalAccounts.get(params.id);
      controls.addFunds(world, account, sent.amount);
      return internalAccountView(world, account);
    },
  ),

  listRates: row(
    "GET /rates",
    "Lists the exchange rates that were set, in whole units for one US dollar.",
    {},
    ({ world }) => Object.fromEntries(world.setRates),
    admin.textsSchema,
  ),
  setRate: silentRow(
    "PUT /rates/{currency}",
    "Sets an exchange rate for the quotes from now on.",
    { perUsd: admin.perUsdField },
    ({ world }, { params, sent }) => controls.setRate(world, params.currency, sent.perUsd),
  ),
  seed: row(
    "POST /seed",
    "Adds many customers, external accounts and transactions.",
    admin.seedFields,
    (host, { sent }) => controls.seedHost(host, sent),
  ),

  listEvents: listRow(
    "GET /events",
    "Lists the newest events, oldest first.",
    { type: admin.textField },
    ({ world }, { type }) => world.events.list.filter((event) => type === undefined || event.type === type),
  ),
  deliverEvent: row(
    "POST /events/{id}/deliver",
    "Delivers an event once more.",
    {},
    ({ deliveries }, { params }) => deliveries.redeliver(params.id),
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
    { to: admin.textField },
    ({ world }, { to }) => world.outbox.list.filter((mail) => to === undefined || mail.to === to),
  ),
  listRequests: listRow(
    "GET /requests",
    "Lists the newest requests with their responses, postings and events, oldest first.",
    { operation: admin.operationField },
    ({ service: { recorder, routes } }, { operation }) => {
      const { list } = recorder.log;
      return operation === undefined ? list : list.filter(callsOf(operation, routes));
    },
  ),
  totals: row(
    "GET /totals",
    "The sums of the books, by currency, as decimal texts.",
    {},
    ({ world }) => ({
      data: totals(world).map(({ currency, internal, other }) => ({
        currency,
        internal: String(internal),
        other: String(other),
      })),
    }),
    admin.arraySchema(admin.openSchema),
  ),
  snapshot: row(
    "GET /snapshot",
    "The whole state as JSON. It contains secrets.",
    {},
    (host) => JSON.parse(host.save()) as unknown,
  ),
  restore: silentRow("PUT /snapshot", "Replaces the state with a snapshot.", "open", (host, { body }) =>
    host.restore(body),
  ),
  reset: silentRow("POST /reset", "Starts again from the options.", {}, (host) => host.reset()),
};

export const adminOperations = Object.entries(rows).map(([name, one]): AdminOperation => ({ name, ...one }));
