import { describe, expect, it } from "vitest";
import type { WireResponse } from "../../src/simulator/runtime/wire";
import { runOnce } from "../../src/simulator/api/idempotency";
import { individual, usdAccount } from "../support/parts";
import type { Json } from "../support/parts";
import { id, items, serviceWithPayer, World } from "../support/world";
import { createTestWorld } from "./domain-world";

interface Money {
  api: World;
  usd: string;
  eur: string;
  external: string;
}

async function withMoney(api = new World()): Promise<Money> {
  const account = async (currency: string) =>
    id(items(await api.read(`/platform/internal-accounts?currency=${currency}`))[0] ?? {});
  const [usd, eur] = [await account("USD"), await account("EUR")];
  await api.created(`/sandbox/internal-accounts/${usd}/fund`, { amount: 1_000_000 });
  const external = id(await api.created("/platform/external-accounts", usdAccount()));
  return { api, usd, eur, external };
}

async function balance(api: World, accountId: string): Promise<unknown> {
  const account = items(await api.read("/platform/internal-accounts")).find(
    (candidate) => candidate["id"] === accountId,
  );
  return (account?.["balance"] as Json | undefined)?.["amount"];
}

const transferOut = ({ usd, external }: Money, amount = 1000) => ({
  source: { accountId: usd },
  destination: { accountId: external },
  amount,
});

const quoteRequest = ({ usd, eur }: Money) => ({
  source: { sourceType: "ACCOUNT", accountId: usd },
  destination: { destinationType: "ACCOUNT", accountId: eur },
  lockedCurrencySide: "SENDING",
  lockedCurrencyAmount: 1000,
});

const key = (value: string) => ({ "idempotency-key": value });

describe("an idempotency key", () => {
  it("returns the same response to a repeated transfer-out, and moves the money once [IDM-01, IDM-02]", async () => {
    const money = await withMoney();
    const first = await money.api.post("/transfer-out", transferOut(money), key("k"));
    const second = await money.api.post("/transfer-out", transferOut(money), key("k"));
    expect(first.status).toBe(201);
    expect(second).toMatchObject({ status: 201, body: first.body });
    expect(second.headers.get("idempotent-replayed")).toBe("true");
    expect(first.headers.get("idempotent-replayed")).toBeNull();
    expect(await balance(money.api, money.usd)).toBe(999_000);
  });

  it("has at most 255 characters in operations that read it [IDM-04, OP-26]", async () => {
    const money = await withMoney();
    const long = key("k".repeat(256));
    expect(await money.api.post("/transfer-out", transferOut(money), long)).toMatchObject({
      status: 400,
      body: { code: "INVALID_INPUT", details: { header: "Idempotency-Key" } },
    });
    expect((await money.api.post("/transfer-out", transferOut(money), key("k".repeat(255)))).status).toBe(
      201,
    );
    expect((await money.api.post("/customers", individual, long)).status).toBe(201);
  });

  it("works only for quotes and payments [IDM-01]", async () => {
    const money = await withMoney();
    const { api } = money;
    const quote = await api.post("/quotes", quoteRequest(money), key("q"));
    expect((await api.post("/quotes", quoteRequest(money), key("q"))).body).toEqual(quote.body);
    const execute = `/quotes/${id(quote.body as Json)}/execute`;
    const executed = await api.send("POST", execute, { headers: key("q") });
    const again = await api.send("POST", execute, { headers: key("q") });
    expect(executed.status).toBe(200);
    expect(again).toMatchObject({ status: 200, body: executed.body });
    const transferIn = {
      source: { accountId: money.external },
      destination: { accountId: money.usd },
      amount: 5,
    };
    const pulled = await api.post("/transfer-in", transferIn, key("q"));
    expect((await api.post("/transfer-in", transferIn, key("q"))).body).toEqual(pulled.body);
    const customers = [
      await api.post("/customers", individual, key("q")),
      await api.post("/customers", individual, key("q")),
    ];
    expect(id(customers[0]?.body as Json)).not.toBe(id(customers[1]?.body as Json));
  });

  it("returns the first response unchanged, even if the resource has changed [IDM-02]", async () => {
    const money = await withMoney();
    const { api } = money;
    const created = await api.post("/quotes", quoteRequest(money), key("q"));
    await api.simulator.clock.advance("10m");
    expect(await api.read(`/quotes/${id(created.body as Json)}`)).toMatchObject({ status: "EXPIRED" });
    expect((await api.post("/quotes", quoteRequest(money), key("q"))).body).toEqual(created.body);
  });

  it("that is absent or empty makes each call independent [IDM-03]", async () => {
    const money = await withMoney();
    await money.api.post("/transfer-out", transferOut(money));
    await money.api.post("/transfer-out", transferOut(money));
    await money.api.post("/transfer-out", transferOut(money), key(""));
    await money.api.post("/transfer-out", transferOut(money), key(""));
    expect(await balance(money.api, money.usd)).toBe(996_000);
  });

  it("belongs to the path, so another quote or operation is a different call [IDM-04, OP-26]", async () => {
    const money = await withMoney();
    const { api } = money;
    const first = await api.created("/quotes", quoteRequest(money));
    const second = await api.created("/quotes", quoteRequest(money));
    for (const quote of [first, second]) {
      const response = await api.send("POST", `/quotes/${id(quote)}/execute`, { headers: key("same") });
      expect(response).toMatchObject({ status: 200, body: { id: id(quote) } });
    }
    expect(await api.post("/transfer-out", transferOut(money), key("same"))).toMatchObject({ status: 201 });
  });

  it("returns the first response for any body by default, or 409 with an option [IDM-04, OP-26]", async () => {
    const literal = await withMoney();
    const first = await literal.api.post("/transfer-out", transferOut(literal), key("k"));
    expect((await literal.api.post("/transfer-out", transferOut(literal, 5), key("k"))).body).toEqual(
      first.body,
    );
    const strict = await withMoney(World.odd({ requests: { idempotencyMismatch: "reject" } }));
    await strict.api.post("/transfer-out", transferOut(strict), key("k"));
    expect(await strict.api.post("/transfer-out", transferOut(strict, 5), key("k"))).toMatchObject({
      status: 409,
    });
    expect(await strict.api.post("/transfer-out", transferOut(strict), key("k"))).toMatchObject({
      status: 201,
    });
    expect(await balance(strict.api, strict.usd)).toBe(999_000);
  });

  it("forgets a refusal with an option, so that the next call acts [IDM-04, OP-26]", async () => {
    const money = await withMoney(new World({ requests: { keyedRefusals: "forgotten" } }));
    expect(await money.api.post("/transfer-out", transferOut(money, 2_000_000), key("k"))).toMatchObject({
      status: 400,
      body: { code: "AMOUNT_OUT_OF_RANGE" },
    });
    const second = await money.api.post("/transfer-out", transferOut(money), key("k"));
    expect(second.status).toBe(201);
    expect(await money.api.post("/transfer-out", transferOut(money), key("k"))).toMatchObject({
      status: 201,
      body: second.body,
    });
    expect(await balance(money.api, money.usd)).toBe(999_000);
  });

  it("stores a refusal by default [IDM-04, OP-26]", async () => {
    const money = await withMoney();
    const tooMuch = await money.api.post("/transfer-out", transferOut(money, 2_000_000), key("k"));
    expect(tooMuch.status).toBe(400);
    const again = await money.api.post("/transfer-out", transferOut(money), key("k"));
    expect(again).toMatchObject({ status: 400, body: tooMuch.body });
    expect(await balance(money.api, money.usd)).toBe(1_000_000);
  });

  it("is free again after a 401 for the wallet's signature [AUT-03, IDM-04, OP-26]", async () => {
    const { service, payer } = await serviceWithPayer();
    const payee = await service.external("USD");
    const quote = await service.quote(service.quoteBody(payer.wallet, payee, 5_000_000));
    const execute = (signature: string) =>
      service.call("POST", `/quotes/${quote.id}/execute`, undefined, {
        ...key("k"),
        "Service-Wallet-Signature": signature,
      });
    const wrong = await execute("of a session that has ended");
    expect(wrong).toMatchObject({ status: 401, body: { code: "UNAUTHORIZED" } });
    expect(wrong.headers.get("idempotent-replayed")).toBeNull();
    const done = await execute("sandbox-valid-signature");
    expect(done).toMatchObject({ status: 200, body: { id: quote.id } });
    expect(done.headers.get("idempotent-replayed")).toBeNull();
    const again = await execute("of a session that has ended");
    expect(again).toMatchObject({ status: 200, body: done.body });
    expect(again.headers.get("idempotent-replayed")).toBe("true");
  });

  it("stores no failed authentication and no server error [AUT-03, IDM-04, OP-26]", async () => {
    const money = await withMoney();
    const { api } = money;
    const body = JSON.stringify(transferOut(money));
    const headers = { ...key("k"), "content-type": "application/json" };
    const wrong = await api.send("POST", "/transfer-out", {
      body,
      headers: { ...headers, authorization: "Basic x" },
    });
    expect(wrong.status).toBe(401);
    api.simulator.faults.add({ kind: "status", status: 500, times: 1 });
    expect(await api.post("/transfer-out", transferOut(money), key("k"))).toMatchObject({ status: 500 });
    expect(await api.post("/transfer-out", transferOut(money), key("k"))).toMatchObject({ status: 201 });
    expect(await balance(api, money.usd)).toBe(999_000);
  });

  it("has one effect for many concurrent calls, which all get its response [IDM-05]", async () => {
    const money = await withMoney();
    const calls = Array.from({ length: 5 }, () =>
      money.api.post("/transfer-out", transferOut(money), key("k")),
    );
    const responses = await Promise.all(calls);
    expect(new Set(responses.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await balance(money.api, money.usd)).toBe(999_000);
  });

  it("is forgotten with reset", async () => {
    const money = await withMoney();
    await money.api.post("/transfer-out", transferOut(money, 1), key("k"));
    money.api.simulator.reset();
    expect(await money.api.post("/transfer-out", transferOut(money, 1), key("k"))).toMatchObject({
      status: 404,
    });
  });
});

describe("the store of responses", () => {
  /** Calls with one key in a separate world. */
  function runner() {
    const { world } = createTestWorld();
    const running = new Map();
    return (act: () => Promise<WireResponse>) =>
      runOnce(world, running, { scope: "k", requestBody: "" }, act);
  }
  function withResolvers() {
    let resolve: (value: WireResponse) => void = () => undefined;
    const promise = new Promise<WireResponse>((settle) => {
      resolve = settle;
    });
    return { promise, resolve };
  }
  const response = (status: number, body: string): WireResponse => ({ status, headers: {}, body });

  it("makes a second call wait for the first response [IDM-05]", async () => {
    const run = runner();
    const first = withResolvers();
    let calls = 0;
    const act = () => {
      calls += 1;
      return first.promise;
    };
    const both = Promise.all([run(act), run(act)]);
    first.resolve(response(201, "one"));
    expect((await both).map(({ body }) => body)).toEqual(["one", "one"]);
    expect(calls).toBe(1);
  });

  it("lets waiting calls retry one at a time after a server error [IDM-05, OP-26]", async () => {
    const run = runner();
    const responses = [response(500, "broken"), response(201, "done"), response(201, "twice")];
    let running = 0;
    const act = async () => {
      running += 1;
      expect(running).toBe(1);
      await Promise.resolve();
      running -= 1;
      return responses.shift() ?? response(201, "too often");
    };
    const all = await Promise.all([1, 2, 3].map(() => run(act)));
    expect(all.map(({ body }) => body)).toEqual(["broken", "done", "done"]);
  });

  it("frees the key after a failure without a response", async () => {
    const run = runner();
    await expect(run(() => Promise.reject(new Error("lost")))).rejects.toThrow("lost");
    expect(await run(() => Promise.resolve(response(200, "ok")))).toMatchObject({
      body: "ok",
    });
  });
});
