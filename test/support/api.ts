import { base64 } from "@scure/base";
import type { Simulator, SimulatorOptions } from "payments-sdk/simulator";
import { createSimulator } from "./simulator";

/** A response of the service. `body` is the parsed JSON, the text if it is not JSON, or `undefined` without a body. */
export interface ApiResponse<Body = unknown> {
  status: number;
  headers: Headers;
  body: Body;
}

/** The body of an error response. */
export interface ErrorBody {
  status: number;
  code: string;
  message: string;
  reason?: string;
  details?: Record<string, unknown>;
}

/** One page of a list (specification, "Pagination"). */
export interface Page<Item> {
  data: Item[];
  hasMore: boolean;
  nextCursor?: string;
  totalCount: number;
}

export type Json = Record<string, unknown>;

export function basicAuthorization(clientId: string, clientSecret: string): string {
  return `Basic ${base64.encode(new TextEncoder().encode(`${clientId}:${clientSecret}`))}`;
}

async function read<Body>(response: Response): Promise<ApiResponse<Body>> {
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json") ?? false;
  return {
    status: response.status,
    headers: response.headers,
    // A test states the expected type. If the body differs, its assertions fail.
    body: (text === "" ? undefined : isJson ? JSON.parse(text) : text) as Body,
  };
}

/** Calls a simulator with `fetch`, without the SDK. */
export class Api {
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

  /** For tests that break the contract on purpose. Their exchanges are not recorded. */
  static odd(options: SimulatorOptions = {}): Api {
    return new Api(createSimulator(options, { recorded: false }));
  }

  /** One unchanged call, with only the header Authorization added. */
  async send<Body = unknown>(
    method: string,
    path: string,
    init: RequestInit = {},
  ): Promise<ApiResponse<Body>> {
    const headers = new Headers(init.headers);
    if (!headers.has("authorization")) headers.set("authorization", this.authorization);
    return read(await this.#fetch(`${this.#baseUrl}${path}`, { ...init, method, headers }));
  }

  /** One call with an optional JSON body. A string is sent unchanged. */
  call<Body = ErrorBody>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ApiResponse<Body>> {
    if (body === undefined) return this.send(method, path, { headers });
    return this.send(method, path, {
      body: typeof body === "string" ? body : JSON.stringify(body),
      headers: { "content-type": "application/json", ...headers },
    });
  }

  /** The body of a call that must succeed. */
  async must<Body>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Body> {
    const response = await this.call<Body>(method, path, body, headers);
    if (response.status < 300) return response.body;
    throw new Error(`${method} ${path}: ${String(response.status)} ${JSON.stringify(response.body)}`);
  }

  get(path: string): Promise<ApiResponse> {
    return this.call("GET", path);
  }

  delete(path: string): Promise<ApiResponse> {
    return this.call("DELETE", path);
  }

  post(path: string, body: unknown, headers?: Record<string, string>): Promise<ApiResponse> {
    return this.call("POST", path, body, headers);
  }

  patch(path: string, body: unknown, headers?: Record<string, string>): Promise<ApiResponse> {
    return this.call("PATCH", path, body, headers);
  }

  created(path: string, body: unknown): Promise<Json> {
    return this.must("POST", path, body);
  }

  read(path: string): Promise<Json> {
    return this.must("GET", path);
  }
}

/** An individual with all fields that a check needs. */
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

/** All fields of the contract about a person behind a business. */
export const ownerInfo = {
  firstName: "Ada",
  lastName: "King",
  birthDate: individual.birthDate,
  nationality: "US",
  address: individual.address,
  idType: "SSN",
  identifier: "123456789",
};

/** An external account with an identifier that ends with the given digits. */
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
  if (!Array.isArray(page["data"])) throw new Error("the response has no data");
  return page["data"].map((item: Json) => item);
}
