import type { Hooks, Logger } from "payments-sdk";
import { describe, expect, it, vi } from "vitest";
import { createClient, fakeFetch, json, networkError, rejection, transfer } from "./client";
import { genuine, payment } from "./genuine";

type Seen = [name: string, event: Record<string, unknown>];

function recorder() {
  const seen: Seen[] = [];
  const record = (name: string) => (event: object) => void seen.push([name, { ...event }]);
  const hooks: Hooks = {
    onRequest: record("onRequest"),
    onResponse: record("onResponse"),
    onRetry: record("onRetry"),
    onError: record("onError"),
    onResponseMismatch: record("onResponseMismatch"),
  };
  return { seen, hooks };
}

const failing = (fail: () => unknown): Hooks => ({
  onRequest: fail,
  onResponse: fail,
  onRetry: fail,
  onError: fail,
  onResponseMismatch: fail,
});

describe("hooks", () => {
  it("get every attempt in order, with its identifiers", async () => {
    const { fetch } = fakeFetch((_call, index) =>
      index === 0 ? json({ code: "BUSY" }, 503, { "x-request-id": "req-1" }) : json(payment),
    );
    const { seen, hooks } = recorder();
    await createClient({ fetch, hooks }).transfers.in(transfer, { idempotencyKey: "order-17" });
    expect(seen.map(([name]) => name)).toEqual([
      "onRequest",
      "onResponse",
      "onRetry",
      "onRequest",
      "onResponse",
      "onResponseMismatch",
    ]);
    const common = {
      operation: "transfers.in",
      method: "POST",
      url: "https://payments.test/api/2025-10-13/transfer-in",
      idempotencyKey: "order-17",
    };
    expect(seen[0]?.[1]).toMatchObject({ ...common, attempt: 1 });
    expect(seen[1]?.[1]).toMatchObject({ ...common, attempt: 1, status: 503, requestId: "req-1" });
    expect(seen[1]?.[1]["durationMs"]).toBeGreaterThanOrEqual(0);
    expect(seen[2]?.[1]).toMatchObject({ ...common, attempt: 1, delayMs: 1, error: { name: "ServerError" } });
    expect(seen[4]?.[1]).toMatchObject({ ...common, attempt: 2, status: 200 });
  });

  it("get all header names, but only values that are not secret", async () => {
    const { fetch } = fakeFetch(genuine);
    const { seen, hooks } = recorder();
    await createClient({ fetch, hooks }).quotes.execute(
      "Quote:1",
      { signature: "stamp-value" },
      { idempotencyKey: "order-17", headers: { "x-own-token": "own-token" } },
    );
    expect(seen[0]?.[1]["headers"]).toEqual({
      accept: "application/json",
      authorization: "[redacted]",
      "idempotency-key": "order-17",
      "service-wallet-signature": "[redacted]",
      "x-own-token": "[redacted]",
    });
  });

  it("get the error of a failed call once", async () => {
    const { fetch } = fakeFetch(() => Promise.reject(networkError("ECONNRESET")));
    const { seen, hooks } = recorder();
    const error = await rejection(createClient({ fetch, hooks }).transfers.in(transfer));
    expect(seen.map(([name]) => name)).toEqual([
      "onRequest",
      "onRetry",
      "onRequest",
      "onRetry",
      "onRequest",
      "onError",
    ]);
    expect(seen.at(-1)?.[1]).toMatchObject({ error, attempt: 3 });
  });

  it.each<[string, () => unknown]>([
    [
      "throw",
      () => {
        throw new Error("hook trouble");
      },
    ],
    ["reject", () => Promise.reject(new Error("hook trouble"))],
    [
      "throw something that is no error",
      () => {
        throw "hook trouble";
      },
    ],
    ["never settle", () => new Promise(() => {})],
  ])("that %s do not change the call", async (_case, fail) => {
    const unhandled = vi.fn();
    process.on("unhandledRejection", unhandled);
    const respond = (index: number) => (index === 0 ? json({}, 500) : json(payment));
    const { fetch, calls } = fakeFetch((_call, index) => respond(index));
    const payments = createClient({ fetch, hooks: failing(fail) });
    expect(await payments.transfers.in(transfer)).toEqual(payment);
    expect(calls).toHaveLength(2);
    const refusing = fakeFetch(() => json({}, 400));
    const error = await rejection(
      createClient({ fetch: refusing.fetch, hooks: failing(fail) }).transfers.in(transfer),
    );
    expect(error).toMatchObject({ name: "BadRequestError" });
    await new Promise((resolve) => setImmediate(resolve));
    process.off("unhandledRejection", unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });

  it("that fail are reported with message and stack, without the secrets of the call", async () => {
    const warn = vi.fn<(line: string) => void>();
    const { fetch } = fakeFetch(() => json({}, 400));
    const fail = () => {
      throw new TypeError(`no tenant for ${"client-secret-74f1c9"}`);
    };
    const logger: Logger = { debug: () => {}, info: () => {}, warn, error: () => {} };
    await rejection(
      createClient({ fetch, hooks: { onError: fail }, logger, logLevel: "warn" }).transfers.in(transfer),
    );
    const [[line = ""] = []] = warn.mock.calls;
    expect(line).toMatch(
      /^payments-sdk: hooks\.onError failed: TypeError: no tenant for \[redacted\]\n +at .*\[call \w+-\d+\]$/s,
    );
  });

  it("may be methods of an object", async () => {
    class Counter {
      count = 0;
      onRequest() {
        this.count += 1;
      }
    }
    const hooks = new Counter();
    const { fetch } = fakeFetch(genuine);
    await createClient({ fetch, hooks }).transfers.in(transfer);
    expect(hooks.count).toBe(1);
  });
});

describe("the logger", () => {
  const levels = ["debug", "info", "warn", "error"] as const;

  function collecting() {
    const lines: [level: string, line: string][] = [];
    const write = (level: string) => (line: string) => void lines.push([level, line]);
    const logger = Object.fromEntries(levels.map((level) => [level, write(level)])) as unknown as Logger;
    return { lines, logger };
  }

  it("gets a line per attempt and per retry, at the chosen level and above", async () => {
    const run = async (logLevel: "off" | (typeof levels)[number]) => {
      const { lines, logger } = collecting();
      const { fetch } = fakeFetch((call, index) => (index === 0 ? json({}, 500) : genuine(call)));
      await createClient({ fetch, logger, logLevel }).transfers.in(transfer);
      return lines.map(([level]) => level);
    };
    expect(await run("debug")).toEqual(["debug", "info", "debug", "warn"]);
    expect(await run("info")).toEqual(["info", "warn"]);
    expect(await run("warn")).toEqual(["warn"]);
    expect(await run("error")).toEqual([]);
    expect(await run("off")).toEqual([]);
  });

  it("gets lines with the operation and the problem", async () => {
    const { lines, logger } = collecting();
    const { fetch } = fakeFetch((_call, index) =>
      index === 0 ? json({ code: "OUCH" }, 500) : json(payment),
    );
    await createClient({ fetch, logger, logLevel: "info" }).transfers.in(transfer);
    expect(lines[0]).toEqual([
      "info",
      expect.stringMatching(
        /^payments-sdk: POST transfers\.in failed \(OUCH\); it is sent again in 1 ms \[call \w+-\d+\]$/,
      ),
    ]);
  });

  it("that throws does not change the call", async () => {
    const fail = () => {
      throw new Error("disk full");
    };
    const { fetch, calls } = fakeFetch((_call, index) => (index === 0 ? json({}, 500) : json(payment)));
    const logger: Logger = { debug: fail, info: fail, warn: fail, error: fail };
    const payments = createClient({ fetch, logger, logLevel: "debug" });
    expect(await payments.transfers.in(transfer)).toEqual(payment);
    expect(calls).toHaveLength(2);
  });

  it("is the console by default, from the level `warn` on", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    const debug = vi.spyOn(console, "debug").mockImplementation(() => {});
    const { fetch } = fakeFetch(genuine);
    await createClient({ fetch, logLevel: undefined }).transfers.in(transfer);
    expect(warn).toHaveBeenCalledOnce();
    expect(debug).not.toHaveBeenCalled();
  });
});
