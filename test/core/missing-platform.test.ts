import { Wallet } from "payments-sdk/wallet";
import { afterEach, expect, it, vi } from "vitest";
import { createClient, fakeFetch, json, rejection } from "./client";

afterEach(() => {
  vi.unstubAllGlobals();
});

it.each(["Request", "Response"])(
  "a call says that the platform has no %s, before anything is sent",
  async (name) => {
    const { fetch, calls } = fakeFetch(() => json({}));
    const payments = createClient({ fetch });
    const wallet = new Wallet({
      relay: "https://shop.example/wallet",
      accountId: "InternalAccount:1",
      fetch,
    });
    vi.stubGlobal(name, undefined);
    for (const call of [payments.config.retrieve(), payments.customers.list(), wallet.credentials.list()]) {
      expect(await rejection(call)).toMatchObject({
        name: "ConfigurationError",
        option: name,
        outcome: "not-executed",
        message: expect.stringContaining(`\`${name}\` is missing on this platform`),
      });
    }
    expect(calls).toEqual([]);
  },
);
