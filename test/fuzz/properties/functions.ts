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
import type { Junk } from "../values";

const isClass = (value: unknown) =>
  typeof value === "function" && /^class\b/.test(Function.prototype.toString.call(value));

/**
 * Functions of the entries for every platform. The package makes all classes except the two that a caller
 * makes. A page's own functions need a page. The sandbox's have no input that anybody else chooses.
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
  baseUrl: "https://payments.test/api",
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
    } else if (!whole) {
      const isUnknown = ["secret", "__proto__"].includes(name);
      // `undefined` and `null` count as absent.
      assert.ok(
        !isUnknown || (Reflect.get(options, name) ?? undefined) === undefined,
        "an unknown option was taken",
      );
      const value: unknown = Reflect.get(options, name) ?? 1;
      if (["timeout", "totalTimeout", "maxRetries"].includes(name))
        assert.ok(typeof value === "number" && value >= 0, `${name}: ${String(value)}`);
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
      fc.oneof(oddText, fc.constantFrom("", "/api", "/api?x=1", "/api#x")),
    )
    .map((parts) => parts.join("")),
);

const credentials = fc.oneof(oddText, fc.constantFrom("token", "secret-of-the-client"));

/** Whatever the environment holds, a client goes nowhere but to the address in it. */
const environment = defineProperty(
  "any texts in the environment of the client",
  60,
  fc.record({
    values: fc.tuple(addresses, credentials, credentials, fc.oneof(oddText, fc.constantFrom("warn", "off"))),
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
      const base = (process.env["PAYMENTS_BASE_URL"] ?? "").replace(/^[\s\ufeff]+|[\s\ufeff]+$/g, "");
      if ("value" in ending) {
        const { username, password, search, hash } = new URL(base);
        assert.equal(username + password + search + hash, "", "an address with more than a host and a path");
        for (const name of VARIABLES.slice(0, 3))
          assert.doesNotMatch((process.env[name] ?? "").trim(), /[\u0000-\u001f\u007f]/, name);
      }
      for (const url of seen) {
        const { host, username, password, pathname } = new URL(url);
        assert.equal(host, new URL(base).host);
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

/** A hook that fails later, without being awaited. */
const rejecting: Junk = {
  name: "rejecting function",
  value: () => () => Promise.reject(new Error("the hook's own")),
};

const CALLED = ["onRequest", "onResponse", "onRetry", "onEnd", "onResponseMismatch", "onError"] as const;

/** What the caller's hooks, logger, clock and waits do changes no call. */
const callerCode = defineProperty(
  "any hooks, logger, clock and waits",
  10,
  fc.record({
    name: fc.constantFrom(...CALLED, "now", "retryDelay", "logger"),
    given: fc.oneof({ weight: 9, arbitrary: junk }, { weight: 1, arbitrary: fc.constant(rejecting) }),
    status: fc.constantFrom(200, 400, 503),
  }),
  async ({ name, given, status }) => {
    const value = given.value();
    const run = (typeof value === "function" ? value : () => value) as () => never;
    const result = { id: "Config:1" };
    const headers = { date: new Date().toUTCString() };
    const client = new PaymentsClient({
      ...good,
      fetch: () => Promise.resolve(Response.json(result, { status, headers })),
      maxRetries: 1,
      retryDelay: name === "retryDelay" ? run : () => 0,
      ...(name === "now" && { now: run }),
      hooks: (CALLED as readonly string[]).includes(name) ? { [name]: run } : {},
      logger: name === "logger" ? { debug: run, info: run, warn: run, error: run } : silent,
      logLevel: "debug",
    });
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => unhandled.push(reason);
    process.on("unhandledRejection", note);
    try {
      const ending = await endingOf(() => client.config.retrieve());
      if ("error" in ending) {
        requirePaymentsError(ending.error);
        assert.equal(Reflect.get(ending.error, "status"), status);
      } else assert.deepEqual(ending.value, result);
      assert.equal("error" in ending, status !== 200);
      // A rejection counts as unhandled after the turn that it happened in.
      await new Promise(setImmediate);
      assert.equal(unhandled.length, 0, "the failure of the caller's code was handled by nobody");
    } finally {
      process.off("unhandledRejection", note);
    }
  },
);

export const functionsAndOptions: readonly FuzzProperty[] = [
  publicFunctions,
  clientOptions,
  environment,
  callerCode,
];
