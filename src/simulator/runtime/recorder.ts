import { BoundedList } from "./bounded";
import { requireFunction } from "./options/reader";

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
  /** The method and the template of the route, for example `POST /quotes/{quoteId}/execute`; absent for an unknown path. */
  operation?: string;
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
  /** The fault that struck, if one did. */
  fault?: string;
  /** Fields and query parameters that the operation does not know, with the option `requests.unknownFields`. */
  unknownFields?: string[];
}

/** Called with each request and its response, when they are recorded. */
export type ExchangeListener = (exchange: Exchange) => void;

const secretHeaders = new Set(["authorization", "proxy-authorization", "cookie", "service-wallet-signature"]);

/** Fields of bodies that never belong in a log, wherever they stand. */
const secretFields = new Set([
  "otp",
  "oidcToken",
  "clientSecret",
  "encryptedSessionSigningKey",
  "encryptedWalletCredentials",
  "signature",
  "attestationObject",
  "clientDataJson",
  "authenticatorData",
]);

const redacted = "[redacted]";

/** A copy of a JSON value without its secrets. */
function copy(value: unknown, keepSecrets: boolean): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => copy(item, keepSecrets));
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  return Object.fromEntries(
    fields.map(([name, field]) => [
      name,
      !keepSecrets && secretFields.has(name) ? redacted : copy(field, keepSecrets),
    ]),
  );
}

/** A JSON value as a log shows it: without the secrets. */
export const withoutSecrets = (value: unknown): unknown => copy(value, false);

/** The log of requests. */
export class Recorder {
  readonly #keepSecrets: boolean;
  readonly #limit: number;
  readonly #listeners = new Set<ExchangeListener>();
  #exchanges: BoundedList<Exchange>;

  constructor({ keep, logSecrets }: { keep: { requests: number }; logSecrets: boolean }) {
    this.#limit = keep.requests;
    this.#keepSecrets = logSecrets;
    this.#exchanges = new BoundedList(this.#limit);
  }

  /** Forgets the requests. The listeners stay. */
  clear(): void {
    this.#exchanges = new BoundedList(this.#limit);
  }

  get list(): readonly Exchange[] {
    return this.#exchanges.list;
  }

  on(listener: ExchangeListener): () => void {
    requireFunction("listener", listener);
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  headers(headers: Headers): Record<string, string> {
    return Object.fromEntries(
      [...headers].map(([name, value]) => [
        name,
        !this.#keepSecrets && secretHeaders.has(name) ? redacted : value,
      ]),
    );
  }

  body(value: unknown): unknown {
    return copy(value, this.#keepSecrets);
  }

  record(exchange: Exchange): void {
    this.#exchanges.push(exchange);
    for (const listener of this.#listeners) listener(exchange);
  }
}
