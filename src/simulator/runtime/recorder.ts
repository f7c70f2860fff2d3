import { callback } from "../../options/kinds";
import { BoundedList } from "./bounded";
import { tell } from "./events";
import type { OperationName } from "./operations";
import { requireValue } from "./options/reader";
import { words } from "./words";

/** One request and how the service responded, for inspection and for checks against the contract. */
export interface Exchange {
  /** The response's `X-Request-Id`. */
  requestId: string;
  /** ISO 8601 in UTC, on the simulator's clock. */
  at: string;
  /** The HTTP method. */
  method: string;
  /** Relative to the base address, decoded. */
  path: string;
  /** As hooks, errors and faults name it, for example `quotes.execute`; absent for a path of which the client has no method. */
  operation?: OperationName;
  /** The method and the template of the route, for example `POST /quotes/{quoteId}/execute`; absent for an unknown path. */
  route?: string;
  /** A route of yours responded (`simulator.route`). */
  custom?: boolean;
  /** The query parameters; of a repeated one the last. */
  query: Record<string, string>;
  /** Names in lower case; secrets are replaced unless `logSecrets`. */
  headers: Record<string, string>;
  /** The parsed JSON body; secrets are replaced unless `logSecrets`. */
  body?: unknown;
  /** The media type of the request, without parameters. */
  contentType?: string;
  /** The status of the response; absent when a fault kept the service from acting, whatever the client saw. */
  status?: number;
  /** The parsed JSON body of the response; secrets are replaced unless `logSecrets`. */
  responseBody?: unknown;
  /** The headers of the response, names in lower case; secrets are replaced unless `logSecrets`. Absent if the service did not act. */
  responseHeaders?: Record<string, string>;
  /** What the request changed in the books. */
  postings?: readonly {
    at: string;
    memo: string;
    postings: readonly { account: string; currency: string; amount: number }[];
  }[];
  /** The ids of the events that the request caused at once. */
  eventIds?: string[];
  /** The fault that struck, if one did. */
  fault?: string;
  /** Fields and query parameters that the operation does not know, with the option `requests.unknownFields`. */
  unknownFields?: string[];
}

/** Called with each request and its response, when they are recorded. What it throws surfaces as an unhandled error. */
export type ExchangeListener = (exchange: Exchange) => void;

/** Headers and fields of bodies that never belong in a log, wherever they stand. */
const secretNames: ReadonlySet<string> = new Set(
  words(
    "authorization proxy-authorization cookie service-wallet-signature otp oidcToken clientSecret",
    "encryptedSessionSigningKey encryptedWalletCredentials signature attestationObject",
    "clientDataJson authenticatorData",
  ),
);

/** The most values of all kept requests, unless the log keeps everything. Lists of many rows would fill the memory. */
const MOST_VALUES = 1_000_000;

/** A copy of a JSON value. Fields with these names hide their values, and those that are `undefined` are left out. */
function copy(value: unknown, hidden: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => copy(item, hidden));
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  return Object.fromEntries(
    fields.map(([name, field]) => [name, hidden.has(name) ? "[redacted]" : copy(field, hidden)]),
  );
}

/** A JSON value as a log shows it: without the secrets. */
export const withoutSecrets = (value: unknown): unknown => copy(value, secretNames);

/** The number of values in a JSON value. */
function sizeOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 1;
  return Object.values(value).reduce<number>((sum, item) => sum + sizeOf(item), 1);
}

/** The log of requests. */
export function createRecorder({ keep, logSecrets }: { keep: { log: number }; logSecrets: boolean }) {
  const hidden = logSecrets ? new Set<string>() : secretNames;
  const listeners = new Set<ExchangeListener>();
  // Beside the log: with a seed, two runs have the same log.
  const facts = new WeakMap<Exchange, { readonly durationMs: number; readonly values: number }>();
  const weight = {
    of: (exchange: Exchange) => facts.get(exchange)?.values ?? 0,
    most: keep.log === Infinity ? Infinity : MOST_VALUES,
  };
  const emptyLog = () => new BoundedList<Exchange>(keep.log, [], weight);
  const recorder = {
    /** The newest requests, oldest first. A reset replaces the log. */
    log: emptyLog(),

    /** Forgets the requests. The listeners stay. */
    clear(): void {
      recorder.log = emptyLog();
    },

    on(listener: ExchangeListener): () => void {
      requireValue(callback, "listener", listener);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },

    /** The real milliseconds that the service took, without the waits of `latency` and of faults. */
    durationOf(exchange: Exchange): number {
      return facts.get(exchange)?.durationMs ?? 0;
    },

    /** Keeps a copy without secrets and absent fields. */
    record(given: { [Name in keyof Exchange]: Exchange[Name] | undefined }, durationMs: number): void {
      const exchange = copy(given, hidden) as Exchange;
      facts.set(exchange, { durationMs, values: sizeOf(exchange) });
      recorder.log.push(exchange);
      tell(listeners, exchange);
    },
  };
  return recorder;
}
