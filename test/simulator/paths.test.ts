import { describe, expect, it } from "vitest";
import { individual } from "../support/parts";
import { id, World } from "../support/world";
import { routes } from "../support/routes";

describe("paths", () => {
  it("are served only under the base path [GEN-01, GEN-02]", async () => {
    const api = new World({ baseUrl: "https://pay.example/product/2026-01-01/" });
    const { baseUrl } = api.simulator.clientOptions();
    expect(baseUrl).toBe("https://pay.example/product/2026-01-01");
    const status = async (url: string) => {
      const response = await api.simulator.fetch(url, { headers: { authorization: api.authorization } });
      return response.status;
    };
    expect(await status("https://pay.example/product/2026-01-01/customers")).toBe(200);
    expect(await status("https://pay.example/product/2025-10-13/customers")).toBe(404);
    expect(await status("https://pay.example/product/2026-01-011/customers")).toBe(404);
    expect(await status("https://pay.example/customers")).toBe(404);
    expect(await status("https://pay.example/product/2026-01-01")).toBe(404);
  });

  it("have the version 2025-10-13 by default, and other dates are 404 [GEN-02]", async () => {
    const api = new World();
    expect(api.simulator.clientOptions().baseUrl).toMatch(/\/2025-10-13$/);
    const url = api.simulator.clientOptions().baseUrl.replace("2025-10-13", "2026-10-13");
    const headers = { authorization: api.authorization };
    expect((await api.simulator.fetch(`${url}/customers`, { headers })).status).toBe(404);
  });

  it("may have :, $ and @ encoded or not [GEN-05]", async () => {
    const api = new World();
    const customer = await api.created("/customers", individual);
    const encoded = id(customer).replace(":", "%3A");
    expect(encoded).not.toBe(id(customer));
    expect(await api.read(`/customers/${encoded}`)).toEqual(customer);
    expect(await api.read(`/customers/${id(customer)}`)).toEqual(customer);
  });

  it("prefer literal segments to identifiers [GEN-05]", async () => {
    const api = new World();
    expect(await api.read("/customers/external-accounts")).toMatchObject({ data: [], totalCount: 0 });
    expect(await api.read("/customers/internal-accounts")).toMatchObject({ data: [], totalCount: 0 });
    expect(await api.patch("/customers/internal-accounts", {})).toMatchObject({ status: 405 });
  });

  it.each([
    ["/nothing", 404],
    ["/", 404],
    ["", 404],
    ["/customers/", 404],
    ["/customers//internal-accounts", 404],
    ["/customers/a/b/c/d", 404],
    ["/customers/%E0%A4%A", 400],
    ["/customers/%ff", 400],
    ["/customers/%2e%2e%2fplatform", 404],
    ["/customers/a%2Fb", 404],
    ["/customers/%00", 404],
    ["/customers/__proto__", 404],
    ["/customers/constructor", 404],
  ])("%j responds with %i", async (path, status) => {
    const api = new World();
    expect(await api.get(path)).toMatchObject({
      status,
      body: { status, code: expect.any(String), message: expect.any(String) },
    });
  });

  it("respond with 405 and Allow to a wrong method", async () => {
    const api = new World();
    const response = await api.delete("/customers");
    expect(response).toMatchObject({ status: 405, body: { code: "METHOD_NOT_ALLOWED" } });
    expect(response.headers.get("allow")).toBe("GET, POST");
    expect(await api.send("PUT", "/quotes")).toMatchObject({ status: 405 });
    expect(await api.send("HEAD", "/customers")).toMatchObject({ status: 405 });
    expect(await api.send("OPTIONS", "/customers")).toMatchObject({ status: 405 });
  });

  it("of the sandbox are refused in production, with the reason [OP-66]", async () => {
    const production = new World({ environment: "production" });
    const sandbox = new World();
    for (const { method, template } of routes.filter((route) => route.template.startsWith("/sandbox/"))) {
      const path = template.replaceAll(/\{\w+\}/g, "Thing:1");
      expect(await production.send(method, path)).toMatchObject({
        status: 403,
        body: { code: "FORBIDDEN", message: expect.stringContaining("sandbox only") },
      });
      expect((await sandbox.send(method, path)).body).not.toMatchObject({ code: "NOT_FOUND" });
    }
  });

  it("that you add get the form of a multipart request", async () => {
    const api = World.odd();
    api.simulator.route("POST", "/files", ({ form, body }) => ({
      status: 200,
      body: { name: form?.get("name"), hasBody: body !== undefined },
    }));
    const form = new FormData();
    form.set("name", "Ada");
    const { baseUrl } = api.simulator.clientOptions();
    const headers = { authorization: api.authorization };
    const init = { method: "POST", headers, body: form };
    const response = await api.simulator.fetch(`${baseUrl}/files`, init);
    expect([response.status, await response.json()]).toEqual([200, { name: "Ada", hasBody: false }]);
  });

  it("are not found at the base path alone", async () => {
    const api = World.odd();
    expect(await api.get("")).toMatchObject({ status: 404, body: { message: "Unknown route: GET /" } });
  });

  it("can be added and are then served like the others [GEN-14]", async () => {
    const api = World.odd();
    expect(await api.get("/uma-providers/x")).toMatchObject({ status: 404 });
    api.simulator.route("get", "/uma-providers/{name}", ({ params, query }) => ({
      status: 200,
      body: { name: params["name"], page: query.get("page") },
    }));
    expect(await api.read("/uma-providers/a%20b?page=2")).toEqual({ name: "a b", page: "2" });
    expect(
      await api.send("GET", "/uma-providers/x", { headers: { authorization: "Basic x" } }),
    ).toMatchObject({ status: 401 });
    api.simulator.route("GET", "/{anything}", () => ({ status: 200, body: { name: "anything" } }));
    expect(await api.read("/customers")).toHaveProperty("totalCount");
    expect(await api.read("/elsewhere")).toEqual({ name: "anything" });
    expect(api.simulator.requests.map(({ custom }) => custom).slice(-2)).toEqual([undefined, true]);
    api.simulator.route("POST", "/broken", () => {
      throw new Error("a defect of the route");
    });
    expect(await api.post("/broken", {})).toMatchObject({ status: 500, body: { code: "INTERNAL_ERROR" } });
  });
});
