import assert from "node:assert/strict";
import process from "node:process";
import fc from "fast-check";
import * as root from "payments-sdk";
import { ConfigurationError, PaymentsClient } from "payments-sdk";
import * as wallet from "payments-sdk/wallet";
import { CLIENT_SECRET } from "../../core/client";
import { endingOf, requireNoSecret, requirePaymentsError } from "../assertions";
import { defineProperty } from "../property";
import type { FuzzProperty } from "../property";
import { junk, oddText, tameJunk } from "../values";

const isClass = (value: unknown) =>
  typeof value === "function" && /^class\b/.test(Function.prototype.toString.call(value));

/**
 * Functions of the entries for every platform. Classes are made by the package, but for the two that a caller makes; a page's
 * own functions need a page; the sandbox's have no input that anybody else chooses.
 */
const functions = Object.entries({ ...root, ...wallet }).filter(
  ([name, value]) =>
    typeof value === "function" &&
    !isClass(value) &&
    !/^(?:browserPasskeys|indexedDbStore|sandbox)/.test(name),
);

const publicFunctions = defineProperty(
  "any argument of any function that the package exports",
  40,
  fc.record({
    chosen: fc.constantFrom(...functions.map(([name]) => name)),
    given: fc.array(tameJunk, { maxLength: 3 }),
  }),
  async ({ chosen, given }) => {
    const [, called] = functions.find(([name]) => name === chosen) ?? [];
    const ending = await endingOf(() =>
      Reflect.apply(
        called as () => unknown,
        undefined,
        given.map(({ value }) => value()),
      ),
    );
    if ("error" in ending) requirePaymentsError(ending.error);
  },
);

const OPTIONS = [
  "baseUrl",
  "apiVersion",
  "clientId",
  "clientSecret",
  "timeout",
  "totalTimeout",
  "maxRetries",
  "retryDelay",
  "fetch",
  "headers",
  "logger",
  "logLevel",
  "hooks",
  "validation",
  "dangerouslyAllowBrowser",
  "now",
  "__proto__",
  "secret",
];
const good = {
  baseUrl: "http://payments.test/api",
  clientId: "token",
  clientSecret: CLIENT_SECRET,
  logLevel: "off",
  fetch: () => Promise.resolve(Response.json({ id: "Config:1" })),
} as const;

const clientOptions = defineProperty(
  "any option of the client",
  20,
  fc.record({ name: fc.constantFrom(...OPTIONS), given: tameJunk, whole: fc.boolean() }),
  async ({ name, given, whole }) => {
    const options: object = whole
      ? (given.value() as object)
      : Object.defineProperty({ ...good }, name, { value: given.value(), enumerable: true });
    const ending = await endingOf(() => Reflect.construct(PaymentsClient, [options]));
    if ("error" in ending) {
      requirePaymentsError(ending.error);
      assert.ok(ending.error instanceof ConfigurationError, ending.error.name);
      requireNoSecret(ending.error, [CLIENT_SECRET]);
    }
  },
);

const VARIABLES = [
  "PAYMENTS_BASE_URL",
  "PAYMENTS_CLIENT_ID",
  "PAYMENTS_CLIENT_SECRET",
  "PAYMENTS_LOG",
] as const;
const addresses = fc.oneof(
  oddText,
  fc
    .tuple(
      fc.constantFrom("http://", "https://", "ftp://", "https://user:pass@", ""),
      fc.constantFrom("payments.test", "localhost:1", "[::1]", "x y", "é.test"),
      oddText,
    )
    .map((parts) => parts.join("")),
);

/** Whatever the environment holds, a client goes nowhere but to the address in it. */
const environment = defineProperty(
  "any texts in the environment of the client",
  60,
  fc.record({
    values: fc.tuple(addresses, oddText, oddText, fc.oneof(oddText, fc.constantFrom("warn", "off"))),
    isCalled: fc.boolean(),
  }),
  async ({ values, isCalled }) => {
    const before = VARIABLES.map((name) => process.env[name]);
    try {
      for (const [index, name] of VARIABLES.entries())
        process.env[name] = (values[index] ?? "").replaceAll("\0", "");
      const seen: string[] = [];
      const options = {
        fetch: (url: string) => (seen.push(url), Promise.resolve(Response.json({ id: "x" }))),
        logger: silent,
        maxRetries: 0,
      };
      const ending = await endingOf(async () => {
        const client = new PaymentsClient(options);
        if (isCalled) await client.request("GET", "/config");
      });
      if ("error" in ending) {
        requirePaymentsError(ending.error);
        const secret = process.env["PAYMENTS_CLIENT_SECRET"] ?? "";
        if (/^\w{12,}$/.test(secret)) requireNoSecret(ending.error, [secret]);
      }
      for (const url of seen) {
        const { host, username, password, pathname } = new URL(url);
        assert.equal(host, new URL((process.env["PAYMENTS_BASE_URL"] ?? "").trim()).host);
        assert.equal(username + password, "");
        assert.match(pathname, /\/\d{4}-\d{2}-\d{2}\/config$/);
      }
    } finally {
      for (const [index, name] of VARIABLES.entries()) {
        const value = before[index];
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
    }
  },
);
const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** What the caller's hooks, logger and clock do changes no call. */
const listeners = defineProperty(
  "any hooks, logger and clock",
  10,
  fc.record({
    name: fc.constantFrom("onRequest", "onResponse", "onEnd", "onResponseMismatch", "onError"),
    given: junk,
    status: fc.constantFrom(200, 400),
  }),
  async ({ name, given, status }) => {
    const value = given.value();
    const client = new PaymentsClient({
      ...good,
      fetch: () => Promise.resolve(Response.json({}, { status })),
      hooks: { [name]: typeof value === "function" ? value : () => value },
      logger: { ...silent, warn: typeof value === "function" ? (value as () => void) : silent.warn },
      logLevel: "debug",
    });
    const ending = await endingOf(() => client.config.retrieve());
    if ("error" in ending) requirePaymentsError(ending.error);
    assert.equal("error" in ending, status === 400);
  },
);

export const functionsAndOptions: readonly FuzzProperty[] = [
  publicFunctions,
  clientOptions,
  environment,
  listeners,
];
