import { Simulator } from "payments-sdk/simulator";
import { describe, expect, it } from "vitest";
import { individual } from "../support/parts";
import type { Json } from "../support/parts";
import { invalid } from "../support/exchanges";
import { basicAuthorization, id, items, World } from "../support/world";

const all = ["VIEW", "TRANSACT", "MANAGE"];

async function newToken(api: World, body: Json = { name: "reports", permissions: ["VIEW"] }) {
  const token = await api.created("/tokens", body);
  const authorization = basicAuthorization(String(token["clientId"]), String(token["clientSecret"]));
  const call = (method: string, path: string) => api.call(method, path, undefined, { authorization });
  return { token, call };
}

describe("creating a token", () => {
  it("responds with 201 and the secret, which no later response contains [OP-80]", async () => {
    const api = new World();
    const response = await api.post("/tokens", { name: "reports", permissions: ["VIEW", "TRANSACT"] });
    expect(response).toMatchObject({ status: 201 });
    const expected = {
      id: expect.stringMatching(/^Token:[0-9a-f-]{36}$/),
      name: "reports",
      permissions: ["VIEW", "TRANSACT"],
      clientId: expect.stringMatching(/^sandbox-[a-z0-9]{12}$/),
      createdAt: "2026-04-27T09:00:00.000Z",
      updatedAt: "2026-04-27T09:00:00.000Z",
    };
    expect(response.body).toEqual({ ...expected, clientSecret: expect.stringMatching(/^[a-z0-9]{40}$/) });
    const tokenId = id(response.body as Json);
    expect(await api.read(`/tokens/${tokenId}`)).toEqual(expected);
    const page = await api.read("/tokens");
    expect(items(page).find((token) => token["id"] === tokenId)).toEqual(expected);
    expect(JSON.stringify(page)).not.toContain("clientSecret");
  });

  it("creates a credential that works at once, and another secret is 401 [AUT-02, AUT-03]", async () => {
    const api = new World();
    const { token, call } = await newToken(api);
    expect(await call("GET", "/customers")).toMatchObject({ status: 200 });
    const authorization = basicAuthorization(String(token["clientId"]), "another");
    expect(await api.call("GET", "/customers", undefined, { authorization })).toMatchObject({ status: 401 });
  });

  it.each([
    ["name", { permissions: ["VIEW"] }],
    ["name", { name: " ", permissions: ["VIEW"] }],
    ["name", { name: 7, permissions: ["VIEW"] }],
    ["permissions", { name: "a" }],
    ["permissions", { name: "a", permissions: [] }],
    ["permissions", { name: "a", permissions: "VIEW" }],
    ["permissions[1]", { name: "a", permissions: ["VIEW", "ADMIN"] }],
  ])("refuses a wrong %s with 400", async (field, body) => {
    const api = new World();
    expect(await api.post("/tokens", body, invalid)).toMatchObject({
      status: 400,
      body: { code: "INVALID_INPUT", details: { field } },
    });
    expect(await api.read("/tokens")).toMatchObject({ totalCount: 1 });
  });
});

describe("deleting a token", () => {
  it("ends it at once: later calls are 401, and its id is 404 [AUT-03, OP-80]", async () => {
    const api = new World();
    const { token, call } = await newToken(api);
    expect(await call("GET", "/customers")).toMatchObject({ status: 200 });
    expect(await api.delete(`/tokens/${id(token)}`)).toMatchObject({ status: 204, body: undefined });
    expect(await call("GET", "/customers")).toMatchObject({ status: 401, body: { code: "UNAUTHORIZED" } });
    for (const response of [await api.get(`/tokens/${id(token)}`), await api.delete(`/tokens/${id(token)}`)])
      expect(response).toMatchObject({ status: 404, body: { code: "TOKEN_NOT_FOUND" } });
    expect(await api.read("/tokens")).toMatchObject({ totalCount: 1 });
  });

  it("may end the call's own token [OP-80]", async () => {
    const api = new World();
    const { token, call } = await newToken(api, { name: "leaked", permissions: ["MANAGE"] });
    expect(await call("DELETE", `/tokens/${id(token)}`)).toMatchObject({ status: 204 });
    expect(await call("DELETE", `/tokens/${id(token)}`)).toMatchObject({ status: 401 });
  });

  it("is undone by a reset, like a creation", async () => {
    const api = new World();
    const { call } = await newToken(api);
    const own = items(await api.read("/tokens")).find(({ name }) => name === "default");
    expect(await api.delete(`/tokens/${id(own!)}`)).toMatchObject({ status: 204 });
    expect(await api.get("/customers")).toMatchObject({ status: 401 });
    api.simulator.reset();
    expect(await api.get("/customers")).toMatchObject({ status: 200 });
    expect(await call("GET", "/customers")).toMatchObject({ status: 401 });
    expect(items(await api.read("/tokens"))).toEqual([own]);
  });
});

describe("a snapshot", () => {
  it("has the created tokens without the deleted ones", async () => {
    const api = new World();
    const [kept, deleted] = [await newToken(api), await newToken(api)];
    await api.delete(`/tokens/${id(deleted.token)}`);
    const restored = new World(Simulator.restore(api.simulator.snapshot()));
    const status = async ({ token }: typeof kept) => {
      const authorization = basicAuthorization(String(token["clientId"]), String(token["clientSecret"]));
      return (await restored.call("GET", "/customers", undefined, { authorization })).status;
    };
    expect(await status(kept)).toBe(200);
    expect(await status(deleted)).toBe(401);
  });
});

describe("the list of tokens", () => {
  it("starts with the token of clientOptions(), which has every permission", async () => {
    const api = new World();
    const { clientId } = api.simulator.clientOptions();
    const page = await api.read("/tokens");
    expect(page).toMatchObject({ hasMore: false, totalCount: 1 });
    expect(items(page)).toEqual([
      {
        id: expect.stringMatching(/^Token:/),
        name: "default",
        permissions: all,
        clientId,
        createdAt: "2026-04-27T09:00:00.000Z",
        updatedAt: "2026-04-27T09:00:00.000Z",
      },
    ]);
  });

  it("has filters by name and time, and pages", async () => {
    const api = new World();
    await api.simulator.clock.advance("1h");
    for (const name of ["a", "b", "b"]) await newToken(api, { name, permissions: ["VIEW"] });
    const count = async (query: string) => (await api.read(`/tokens?${query}`))["totalCount"];
    expect(await count("name=b")).toBe(2);
    expect(await count("name=c")).toBe(0);
    for (const event of ["created", "updated"]) {
      expect(await count(`${event}After=2026-04-27T10:00:00Z`)).toBe(3);
      expect(await count(`${event}After=2026-04-27T10:00:01Z`)).toBe(0);
      expect(await count(`${event}Before=2026-04-27T09:59:59Z`)).toBe(1);
      expect(await api.get(`/tokens?${event}After=yesterday`)).toMatchObject({ status: 400 });
    }
    const first = await api.read("/tokens?limit=3");
    expect(first).toMatchObject({ hasMore: true, totalCount: 4 });
    const second = await api.read(`/tokens?limit=3&cursor=${String(first["nextCursor"])}`);
    expect(items(second).map(({ name }) => name)).toEqual(["default"]);
  });

  it("has only the tokens of its environment [AUT-04]", async () => {
    const tokens = [
      { clientId: "mine", clientSecret: "a", name: "backend", environment: "sandbox" as const },
      { clientId: "theirs", clientSecret: "b", environment: "production" as const },
    ];
    const api = new World({ tokens });
    expect(items(await api.read("/tokens")).map(({ name, clientId }) => [name, clientId])).toEqual([
      ["backend", "mine"],
    ]);
    const production = new World({ tokens, environment: "production" });
    const [theirs] = items(await production.read("/tokens"));
    expect(theirs).toMatchObject({ name: "theirs", permissions: all });
    // The identifier is the same because it comes from the seed.
    expect(await api.get(`/tokens/${id(theirs!)}`)).toMatchObject({ status: 404 });
    expect(await api.delete(`/tokens/${id(theirs!)}`)).toMatchObject({ status: 404 });
    const { token } = await newToken(production);
    expect(token["clientId"]).toMatch(/^production-/);
  });
});

describe("the secret of a token", () => {
  it.each([
    [false, "[redacted]"],
    [true, expect.stringMatching(/^[a-z0-9]{40}$/)],
  ])("with logSecrets %s appears in the request log as %s [AUT-08]", async (logSecrets, logged) => {
    const api = new World(new Simulator({ requests: { logSecrets } }));
    const { token, call } = await newToken(api);
    await call("GET", "/customers");
    const [creation] = api.simulator.requests;
    expect(creation).toMatchObject({ operation: "tokens.create", responseBody: { clientSecret: logged } });
    expect(JSON.stringify(api.simulator.requests).includes(String(token["clientSecret"]))).toBe(logSecrets);
  });
});

describe("the option `tokens`", () => {
  it.each([{}, "token", [null], ["token"]])("must be a list of objects, not %j", (tokens) => {
    expect(() => new World({ tokens: tokens as never })).toThrow(
      /^`tokens(?:\[0\])?` must be an (?:array|object), got/,
    );
  });

  it("accepts a name and permissions", async () => {
    const tokens = [
      { clientId: "a", clientSecret: "a" },
      { clientId: "b", clientSecret: "b", name: "reader", permissions: ["VIEW"] as const },
    ];
    const api = new World({ tokens });
    const byName = Object.fromEntries(
      items(await api.read("/tokens")).map(({ name, permissions }) => [name, permissions]),
    );
    expect(byName).toEqual({ a: all, reader: ["VIEW"] });
  });

  it.each([[[]], [["ADMIN" as "VIEW"]]])("rejects the permissions %j", (permissions) => {
    const tokens = [{ clientId: "a", clientSecret: "a", permissions }];
    expect(() => new Simulator({ tokens })).toThrow(/VIEW, TRANSACT, MANAGE/);
  });

  it("does not change the identifiers of a run [GEN-15]", async () => {
    const customerId = async (options: ConstructorParameters<typeof Simulator>[0]) =>
      id(await new World(new Simulator(options)).created("/customers", individual));
    const tokens = ["a", "b"].map((text) => ({ clientId: text, clientSecret: text }));
    expect(await customerId({ tokens })).toBe(await customerId({}));
  });
});
