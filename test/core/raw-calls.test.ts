import type { RawRequestOptions, RequestOptions } from "payments-sdk";
import { describe, expect, it } from "vitest";
import { createClient, fakeFetch, json, rejection } from "./client";
import { challenge, lost, noContent, notFound, signer } from "./signed";
import type { Step } from "./signed";

const scripted = (...steps: Step[]) => fakeFetch((_call, index) => (steps[index] ?? lost)());
const refused = async (method: "GET" | "POST", path: string, options: unknown) => {
  const { fetch, calls } = fakeFetch(() => json({}));
  const error = await rejection(createClient({ fetch }).request(method, path, options as RawRequestOptions));
  expect(calls).toHaveLength(0);
  return error;
};

describe("a template given to request()", () => {
  it("gets its parameters, each as one encoded segment", async () => {
    const { fetch, calls } = fakeFetch(() => json({}));
    const path = { from: "a:b c", number: 7 };
    await createClient({ fetch }).request("GET", "/rates/{from}/days/{number}", { path });
    expect(new URL(calls[0]?.url ?? "").pathname).toMatch(/\/rates\/a%3Ab%20c\/days\/7$/);
  });

  it.each<[string, unknown, string, string?]>([
    ["without its parameter", {}, "path.id"],
    ["with no `path` at all", undefined, "path.id"],
    ["with an empty one", { id: "" }, "path.id"],
    ["with one that leaves the path", { id: ".." }, "path.id"],
    ["with one that it does not have", { id: "1", cardId: "1" }, "path.cardId"],
    ["with a number that is none", { id: Number.NaN }, "path.id"],
    ["with something else than an object", "1", "path"],
    [
      "with a null",
      { id: null },
      "path.id",
      "must be a string, got null. Pass the `id` of an awaited result",
    ],
    [
      "with a list",
      { id: ["1"] },
      "path.id",
      "must be a string, got an array. Pass the `id` of an awaited result",
    ],
  ])("is rejected %s", async (_case, path, issue, message: unknown = expect.any(String)) => {
    expect(await refused("GET", "/cards/{id}", { path })).toMatchObject({
      name: "InvalidRequestError",
      outcome: "not-executed",
      issues: [{ path: issue, message }],
    });
  });

  it.each([
    ["pth", "path"],
    ["bdy", "body"],
    ["qury", "query"],
    ["expext", "expect"],
    ["frm", "form"],
    ["singal", "signal"],
  ])("suggests the nearest option for `%s`", async (name, meant) => {
    expect(await refused("POST", "/cards", { [name]: {} })).toMatchObject({
      message: `Unknown option \`${name}\` for request. Did you mean \`${meant}\`?`,
    });
  });

  it("has the options of a list, if it reads one", async () => {
    const payments = createClient({ fetch: fakeFetch(() => json([])).fetch });
    const list = (options: object) => () => payments.paginate("/cards", options);
    expect(list({ qury: {} })).toThrow("Did you mean `query`?");
    for (const name of ["body", "form", "expect"]) {
      expect(list({ [name]: {} })).toThrow(`Unknown option \`${name}\` for paginate.`);
    }
  });

  it.each([
    ["parameters of a URL", new URLSearchParams("customerId=Customer:1")],
    ["a map", new Map([["customerId", "Customer:1"]])],
    ["a text", "customerId=Customer:1"],
    ["an array", [["customerId", "Customer:1"]]],
  ])("refuses a query that is %s: its filters would be lost", async (_case, query) => {
    expect(await refused("GET", "/cards", { query })).toMatchObject({ issues: [{ path: "query" }] });
  });

  it("names the operation in hooks, errors and the log, and never an id", async () => {
    const { fetch } = fakeFetch(() => json({ status: 404, code: "NOT_FOUND", message: "gone" }, 404));
    const seen: string[] = [];
    const lines: string[] = [];
    const log = (line: string) => void lines.push(line);
    const hooks = { onEnd: ({ operation }: { operation: string }) => void seen.push(operation) };
    const logger = { debug: log, info: log, warn: log, error: log };
    const payments = createClient({ fetch, hooks, logger, logLevel: "debug" });
    const path = { id: "Card:secret-1" };
    const error = await rejection(payments.request("GET", "/cards/{id}", { path }));
    expect(error).toMatchObject({ operation: "GET /cards/{id}" });
    expect((error as Error).message).toMatch(/^GET \/cards\/\{id\} failed with 404 NOT_FOUND/);
    await rejection(payments.request("GET", "/cards/Card:secret-1"));
    await rejection(payments.request("GET", "/cards", { path: {} }));
    await rejection(payments.paginate("/cards/{id}/uses", { path }));
    expect(seen).toEqual(["GET /cards/{id}", "request", "GET /cards", "GET /cards/{id}/uses"]);
    expect(lines.join("\n")).not.toContain("secret-1");
  });

  it("uses its real path for the signature and for the key", async () => {
    const { fetch, calls } = fakeFetch(() => json({}));
    const options = { path: { id: "Quote:1" } };
    await createClient({ fetch }).request("POST", "/quotes/{id}/execute", options);
    expect(calls[0]?.headers.get("idempotency-key")).toMatch(/^[\da-f-]{36}$/);
  });

  it("has a key in any case, because a gateway may not tell capitals apart", async () => {
    const { fetch, calls } = fakeFetch(() => json({}));
    const payments = createClient({ fetch });
    await payments.request("POST", "/Transfer-Out", { body: { amount: 1 } });
    expect(calls[0]?.headers.get("idempotency-key")).toMatch(/^[\da-f-]{36}$/);
    // The service reads no key there, so the client must not repeat the request.
    expect(await refused("POST", "/Customers", { idempotencyKey: "order-17" })).toMatchObject({
      issues: [{ path: "idempotencyKey" }],
    });
  });
});

describe("the expected content of a response", () => {
  const expected = {
    kind: "Card",
    fields: ["state"],
    same: { holder: "Customer:1" },
    amounts: { limit: 5 },
  };
  const post = (body: unknown, status = 201, validation: "lenient" | "strict" = "lenient") => {
    const { fetch } = fakeFetch(() => json(body, status));
    const issues: unknown[] = [];
    const hooks = {
      onResponseMismatch: (event: { issues: readonly unknown[] }) => void issues.push(...event.issues),
    };
    const client = createClient({ fetch, validation, hooks, maxRetries: 0 });
    return { issues, result: client.request("POST", "/cards", { path: {}, body: {}, expect: expected }) };
  };
  const card = { id: "Card:1", state: "ACTIVE", holder: "customer:1", limit: 5 };

  it("is present: the call resolves to it", async () => {
    expect(await post(card).result).toEqual(card);
  });

  it.each<[string, unknown]>([
    ["no id", { state: "ACTIVE" }],
    ["no field", { id: "Card:1" }],
    ["the id of another resource", { ...card, id: "Customer:1" }],
    ["another identity", { ...card, holder: "Customer:2" }],
    ["nothing", null],
    ["a portal's words", { message: "Sign in" }],
  ])("is missing (%s): the outcome is unknown", async (_case, body) => {
    expect(await rejection(post(body).result)).toMatchObject({
      operation: "POST /cards",
      outcome: "unknown",
    });
  });

  it("has another amount: it is returned and reported", async () => {
    const { result, issues } = post({ ...card, limit: 6 });
    expect(await result).toMatchObject({ limit: 6 });
    expect(issues).toMatchObject([{ path: "limit" }]);
  });

  it("may be empty", async () => {
    const call = (step: Step) =>
      createClient({ fetch: scripted(step).fetch, maxRetries: 0 }).request("DELETE", "/agents/{id}", {
        path: { id: "1" },
        expect: { form: "nothing" },
      });
    expect(await call(noContent)).toBeUndefined();
    expect(await rejection(call(() => json({ message: "Sign in" })))).toMatchObject({ outcome: "unknown" });
  });

  it("is missing from a read: the response is returned and reported", async () => {
    const { fetch } = fakeFetch(() => json({ id: "Card:1" }));
    const issues: unknown[] = [];
    const onResponseMismatch = (event: { issues: readonly unknown[] }) => void issues.push(...event.issues);
    const options = { path: { id: "Card:1" }, expect: { kind: "Card", fields: ["state"] } };
    const read = (validation: "lenient" | "strict") =>
      createClient({ fetch, validation, hooks: { onResponseMismatch } }).request(
        "GET",
        "/cards/{id}",
        options,
      );
    expect(await read("lenient")).toEqual({ id: "Card:1" });
    expect(issues).toEqual([{ path: "state", message: "is missing" }]);
    expect(await rejection(read("strict"))).toMatchObject({ name: "ResponseValidationError" });
  });

  it.each<[string, unknown, string]>([
    ["a misspelt name", { feilds: ["state"] }, "expect.feilds"],
    ["fields that are no list", { fields: "state" }, "expect.fields"],
    ["a form that there is not", { form: "page" }, "expect.form"],
    ["a kind that is no prefix", { kind: "Card:" }, "expect.kind"],
    ["something else than an object", true, "expect"],
  ])("is rejected: %s", async (_case, expectation, issue) => {
    expect(await refused("POST", "/cards", { path: {}, expect: expectation })).toMatchObject({
      issues: [{ path: issue }],
    });
  });
});

describe("a signed raw call", () => {
  const change = (steps: Step[], options: RequestOptions = { signer }) => {
    const { fetch, calls } = scripted(...steps);
    const path = { id: "InternalAccount:1" };
    const body = { privateEnabled: true };
    const client = createClient({ fetch, maxRetries: 0 });
    return { calls, result: client.request("PATCH", "/internal-accounts/{id}", { path, body, ...options }) };
  };

  it("stamps the challenge and sends the same request again", async () => {
    const { calls, result } = change([challenge, () => json({ id: "InternalAccount:1" })]);
    expect(await result).toEqual({ id: "InternalAccount:1" });
    expect(calls.map(({ init, headers }) => [init.body, headers.get("service-wallet-signature")])).toEqual([
      ['{"privateEnabled":true}', null],
      ['{"privateEnabled":true}', "stamp"],
    ]);
  });

  it("resolves to the challenge without a signer", async () => {
    const { result } = change([challenge], {});
    expect(await result).toMatchObject({ payloadToSign: "{}" });
  });

  it("resolves to the result if the service asks for no signature", async () => {
    const { calls, result } = change([() => json({ id: "InternalAccount:1" })]);
    expect(await result).toEqual({ id: "InternalAccount:1" });
    expect(calls).toHaveLength(1);
  });

  it("has an unknown outcome if the first or the signed request is lost", async () => {
    for (const steps of [[lost], [challenge, lost]]) {
      const { result } = change(steps);
      expect(await rejection(result)).toMatchObject({ outcome: "unknown", advice: "reconcile" });
    }
  });

  it("requests again after a lost deletion", async () => {
    const { fetch, calls } = scripted(challenge, lost, notFound);
    const path = { id: "Session:1" };
    expect(
      await createClient({ fetch }).request("DELETE", "/auth/sessions/{id}", { path, signer }),
    ).toBeUndefined();
    expect(calls).toHaveLength(3);
  });
});

it("an idempotency key in the body of a raw call is rejected, because it would protect nothing", async () => {
  expect(await refused("POST", "/new-payments", { body: { "Idempotency-Key": "order-17" } })).toMatchObject({
    issues: [{ path: "Idempotency-Key", message: expect.stringContaining("belongs in the options") }],
  });
});

it.each([
  "accessToken",
  "apiClientSecret",
  "encryptedOtpBundle",
  "panEmbedUrl",
  "secret",
  "secretBase32Encoded",
  "threeDSecurePassword",
  "totpUri",
])("a secret field of the newest service never appears in an error: %s", async (name) => {
  const [sent, received] = ["sent-7f3a9c", "received-7f3a9c"];
  const body = { status: 400, code: "INVALID_INPUT", message: `no ${sent}`, details: { [name]: received } };
  const { fetch } = fakeFetch(() => json(body, 400));
  const error = await rejection(createClient({ fetch }).request("POST", "/new", { body: { [name]: sent } }));
  expect(error).toMatchObject({ body: { message: "no [redacted]", details: { [name]: "[redacted]" } } });
  expect((error as Error).message).not.toContain(sent);
});

describe("`expect` accepts what its name says [C5]", () => {
  it.each(["text", null, [], 7])("no %j for the form of an object", async (body) => {
    const { fetch } = fakeFetch(() => json(JSON.stringify(body)));
    const payments = createClient({ fetch, maxRetries: 0 });
    const call = payments.request("POST", "/cards", { body: {}, expect: { form: "object" } });
    expect(await rejection(call)).toMatchObject({
      code: "UNRELATED_RESPONSE",
      outcome: "unknown",
      issues: [{ path: "body", message: "must be an object" }],
    });
  });

  it.each([5, "", {}, true])("no %j for an id of a kind", async (id) => {
    const { fetch } = fakeFetch(() => json({ id }));
    const payments = createClient({ fetch, maxRetries: 0 });
    const call = payments.request("POST", "/cards", { body: {}, expect: { kind: "Card" } });
    expect(await rejection(call)).toMatchObject({
      code: "UNRELATED_RESPONSE",
      outcome: "unknown",
      issues: [{ path: "id", message: "is not the id of a Card" }],
    });
  });
});

describe("refuses what would be left out, because an object inherits it:", () => {
  class Fields {
    readonly state = "ACTIVE";
    get holder() {
      return "Customer:1";
    }
  }
  it.each<["GET" | "POST", object, string]>([
    ["GET", { query: new Fields() }, "holder"],
    ["GET", { headers: new Fields() }, "headers"],
    ["POST", { body: new Fields() }, "body.holder"],
    ["POST", { body: { card: new Fields() } }, "card.holder"],
    ["POST", { body: { cards: [{ card: Object.create({ holder: "Customer:1" }) }] } }, "card.holder"],
  ])("%s with %j", async (method, options, path) => {
    expect(await refused(method, "/cards", options)).toMatchObject({ issues: [{ path }] });
  });

  it("sends an object with methods, symbols, and getters that give nothing", async () => {
    class Card {
      readonly state = "ACTIVE";
      get holder() {
        return undefined;
      }
      get [Symbol.toStringTag]() {
        return "Card";
      }
      freeze() {}
    }
    const { fetch, calls } = fakeFetch(() => json({ id: "Card:1" }));
    await createClient({ fetch }).request("POST", "/cards", { body: { card: new Card() } });
    expect(calls[0]?.init.body).toBe('{"card":{"state":"ACTIVE"}}');
  });
});

describe("POST /transfer-out without an amount", () => {
  const warningsOf = async (...bodies: object[]) => {
    const warnings: string[] = [];
    const logger = { debug() {}, info() {}, warn: (line: string) => warnings.push(line), error() {} };
    const { fetch } = fakeFetch(() => json({ id: "Transaction:1" }));
    const payments = createClient({ fetch, logger, logLevel: "warn" });
    for (const body of bodies) await payments.request("POST", "/transfer-out", { body });
    return warnings;
  };

  it("is sent, with one warning", async () => {
    expect(await warningsOf({}, { amount: null })).toEqual([
      "payments-sdk: POST /transfer-out has no `amount`: the service may move the whole balance",
    ]);
  });

  it("warns about nothing if it has one", async () => {
    expect(await warningsOf({ amount: 1 })).toEqual([]);
  });

  it("is refused if the object inherits one, because JSON leaves it out", async () => {
    class Payout {
      get amount() {
        return 1;
      }
    }
    expect(await refused("POST", "/transfer-out", { body: new Payout() })).toMatchObject({
      issues: [{ path: "body.amount", message: "is inherited: pass a plain object" }],
    });
  });
});
