import { describe, expect, it } from "vitest";
import { WITNESS } from "../resources/witness";
import { individual } from "../support/parts";
import { basicAuthorization, World } from "../support/world";
import { routes } from "../support/routes";

const names = ["VIEW", "TRANSACT", "MANAGE"] as const;
const permissions = new Map(
  routes.map(({ method, template, permission }) => [`${method} ${template}`, permission]),
);
const operations = [...permissions.keys()].sort();

/** The contract lists a 403 for few operations, so these refusals are not recorded. */
function withToken(held: readonly (typeof names)[number][]) {
  const tokens = [
    { clientId: "all", clientSecret: "all" },
    { clientId: "some", clientSecret: "some", permissions: held },
  ];
  const api = World.odd({ tokens });
  const authorization = basicAuthorization("some", "some");
  const call = (operation: string, body?: unknown) => {
    const [method = "", template = ""] = operation.split(" ");
    return api.call(method, template.replaceAll(/\{\w+\}/g, "Thing:1"), body, { authorization });
  };
  return { api, call };
}

describe("permissions", () => {
  it.each(operations)("%s needs only its permission [OP-80]", async (operation) => {
    const needed = permissions.get(operation)!;
    const others = names.filter((name) => name !== needed);
    expect(await withToken(others).call(operation)).toMatchObject({
      status: 403,
      body: { status: 403, code: "FORBIDDEN", details: { permission: needed, permissions: others } },
    });
    expect((await withToken([needed]).call(operation)).status).not.toBe(403);
  });

  it.each([
    ["VIEW", "GET /customers"],
    ["VIEW", "GET /quotes/{quoteId}"],
    ["VIEW", "GET /tokens"],
    ["TRANSACT", "POST /quotes"],
    ["TRANSACT", "POST /quotes/{quoteId}/execute"],
    ["TRANSACT", "POST /transfer-out"],
    ["TRANSACT", "POST /sandbox/send"],
    ["TRANSACT", "POST /auth/credentials/{id}/verify"],
    ["MANAGE", "POST /customers"],
    ["MANAGE", "DELETE /customers/external-accounts/{externalAccountId}"],
    ["MANAGE", "POST /tokens"],
    ["MANAGE", "DELETE /tokens/{tokenId}"],
  ])("%s is the permission for %s", (permission, operation) => {
    expect(permissions.get(operation)).toBe(permission);
  });

  it("are TRANSACT for each operation with a key", () => {
    const keyed = WITNESS.filter(({ isKeyed }) => isKeyed);
    expect(keyed.map(({ http }) => permissions.get(http))).toEqual(keyed.map(() => "TRANSACT"));
  });

  it("are checked before the body and the resource, without any effect or event", async () => {
    const { api, call } = withToken(["VIEW"]);
    expect(await call("POST /customers", "no JSON")).toMatchObject({ status: 403 });
    expect(await call("POST /customers", individual)).toMatchObject({ status: 403 });
    expect(await call("DELETE /tokens/{tokenId}")).toMatchObject({ status: 403 });
    expect(await call("GET /customers")).toMatchObject({ status: 200, body: { totalCount: 0 } });
    expect(api.simulator.events.list).toEqual([]);
  });

  it("are checked after the credentials and the path", async () => {
    const { api, call } = withToken(["VIEW"]);
    const authorization = basicAuthorization("some", "wrong");
    expect(await api.call("POST", "/customers", individual, { authorization })).toMatchObject({
      status: 401,
    });
    expect(await call("POST /nowhere")).toMatchObject({ status: 404 });
    expect(await call("PUT /customers")).toMatchObject({ status: 405 });
  });

  it("do not use up an idempotency key", async () => {
    const { api } = withToken(["VIEW"]);
    const fund = (authorization: string) =>
      api.call(
        "POST",
        "/transfer-out",
        {},
        { authorization, "idempotency-key": "k", "x-invalid-request": "yes" },
      );
    expect(await fund(basicAuthorization("some", "some"))).toMatchObject({ status: 403 });
    expect(await fund(basicAuthorization("all", "all"))).toMatchObject({ status: 400 });
  });

  it("do not apply to a custom route", async () => {
    const { api, call } = withToken(["VIEW"]);
    api.simulator.route("POST", "/reports", () => ({ status: 201, body: {} }));
    expect(await call("POST /reports")).toMatchObject({ status: 201 });
  });

  it("also apply to a custom route for an operation of the contract", async () => {
    const { api, call } = withToken(["VIEW"]);
    for (const method of ["POST", "GET"])
      for (let times = 0; times < 2; times += 1)
        api.simulator.route(method, "/customers", () => ({ status: 200, body: {} }));
    expect(await call("POST /customers", {})).toMatchObject({ status: 403, body: { code: "FORBIDDEN" } });
    expect(await call("GET /customers")).toMatchObject({ status: 200 });
  });
});
