import { base64 } from "@scure/base";
import type { Simulator, SimulatorOptions } from "payments-sdk/simulator";
import { createSimulator } from "./simulator";

export interface RawAnswer {
  status: number;
  headers: Headers;
  /** The parsed JSON, the text when it is none, `undefined` when there is no body. */
  body: unknown;
}

export type Json = Record<string, unknown>;

export function basicAuthorization(clientId: string, clientSecret: string): string {
  return `Basic ${base64.encode(new TextEncoder().encode(`${clientId}:${clientSecret}`))}`;
}

async function readAnswer(response: Response): Promise<RawAnswer> {
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json") ?? false;
  const body: unknown = text === "" ? undefined : isJson ? JSON.parse(text) : text;
  return { status: response.status, headers: response.headers, body };
}

/** Calls a simulator with nothing but `fetch`. */
export class RawApi {
  readonly simulator: Simulator;
  readonly #baseUrl: string;
  readonly #fetch: typeof fetch;
  readonly authorization: string;

  /** @param serverUrl the base address of a running server, for calls over HTTP. */
  constructor(options: SimulatorOptions | Simulator = {}, serverUrl?: string) {
    this.simulator = "clientOptions" in options ? options : createSimulator(options);
    const { baseUrl, clientId, clientSecret, fetch: inProcess } = this.simulator.clientOptions();
    this.#baseUrl = serverUrl ?? baseUrl;
    this.#fetch = serverUrl === undefined ? inProcess : fetch;
    this.authorization = basicAuthorization(clientId, clientSecret);
  }

  /** For tests that leave the contract on purpose: their exchanges are not recorded. */
  static odd(options: SimulatorOptions = {}): RawApi {
    return new RawApi(createSimulator(options, { recorded: false }));
  }

  /** One call as given: no header is added but Authorization. */
  async send(method: string, path: string, init: RequestInit = {}): Promise<RawAnswer> {
    const headers = new Headers(init.headers);
    if (!headers.has("authorization")) headers.set("authorization", this.authorization);
    return readAnswer(await this.#fetch(`${this.#baseUrl}${path}`, { ...init, method, headers }));
  }

  get(path: string): Promise<RawAnswer> {
    return this.send("GET", path);
  }

  delete(path: string): Promise<RawAnswer> {
    return this.send("DELETE", path);
  }

  post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<RawAnswer> {
    return this.#json("POST", path, body, headers);
  }

  patch(path: string, body: unknown, headers: Record<string, string> = {}): Promise<RawAnswer> {
    return this.#json("PATCH", path, body, headers);
  }

  /** The body of a successful call; the test fails on any other status. */
  async created(path: string, body: unknown): Promise<Json> {
    return successful(await this.post(path, body));
  }

  async read(path: string): Promise<Json> {
    return successful(await this.get(path));
  }

  #json(method: string, path: string, body: unknown, headers: Record<string, string>): Promise<RawAnswer> {
    const init = { body: JSON.stringify(body), headers: { "content-type": "application/json", ...headers } };
    return this.send(method, path, init);
  }
}

function successful({ status, body }: RawAnswer): Json {
  if (status >= 300 || typeof body !== "object" || body === null) {
    throw new Error(`unexpected answer ${String(status)}: ${JSON.stringify(body)}`);
  }
  return { ...body };
}

/** An individual with everything that a check asks for. */
export const individual = {
  customerType: "INDIVIDUAL",
  region: "US",
  currencies: ["USD"],
  email: "ada@example.com",
  fullName: "Ada Lovelace",
  birthDate: "1990-12-10",
  nationality: "US",
  address: { line1: "1 Main Street", city: "Springfield", state: "IL", postalCode: "62701", country: "US" },
};

export const business = {
  customerType: "BUSINESS",
  region: "US",
  currencies: ["USD"],
  businessInfo: { legalName: "Analytical Engines Inc.", registrationNumber: "5523041" },
};

/** An external account whose identifier ends with the given digits. */
export function usdAccount(suffix = "000"): Json {
  return {
    currency: "USD",
    accountInfo: {
      accountType: "USD_ACCOUNT",
      accountNumber: `1234567${suffix}`,
      routingNumber: "021000021",
      beneficiary: { beneficiaryType: "INDIVIDUAL", fullName: "Charles Babbage" },
    },
  };
}

export function id(resource: Json): string {
  if (typeof resource["id"] !== "string") throw new Error("the resource has no id");
  return resource["id"];
}

export function items(page: Json): Json[] {
  if (!Array.isArray(page["data"])) throw new Error("the answer has no data");
  return page["data"].map((item: Json) => item);
}
