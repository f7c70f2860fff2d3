import { describe, expect, it, vi } from "vitest";
import { AMOUNT, FUNDS, modes, paymentWorld } from "./payment-world";

const EXECUTE = "POST /quotes/{quoteId}/execute";
const READ = "GET /quotes/{quoteId}";

/** The end of an address that names the quote. */
const uuidOf = (quoteId: string) => quoteId.slice("Quote:".length);

/** A wallet whose next payment the service refuses, but the quote can still be executed. */
async function refusedPayment(mode: (typeof modes)[number]) {
  const world = await paymentWorld(mode);
  const { simulator } = world.platform;
  const code = "INSUFFICIENT_BALANCE";
  const body = JSON.stringify({ status: 409, code, message: "Not enough money" });
  const refuse = () =>
    simulator.faults.add({ kind: "status", status: 409, body, operation: EXECUTE, times: 1 });
  refuse();
  /** What the service was asked since the last call. */
  let seen = simulator.requests.length;
  const asked = () => {
    const routes = simulator.requests.slice(seen).map(({ route }) => route);
    seen = simulator.requests.length;
    return routes;
  };
  return { ...world, code, refuse, asked };
}

describe.each(modes)("a payment that the service refused (%s)", (mode) => {
  it("stays as not made, and an equal one is made", async () => {
    const { platform, wallet, open, params, code, balance, store, ada } = await refusedPayment(mode);
    await expect(wallet.pay(params)).rejects.toMatchObject({ code, outcome: "not-executed" });
    expect(await store.listPayments(ada.accountId)).toMatchObject([{ isRefused: true }]);
    const listed = await open().pending();
    expect(listed).toMatchObject([{ outcome: "not-executed", quote: { status: "PENDING" } }]);
    expect(listed[0]).not.toHaveProperty("finish");
    await platform.simulator.clock.advance("5s");
    await wallet.pay(params);
    expect(await balance()).toBe(FUNDS - AMOUNT);
    expect(await wallet.pending()).toMatchObject([{ outcome: "not-executed" }, { outcome: "executed" }]);
    await listed[0]?.dismiss();
    expect(await wallet.pending()).toMatchObject([{ outcome: "executed" }]);
  });

  it("stays while its quote cannot be read, and the next look decides", async () => {
    const { wallet, open, params, code, platform, store, ada } = await refusedPayment(mode);
    const { faults } = platform.simulator;
    // The relay reads the quote first, to see whose it is.
    const readsBefore = mode === "relay" ? 1 : 0;
    faults.add({ kind: "status", status: 503, operation: READ, times: 1, skip: readsBefore });
    await expect(wallet.pay(params)).rejects.toMatchObject({ code, outcome: "not-executed" });
    expect(await store.listPayments(ada.accountId)).toHaveLength(1);
    faults.add({ kind: "status", status: 503, operation: READ, times: 2 });
    await expect(wallet.pay(params)).rejects.toMatchObject({ code: "PAYMENT_OPEN" });
    expect(await wallet.pending()).toMatchObject([{ outcome: "unreadable" }]);
    expect(await open().pending()).toMatchObject([{ outcome: "not-executed" }]);
    await wallet.pay(params);
  });

  it("is executed if its quote says so later: the refusal was of a copy", async () => {
    const { wallet, open, params, code, sayStatus } = await refusedPayment(mode);
    await expect(wallet.pay(params)).rejects.toMatchObject({ code });
    const [row] = await wallet.pending();
    if (row === undefined) throw new Error("no payment");
    sayStatus("COMPLETED", uuidOf(row.quoteId));
    await expect(wallet.pay(params)).rejects.toMatchObject({ code: "PAYMENT_OPEN" });
    sayStatus("COMPLETED", uuidOf(row.quoteId));
    expect(await open().pending()).toMatchObject([{ outcome: "executed" }]);
  });

  it("is unknown if its quote was executed all the same, and stays", async () => {
    const { wallet, params, sayStatus, platform } = await refusedPayment(mode);
    // The relay reads it, too, to see whose it is.
    const confirm = ({ id }: { id: string }) => sayStatus("COMPLETED", uuidOf(id), uuidOf(id)) > 0;
    await expect(wallet.pay({ ...params, confirm })).rejects.toMatchObject({ outcome: "unknown" });
    expect(platform.simulator.requests.at(-1)?.route).toBe(READ);
    expect(await wallet.pending()).toHaveLength(1);
  });

  it("leaves once the service shows that the quote has expired", async () => {
    const { platform, wallet, params, store, ada, keys } = await paymentWorld(mode);
    const { putPayment } = store;
    vi.spyOn(store, "putPayment").mockImplementationOnce(async (payment) => {
      await putPayment(payment);
      await platform.simulator.clock.advance("10m");
    });
    await expect(wallet.pay(params)).rejects.toMatchObject({ outcome: "not-executed" });
    expect(keys).toHaveLength(1);
    expect(await store.listPayments(ada.accountId)).toEqual([]);
  });
});

describe("the requests of a page", () => {
  it("of a payment that is made: its quote and its execution", async () => {
    const { platform, wallet, params } = await paymentWorld();
    const before = platform.simulator.requests.length;
    await wallet.pay(params);
    const routes = platform.simulator.requests.slice(before).map(({ route }) => route);
    expect(routes).toEqual(["POST /quotes", EXECUTE]);
  });

  it("of a payment that is refused: one read of the quote more", async () => {
    const { wallet, params, asked } = await refusedPayment("client");
    await wallet.pay(params).catch(() => {});
    expect(asked()).toEqual(["POST /quotes", EXECUTE, READ]);
  });

  it("of an equal payment after that: one read of the quote more", async () => {
    const { wallet, params, asked } = await refusedPayment("client");
    await wallet.pay(params).catch(() => {});
    asked();
    await wallet.pay(params);
    expect(asked()).toEqual([READ, "POST /quotes", EXECUTE]);
  });

  it("of opening it: none, without a stored session and with one", async () => {
    const { platform, open } = await paymentWorld();
    const { simulator } = platform;
    const before = simulator.requests.length;
    const page = open();
    expect((await page.restore())?.id).toBeDefined();
    expect(await open({ store: undefined }).restore()).toBeUndefined();
    expect(simulator.requests).toHaveLength(before);
  });
});
