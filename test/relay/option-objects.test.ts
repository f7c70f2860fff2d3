import { createWalletRelay, memoryLimit, storeLimit, toNodeHandler } from "payments-sdk/relay";
import { expect, it } from "vitest";

/** Wrong on purpose. */
const untyped = (value: unknown) => value as never;
const store = { increment: () => Promise.resolve(1) };
const relay = () => new Response();

it.each<[string, string, () => unknown]>([
  ["a relay without options", "client", () => createWalletRelay(untyped(undefined))],
  ["a limit in memory whose options are text", "options", () => memoryLimit(untyped("x"))],
  ["a limit in a store whose options are text", "options", () => storeLimit(store, untyped("x"))],
  ["a handler of no relay", "relay", () => toNodeHandler(untyped(undefined))],
  ["a handler whose options are text", "options", () => toNodeHandler(relay, untyped("x"))],
])("%s is a ConfigurationError, not a TypeError", (_case, option, make) => {
  expect(make).toThrow(expect.objectContaining({ name: "ConfigurationError", option }));
});
