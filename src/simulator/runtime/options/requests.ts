import { flag, oneOf } from "../../../options/kinds";
import { count, group } from "./reader";

/** How the simulator reads, repeats and logs requests. */
export interface SimulatorRequestOptions {
  /** The most bytes of a request body other than a file: 413 above it. Default 1 MiB. */
  maxBodyBytes?: number | undefined;
  /** The most bytes of a document, or of the file of a bulk import: 413 above it. Default 10,485,760. */
  maxDocumentBytes?: number | undefined;
  /** The response to a used idempotency key with another body: the first response, or 409. Default `"replay"`. */
  idempotencyMismatch?: "replay" | "reject" | undefined;
  /** A 4xx response under an idempotency key: the next call gets it again, or acts. A 401 is never stored. Default `"stored"`. */
  keyedRefusals?: "stored" | "forgotten" | undefined;
  /**
   * Body fields and query parameters that an operation does not know. `"report"` lists them in the request log and warns.
   * `"reject"` responds with 400 and names the nearest known field. Default `"ignore"`.
   */
  unknownFields?: "ignore" | "report" | "reject" | undefined;
  /** Show secrets in the request log: Authorization, signatures, one-time codes, tokens. Default `false`. */
  logSecrets?: boolean | undefined;
}

export const requests = group(
  {
    maxBodyBytes: count,
    maxDocumentBytes: count,
    idempotencyMismatch: oneOf("replay", "reject"),
    keyedRefusals: oneOf("stored", "forgotten"),
    unknownFields: oneOf("ignore", "report", "reject"),
    logSecrets: flag,
  },
  (given: SimulatorRequestOptions) => ({
    maxBodyBytes: given.maxBodyBytes ?? 1_048_576,
    maxDocumentBytes: given.maxDocumentBytes ?? 10_485_760,
    idempotencyMismatch: given.idempotencyMismatch ?? "replay",
    keyedRefusals: given.keyedRefusals ?? "stored",
    unknownFields: given.unknownFields ?? "ignore",
    logSecrets: given.logSecrets ?? false,
  }),
);

/**
 * How much of the past the simulator keeps: the newest of each kind. `Infinity` keeps everything. At times it keeps up to
 * a quarter more. Resources and balances are always kept.
 */
export interface SimulatorKeep {
  /** Requests in `simulator.requests`. Default 10,000. */
  requests?: number | undefined;
  /** Events in `simulator.events`. Default 10,000. */
  events?: number | undefined;
  /** Deliveries in `simulator.webhooks.list`. Default 10,000. */
  deliveries?: number | undefined;
  /** Messages in `simulator.outbox`. Default 10,000. */
  messages?: number | undefined;
  /** Entries in `simulator.ledgerEntries()`. `totals()` counts the forgotten ones, too. Default 10,000. */
  ledgerEntries?: number | undefined;
  /**
   * Stored responses of calls with an `Idempotency-Key`. If a response is forgotten, its repeated call acts again.
   * Default 100,000.
   */
  responses?: number | undefined;
  /** Signed requests, passkey challenges, receiver lookups and used client keys, of each. Default 10,000. */
  challenges?: number | undefined;
}

export const keep = group(
  {
    requests: count,
    events: count,
    deliveries: count,
    messages: count,
    ledgerEntries: count,
    responses: count,
    challenges: count,
  },
  (given: SimulatorKeep) => ({
    requests: given.requests ?? 10_000,
    events: given.events ?? 10_000,
    deliveries: given.deliveries ?? 10_000,
    messages: given.messages ?? 10_000,
    ledgerEntries: given.ledgerEntries ?? 10_000,
    responses: given.responses ?? 100_000,
    challenges: given.challenges ?? 10_000,
  }),
);
