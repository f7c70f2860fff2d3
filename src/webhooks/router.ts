import { readConfiguration } from "../core/read-options";
import { Deadline, within } from "../core/time-limit";
import type { KnownWebhookEvent, WebhookEvent, WebhookEventType } from "../models/event";
import { callback, methods, milliseconds } from "../options/kinds";
import type { Kinds } from "../options/kinds";
import { VERIFY_OPTIONS, verifyWebhook, WebhookVerificationError } from "./verify-webhook";
import type { VerifyWebhookOptions, WebhookHeaders } from "./verify-webhook";

/** The event of one type, with its data. */
export type WebhookEventOf<Type extends WebhookEventType> = KnownWebhookEvent extends infer Event
  ? Event extends { type: infer Types }
    ? Type extends Types
      ? Event & { type: Type }
      : never
    : never
  : never;

/**
 * The decision on an incoming payment. `"postpone"` leaves it to `payments.transactions.approve` and `reject`.
 */
export type ApprovalDecision = "approve" | "reject" | "postpone";

type Approval = "INCOMING_PAYMENT.PENDING";

/** One function for each type of event. Each gets its own event, typed. */
export type WebhookHandlers = {
  [Type in Exclude<WebhookEventType, Approval>]?: ((event: WebhookEventOf<Type>) => unknown) | undefined;
} & {
  /** Decides on an incoming payment. Without this handler, the payment is postponed. */
  [Type in Approval]?:
    ((event: WebhookEventOf<Type>) => ApprovalDecision | Promise<ApprovalDecision>) | undefined;
} & {
  /**
   * Gets each event without a handler, including types that are newer than this package. Default: logs each such type once
   * with `console.warn`.
   */
  unhandled?: ((event: WebhookEvent) => unknown) | undefined;
};

/** Remembers which events you have handled. */
export interface WebhookEventStore {
  /**
   * Runs `handle` unless the id was handled before. If `handle` rejects, forget the id and reject too: the service then
   * delivers the event again. In a database, insert the id and run `handle` in one transaction. Its unique index makes a
   * second delivery wait for the first.
   *
   * @returns `false` for an id that was handled before, else `true`
   */
  once(id: string, handle: () => Promise<void>): Promise<boolean>;
}

/** Options of {@link webhookRouter}, in addition to those of {@link verifyWebhook}. */
export interface WebhookRouterOptions extends VerifyWebhookOptions {
  /** Handles each event id once. Default: a repeated delivery runs its handler again, and one line of the log says so. */
  store?: WebhookEventStore | undefined;
  /**
   * Gets errors of handlers, of the store and of the configuration, and each delivery that fails verification. Default:
   * `console.error`, and one line of `console.warn` for a delivery that is not verified. If it fails, the log gets its error, and the status stays the same.
   */
  onError?: ((error: unknown) => unknown) | undefined;
  /**
   * The time for a decision on an incoming payment, in milliseconds. Then the router postpones the payment. At most 5,000:
   * without a response by then, the payment fails. Default 4,000.
   */
  approvalTimeout?: number | undefined;
}

/**
 * Handles one delivery. Never rejects.
 *
 * @param rawBody the body exactly as received, as text or bytes
 * @returns the status for your response
 */
export type WebhookRouter = (rawBody: string | Uint8Array, headers: WebhookHeaders) => Promise<number>;

const APPROVAL: Approval = "INCOMING_PAYMENT.PENDING";
const STATUS = { approve: 200, reject: 403, postpone: 202 } as const;
/** The service gives five seconds. One is for the network. */
const FOUR_SECONDS_MS = 4_000;

/** Known handlers. The compiler keeps this list complete. */
const HANDLERS: Kinds<WebhookHandlers> = {
  "OUTGOING_PAYMENT.PENDING": callback,
  "OUTGOING_PAYMENT.PROCESSING": callback,
  "OUTGOING_PAYMENT.COMPLETED": callback,
  "OUTGOING_PAYMENT.FAILED": callback,
  "OUTGOING_PAYMENT.EXPIRED": callback,
  "OUTGOING_PAYMENT.REFUND_PENDING": callback,
  "OUTGOING_PAYMENT.REFUND_COMPLETED": callback,
  "OUTGOING_PAYMENT.REFUND_FAILED": callback,
  "INCOMING_PAYMENT.PENDING": callback,
  "INCOMING_PAYMENT.COMPLETED": callback,
  "INCOMING_PAYMENT.FAILED": callback,
  "CUSTOMER.KYC_APPROVED": callback,
  "CUSTOMER.KYC_REJECTED": callback,
  "CUSTOMER.KYC_PENDING": callback,
  "CUSTOMER.KYB_APPROVED": callback,
  "CUSTOMER.KYB_REJECTED": callback,
  "CUSTOMER.KYB_PENDING": callback,
  "VERIFICATION.APPROVED": callback,
  "VERIFICATION.REJECTED": callback,
  "VERIFICATION.RESOLVE_ERRORS": callback,
  "VERIFICATION.IN_PROGRESS": callback,
  "VERIFICATION.PENDING_MANUAL_REVIEW": callback,
  "VERIFICATION.READY_FOR_VERIFICATION": callback,
  "INTERNAL_ACCOUNT.BALANCE_UPDATED": callback,
  "INVITATION.CLAIMED": callback,
  "BULK_UPLOAD.COMPLETED": callback,
  "BULK_UPLOAD.FAILED": callback,
  TEST: callback,
  unhandled: callback,
};

/** Said once for each process: a test or a program may make many routers. */
let saidNoStore = false;

/**
 * Creates a webhook endpoint: verifies each delivery, routes its event by `type`, and returns the status of the response.
 *
 * - 200: the event was handled, or the store knew its id. For `INCOMING_PAYMENT.PENDING`: approved.
 * - 202: the incoming payment is postponed. Also without a decision in time, without a handler, after an error of the handler,
 *   and for an id that the store knows. Nothing is approved by accident.
 * - 403: the incoming payment is rejected.
 * - 401: the delivery is not verified.
 * - 500: a handler or the store failed. The service delivers the event again.
 *
 * @param handlers one function for each type of event, and `unhandled` for all others
 * @throws {ConfigurationError} when a handler has an unknown type, or an option is missing or malformed
 * @example
 * ```ts
 * import { webhookRouter } from "payments-sdk/webhooks";
 *
 * const route = webhookRouter(
 *   {
 *     "OUTGOING_PAYMENT.COMPLETED": (event) => markPaid(event.data.id),
 *     "INCOMING_PAYMENT.PENDING": (event) => (event.data.receivedAmount.amount > 100_000 ? "postpone" : "approve"),
 *     unhandled: (event) => console.log("ignored", event.type),
 *   },
 *   { publicKeys },
 * );
 *
 * app.post("/webhooks", async (request) => {
 *   return new Response(null, { status: await route(await request.text(), request.headers) });
 * });
 * ```
 */
export function webhookRouter(handlers: WebhookHandlers, options: WebhookRouterOptions): WebhookRouter {
  const log: Pick<Console, "error" | "warn"> = console;
  const { unhandled = warnOnce(log), ...given } = readConfiguration(handlers, HANDLERS, "webhookRouter", {
    path: "handlers",
  });
  const {
    store,
    onError = (error: unknown) =>
      // Anybody can send an unsigned request, and its stack says nothing.
      error instanceof WebhookVerificationError
        ? log.warn(`webhookRouter: ${error.message}`)
        : log.error(error),
    approvalTimeout = FOUR_SECONDS_MS,
    ...verification
  } = readConfiguration<WebhookRouterOptions>(
    options,
    {
      ...VERIFY_OPTIONS,
      store: methods("once"),
      onError: callback,
      approvalTimeout: milliseconds(1, 5_000),
    },
    "webhookRouter",
    { advice: "Pass `{ publicKeys }`" },
  );
  if (store === undefined && !saidNoStore) {
    saidNoStore = true;
    log.warn("webhookRouter has no `store`: an event that is delivered twice runs its handler twice");
  }
  /** A response never waits for `onError`, and never depends on it. */
  const report = (error: unknown): void => {
    (async () => onError(error))().catch((failure: unknown) => log.error(failure));
  };
  // The handlers by type. The types of `WebhookHandlers` say which event each one gets.
  const routes = new Map(Object.entries(given) as [string, (event: WebhookEvent) => unknown][]);

  /** Runs the handler, once for each id. Returns its value, or "postpone" if it did not run. */
  const handle = async (event: WebhookEvent): Promise<unknown> => {
    let result: unknown = "postpone";
    const run = async () => {
      const handler = routes.get(event.type);
      if (handler === undefined) await unhandled.call(handlers, event);
      else result = await handler.call(handlers, event);
    };
    await (store === undefined ? run() : store.once(event.id, run));
    return result;
  };

  const decide = async (event: WebhookEvent, deadline: Deadline): Promise<number> => {
    const deciding = handle(event);
    const timeoutError = () => {
      deciding.catch(report);
      const late = `The handler of ${APPROVAL} did not decide within ${approvalTimeout} ms about ${event.id}`;
      return new Error(`${late}. The payment is postponed: call \`transactions.approve\` or \`reject\``);
    };
    const decision = await within({ timeoutMs: deadline.remainingMs(), timeoutError }, () => deciding);
    const isDecision = typeof decision === "string" && Object.hasOwn(STATUS, decision);
    if (isDecision) return STATUS[decision as ApprovalDecision];
    throw new TypeError(`The handler of ${APPROVAL} must return "approve", "reject" or "postpone"`);
  };

  return async (rawBody, headers) => {
    const deadline = new Deadline(approvalTimeout);
    let event: WebhookEvent;
    try {
      event = await verifyWebhook(rawBody, headers, verification);
    } catch (error) {
      report(error);
      return error instanceof WebhookVerificationError ? 401 : 500;
    }
    const isApproval = event.type === APPROVAL;
    try {
      if (isApproval) return await decide(event, deadline);
      await handle(event);
      return 200;
    } catch (error) {
      report(error);
      return isApproval ? STATUS.postpone : 500;
    }
  };
}

/** Names each type of event without a handler, once. */
function warnOnce(log: Pick<Console, "warn">): (event: WebhookEvent) => void {
  const named = new Set<string>();
  return ({ type }) => {
    if (named.has(type)) return;
    named.add(type);
    log.warn(`No handler for webhook events of the type ${JSON.stringify(type)}: add one, or \`unhandled\``);
  };
}
