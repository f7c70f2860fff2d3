import { Wallet } from "payments-sdk/wallet";
import { afterEach, expect, it, vi } from "vitest";
import { createClient, fakeFetch, json, rejection } from "./client";

afterEach(() => {
  vi.unstubAllGlobals();
});

it("a call reports a missing Fetch API before any request", async () => {
  const { fetch, calls } = fakeFetch(() => json({}));
  const payments = createClient({ fetch });
  const wallet = new Wallet({ relay: "https://shop.example/wallet", accountId: "InternalAccount:1", fetch });
  vi.stubGlobal("Request", undefined);
  for (const call of [payments.config.retrieve(), payments.customers.list(), wallet.credentials.list()]) {
    expect(await rejection(call)).toMatchObject({
      name: "ConfigurationError",
      option: "Request",
      outcome: "not-executed",
      message: expect.stringContaining("`Request` is missing: use Node"),
    });
  }
  expect(calls).toEqual([]);
});
