import { describe, expect, it } from "vitest";
import { behaviourOf } from "../outcomes/play";
import { endings, expected } from "../support/endings";
import type { Ending } from "../support/endings";
import { cutBody, empty, inOrder, reply, startServer } from "../support/local-server";
import type { Behaviour } from "../support/local-server";
import {
  createClient,
  fakeFetch,
  json,
  networkError,
  refusal as refusalResponse,
  rejection,
  stalling,
  transfer,
} from "./client";
import { genuineReply } from "./genuine";

/** The outcome of a payment that fails like this, without a retry. */
async function outcomeOf(behaviour: Behaviour) {
  const server = await startServer(inOrder(behaviour));
  const payments = createClient({ baseUrl: server.url, maxRetries: 0 });
  return rejection(payments.transfers.in(transfer));
}

/** The class of an error response, by its status. */
const CLASSES: Readonly<Record<number, string>> = {
  400: "BadRequestError",
  401: "AuthenticationError",
  403: "PermissionDeniedError",
  404: "NotFoundError",
  409: "ConflictError",
  429: "RateLimitError",
};

/** The class of the error after an ending. */
function nameOf({ came }: Ending): string {
  if (came === "response to another request") return "UnrelatedResponseError";
  if (typeof came === "string")
    return /cut|amount/.test(came) ? "ResponseValidationError" : "ConnectionError";
  const { status, text } = came;
  if (status < 300)
    return text.startsWith('{"message') ? "UnrelatedResponseError" : "ResponseValidationError";
  if (status < 400) return "ConnectionError";
  return CLASSES[status] ?? (status < 500 ? "ApiError" : "ServerError");
}

describe("whether a payment took effect", () => {
  /** The endings of the common table that a server can play without a wait. */
  const ends = endings.filter(
    ({ came, signed }) =>
      signed !== undefined && came !== "unsent" && came !== "no response" && came !== "2xx does not end",
  );

  it.each(ends)("when $name", async (end) => {
    const [outcome, , advice] = expected(end.means, "made");
    expect(await outcomeOf(behaviourOf(end))).toMatchObject({ name: nameOf(end), outcome, advice });
  });

  it.each<[string, Behaviour, string, string]>([
    [
      "a key whose first call runs",
      reply(409, { code: "IDEMPOTENCY_KEY_IN_USE" }),
      "ConflictError",
      "unknown",
    ],
    ["a request that took too long to arrive", reply(408), "ApiError", "unknown"],
    ["a gateway that gave up", reply(504), "ServerError", "unknown"],
    ["half a body without a genuine id", reply(200, '{"id":'), "ResponseValidationError", "unknown"],
    ["a status 200 with nothing", empty(200), "ResponseValidationError", "unknown"],
    ["a challenge that breaks off", cutBody(202), "ConnectionError", "unknown"],
    ["a challenge that is no JSON", reply(202, "{"), "ResponseValidationError", "unknown"],
  ])("after %s", async (_case, behaviour, name, outcome) => {
    expect(await outcomeOf(behaviour)).toMatchObject({ name, outcome });
  });

  it.each<[string, () => Response | Promise<Response>, string]>([
    ["no response", () => new Promise<Response>(() => {}), "unknown"],
    ["a success that stalls", () => stalling(200), "unknown"],
    ["a challenge that stalls", () => stalling(202), "unknown"],
    ["a server error that stalls", () => stalling(500), "unknown"],
  ])("after %s in time", async (_case, respond, outcome) => {
    const { fetch } = fakeFetch(respond);
    const error = await rejection(createClient({ fetch, timeout: 20, maxRetries: 0 }).transfers.in(transfer));
    expect(error).toMatchObject({ name: "TimeoutError", outcome });
  });

  it.each(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "UND_ERR_CONNECT_TIMEOUT"])(
    "after %s: it did not",
    async (code) => {
      const { fetch } = fakeFetch(() => Promise.reject(networkError(code)));
      expect(await rejection(createClient({ fetch }).transfers.in(transfer))).toMatchObject({
        outcome: "not-executed",
      });
    },
  );

  it("after a network failure that names no code: it may have", async () => {
    const { fetch } = fakeFetch(() => Promise.reject(new TypeError("Failed to fetch")));
    expect(await rejection(createClient({ fetch }).transfers.in(transfer))).toMatchObject({
      outcome: "unknown",
    });
  });

  it.each(["read", "write"])(
    "after a %s that failed with a code of the network: it may have",
    async (syscall) => {
      const cause = Object.assign(new Error(`${syscall} EHOSTUNREACH`), { code: "EHOSTUNREACH", syscall });
      const { fetch, calls } = fakeFetch(() => Promise.reject(new TypeError("fetch failed", { cause })));
      const payments = createClient({ fetch });
      expect(await rejection(payments.transfers.in(transfer))).toMatchObject({ outcome: "unknown" });
      calls.length = 0;
      // Without a key it is not sent again.
      expect(await rejection(payments.customers.create({ customerType: "INDIVIDUAL" }))).toMatchObject({
        outcome: "unknown",
      });
      expect(calls).toHaveLength(1);
    },
  );

  it("finds the code of a connection to several addresses", async () => {
    const cause = new AggregateError([
      Object.assign(new Error("v6"), { code: "ECONNREFUSED" }),
      Object.assign(new Error("v4"), { code: "EHOSTUNREACH" }),
    ]);
    const { fetch } = fakeFetch(() => Promise.reject(new TypeError("fetch failed", { cause })));
    expect(await rejection(createClient({ fetch }).transfers.in(transfer))).toMatchObject({
      platformCode: "ECONNREFUSED",
      outcome: "not-executed",
    });
  });
});

describe("over several attempts", () => {
  const refused = () => Promise.reject(networkError("ECONNREFUSED"));
  const lost = () => Promise.reject(networkError("ECONNRESET"));
  const cut = () => json('{"id":"Transaction:1"');

  it.each<[string, (() => Response | Promise<Response>)[], string]>([
    ["a lost response, then a refused connection", [lost, refused, refused], "unknown"],
    ["a lost response between refused connections", [refused, lost, refused], "unknown"],
    [
      "a server error, then too many requests",
      [() => json({}, 500), () => json({}, 429), () => json({}, 429)],
      "unknown",
    ],
    ["a lost response, then wrong credentials", [lost, () => json({}, 401)], "unknown"],
    ["a lost response, then a conflict", [lost, () => json({ code: "CONFLICT" }, 409)], "unknown"],
    ["a lost response, then a refusal of the request itself", [lost, () => refusalResponse(400)], "unknown"],
    ["a server error, then no such resource", [() => json({}, 500), () => refusalResponse(404)], "unknown"],
    ...[400, 404, 422].map((status): [string, (() => Response | Promise<Response>)[], string] => [
      `a lost response, then a proxy's page of status ${status}`,
      [lost, () => json("<h1>nginx</h1>", status, { "content-type": "text/html" })],
      "unknown",
    ]),
    ["refused connections only", [refused, refused, refused], "not-executed"],
    ["an unreadable success, then a refused connection", [cut, refused, refused], "executed"],
    ["an unreadable success, then a lost response", [cut, lost, lost], "executed"],
    ["an unreadable success, then the service's own refusal", [cut, () => refusalResponse(400)], "executed"],
  ])("%s", async (_case, script, outcome) => {
    const { fetch, calls } = fakeFetch((_call, index) => (script[index] ?? refused)());
    const error = await rejection(createClient({ fetch }).transfers.in(transfer));
    expect(calls).toHaveLength(script.length);
    expect(error).toMatchObject({ outcome });
  });

  it("an unreadable success is requested again with the same key [IDM-02]", async () => {
    const server = await startServer(inOrder(cutBody(201), reply(201, '{"id":'), genuineReply(201)));
    const result = await createClient({ baseUrl: server.url }).transfers.in(transfer);
    expect(result.id).toBe("Transaction:1");
    expect(new Set(server.requests.map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
  });
});

it("no option changes the outcome of a payment", async () => {
  const { fetch, calls } = fakeFetch(() => Promise.reject(networkError("ECONNRESET")));
  const params = { ...transfer, source: transfer.destination, destination: transfer.source };
  const internal = { isPreparation: true } as never;
  expect(await rejection(createClient({ fetch }).transfers.out(params, internal))).toMatchObject({
    name: "InvalidRequestError",
    code: "INVALID_REQUEST",
    issues: [{ path: "isPreparation" }],
  });
  expect(calls).toHaveLength(0);
});
