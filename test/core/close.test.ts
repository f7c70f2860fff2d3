import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { createClient, fakeFetch, json, rejection } from "./client";

const customer = {
  id: "Customer:1",
  customerType: "INDIVIDUAL",
  platformCustomerId: "1",
  umaAddress: "$a@b.c",
};

/** A client with calls that wait for `answer`. */
function open() {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const { fetch, calls } = fakeFetch(async () => {
    await answered;
    return json(customer);
  });
  return { payments: createClient({ fetch }), calls, answer };
}

describe("payments.close", () => {
  it("waits for running calls, and takes no new one, also of clients with other options", async () => {
    const { payments, calls, answer } = open();
    const derived = payments.withOptions({ maxRetries: 0 });
    const running = derived.customers.retrieve("Customer:1");
    const closed = payments.close();
    for (const client of [payments, derived])
      expect(await rejection(client.customers.retrieve("Customer:1"))).toMatchObject({
        name: "AbortError",
        message: "customers.retrieve was aborted: the client is closed",
        outcome: "not-executed",
        advice: "retry",
      });
    answer();
    expect(await closed).toEqual([]);
    expect(await running).toMatchObject({ id: "Customer:1" });
    expect(calls).toHaveLength(1);
    expect(await payments.close()).toEqual([]);
  });

  it("says after its limit what is left, with the key that repeats it", async () => {
    const { payments, answer } = open();
    const paying = payments.transfers.out(
      {
        source: { accountId: "InternalAccount:1" },
        destination: { accountId: "ExternalAccount:1" },
        amount: 1,
      },
      { idempotencyKey: "payout-1" },
    );
    paying.catch(() => {});
    await sleep(0);
    expect(await payments.close({ timeout: 1 })).toEqual([
      { operation: "transfers.out", callId: expect.any(String), idempotencyKey: "payout-1" },
    ]);
    answer();
  });

  it("refuses a limit that is no number", async () => {
    const { payments } = open();
    expect(await rejection(payments.close({ timeout: "5" as never }))).toMatchObject({
      code: "INVALID_REQUEST",
    });
  });
});

describe("the message of an unknown outcome", () => {
  const pay = (key?: string) => {
    const { fetch } = fakeFetch(() => {
      throw Object.assign(new TypeError("fetch failed"), { code: "ECONNRESET" });
    });
    const payments = createClient({ fetch, maxRetries: 0 });
    return key === undefined
      ? rejection(payments.customers.create({ customerType: "INDIVIDUAL" }))
      : rejection(
          payments.transfers.out(
            {
              source: { accountId: "InternalAccount:1" },
              destination: { accountId: "ExternalAccount:1" },
              amount: 1,
            },
            { idempotencyKey: key },
          ),
        );
  };

  it("says that the call may have been carried out, and what to do", async () => {
    const keyed = await pay("payout-1");
    expect(String(keyed)).toMatch(/\. It may have been carried out: repeat it with the same key$/);
    expect((keyed as Error).stack).toContain("repeat it with the same key");
    expect(String(await pay())).toMatch(
      /\. It may have been carried out: read what the service has before you repeat it$/,
    );
  });

  it("names the host that cannot be found", async () => {
    const { fetch } = fakeFetch(() => {
      throw Object.assign(new TypeError("fetch failed"), {
        cause: Object.assign(new Error("getaddrinfo"), { code: "ENOTFOUND", syscall: "getaddrinfo" }),
      });
    });
    const error = await rejection(createClient({ fetch, maxRetries: 0 }).customers.retrieve("Customer:1"));
    expect(String(error)).toMatch(/\(ENOTFOUND [\w.]+\)/);
  });
});
