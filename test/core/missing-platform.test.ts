import process from "node:process";
import { Wallet } from "payments-sdk/wallet";
import { afterEach, expect, it, vi } from "vitest";
import { createClient, fakeFetch, json, rejection } from "./client";

afterEach(() => {
  vi.unstubAllGlobals();
});

it("a client names a Node that is too old at once", () => {
  const onNode = (node: string) => {
    const versions = { ...process.versions, node };
    vi.stubGlobal("process", Object.create(process, { versions: { value: versions } }));
    return () => createClient({});
  };
  for (const node of ["18.20.8", "20.9.0"])
    expect(onNode(node)).toThrow(`\`Node\` is ${node}: use Node 22 or newer`);
  for (const node of ["20.19.0", "22.0.0", "100.1.0"]) expect(onNode(node)).not.toThrow();
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
