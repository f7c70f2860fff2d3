import { NotFoundError } from "payments-sdk";
import { describe, expect, it, vi } from "vitest";
import type { RelayOptions } from "payments-sdk/relay";
import { Platform } from "./support";

/** A relay with an `authenticate` that returns a value of the wrong type. */
async function platformWith(result: unknown): Promise<Platform> {
  const authenticate = (() => result) as RelayOptions["authenticate"]; // Wrong on purpose.
  return Platform.create({ authenticate });
}

describe("authenticate", () => {
  it("runs before the body is read", async () => {
    const platform = await Platform.create();
    const response = await platform.call("POST", "/auth/credentials", { body: "{" });
    expect(response).toMatchObject({
      status: 401,
      body: { status: 401, code: "NOT_SIGNED_IN", message: "Nobody is signed in" },
    });
  });

  it.each([undefined, null])("identifies nobody if it returns %s", async (nobody) => {
    const platform = await Platform.create({ authenticate: async () => nobody });
    expect((await platform.call("GET", "/quotes/Quote:1")).status).toBe(401);
  });

  it("passes its errors to the framework", async () => {
    const failure = new Error("the database is away");
    const platform = await Platform.create({ authenticate: () => Promise.reject(failure) });
    await expect(platform.call("GET", "/quotes/Quote:1")).rejects.toBe(failure);
    const thrown = await Platform.create({
      authenticate: () => {
        throw failure;
      },
    });
    await expect(thrown.call("GET", "/quotes/Quote:1")).rejects.toBe(failure);
  });

  it("passes an error of the service to the framework, not to the page", async () => {
    const failure = new NotFoundError(
      "GET customers.retrieve failed with 404 USER_NOT_FOUND: Customer:secret",
      {
        status: 404,
        code: "USER_NOT_FOUND",
        headers: {},
        body: undefined,
      },
    );
    const platform = await Platform.create({ authenticate: () => Promise.reject(failure) });
    await expect(platform.call("GET", "/quotes/Quote:1")).rejects.toBe(failure);
  });

  it.each([undefined, null, "the database is away"])(
    "passes %j to the framework, although it is not an error",
    async (reason) => {
      const platform = await Platform.create({ authenticate: () => Promise.reject(reason) });
      await expect(platform.call("GET", "/quotes/Quote:1")).rejects.toBe(reason);
    },
  );

  const accountIds = ["InternalAccount:1"];

  it.each([
    ["a text", "Customer:1", "must return a user, or undefined"],
    ["true", true, "must return a user, or undefined"],
    ["0", 0, "must return a user, or undefined"],
    ["no accounts", { accountId: "InternalAccount:1" }, "`accountIds`"],
    ["accounts that are null", { accountIds: null }, "`accountIds`"],
    ["one account instead of a list", { accountIds: "InternalAccount:1" }, "`accountIds`"],
    ["an account that is null", { accountIds: [...accountIds, null] }, "`accountIds`"],
    ["an account that is empty", { accountIds: [""] }, "`accountIds`"],
    ["an account that is a number", { accountIds: [1] }, "`accountIds`"],
    ["a hole in the accounts", { accountIds: Array(1) }, "`accountIds`"],
    ["a customer that is null", { accountIds, customerId: null }, "`customerId`"],
    ["a customer that is empty", { accountIds, customerId: "" }, "`customerId`"],
    ["a customer that is a number", { accountIds, customerId: 1 }, "`customerId`"],
    ["a customer that is false", { accountIds, customerId: false }, "`customerId`"],
  ])("causes an error if it returns %s, before anything is sent", async (_case, result, named) => {
    const platform = await platformWith(result);
    const exchanges = await platform.exchangesOf(async () => {
      for (const [method, path] of [
        ["GET", "/customers/internal-accounts"],
        ["GET", "/receiver/external-account/ExternalAccount:1"],
        ["GET", "/quotes/Quote:1"],
      ] as const) {
        await expect(platform.call(method, path)).rejects.toMatchObject({
          name: "ConfigurationError",
          option: "authenticate",
          message: expect.stringContaining(named),
        });
      }
    });
    expect(exchanges).toEqual([]);
  });

  it.each([
    ["without a customer", { accountIds }],
    ["with a customer that is undefined", { accountIds, customerId: undefined }],
    ["without accounts", { accountIds: [] }],
    ["with more than the relay needs", { accountIds, customerId: "Customer:1", name: null }],
  ])("may return a user %s", async (_case, result) => {
    const platform = await platformWith(result);
    expect((await platform.call("GET", "/quotes/Quote:1")).status).toBe(404);
  });

  it("is read once: later changes have no effect", async () => {
    const platform = await Platform.create();
    const { ada, mallory } = platform;
    let reads = 0;
    const changing = {
      get accountIds() {
        reads += 1;
        return reads === 1 ? [ada.accountId] : [mallory.accountId];
      },
    };
    const shifty = await Platform.create({ authenticate: () => changing, client: platform.payments });
    const response = await shifty.call("GET", `/auth/credentials?accountId=${mallory.accountId}`);
    expect(response.status).toBe(404);
    expect(reads).toBe(1);
  });
});

describe("timeouts of the relay", () => {
  /** Runs `work` while the clock of `setTimeout` is advanced by hand. */
  async function withTimers<T>(work: (advance: (ms: number) => Promise<unknown>) => Promise<T>): Promise<T> {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      return await work((ms) => vi.advanceTimersByTimeAsync(ms));
    } finally {
      vi.useRealTimers();
    }
  }

  const never = () => new Promise<never>(() => {});

  it.each([
    ["10 seconds by default", {}, 10_000],
    ["what the option says", { authenticateTimeout: 250 }, 250],
  ])(
    "give authenticate %s, and then report that nothing was executed",
    async (_case, options, deadlineMs) => {
      const platform = await Platform.create({ authenticate: never, ...options });
      await withTimers(async (advance) => {
        let settled = false;
        const call = platform.call("GET", "/quotes/Quote:1").finally(() => {
          settled = true;
        });
        await advance(deadlineMs - 1);
        expect(settled).toBe(false);
        await advance(1);
        const { status, headers, body } = await call;
        expect({ status, body }).toEqual({
          status: 503,
          body: { status: 503, code: "SIGN_IN_TIMEOUT", message: expect.stringContaining("sign-in") },
        });
        expect(headers.get("retry-after")).toBe("1");
        expect(vi.getTimerCount()).toBe(0);
      });
    },
  );

  it("ignore a late failure of authenticate", async () => {
    let fail: (reason: Error) => void = () => {};
    const authenticate = () => new Promise<never>((_, reject) => (fail = reject));
    const platform = await Platform.create({ authenticate, authenticateTimeout: 5 });
    await withTimers(async (advance) => {
      const call = platform.call("GET", "/quotes/Quote:1");
      await advance(5);
      expect((await call).status).toBe(503);
      fail(new Error("too late")); // An unhandled rejection would fail the run.
      await advance(1);
    });
  });

  /** A body that sends one byte every second. */
  function dripping(seconds: number) {
    const state = { cancelled: false };
    const stream = new ReadableStream<Uint8Array>({
      async pull(controller) {
        await new Promise((resolve) => setTimeout(resolve, 1_000));
        seconds -= 1;
        if (state.cancelled) return;
        controller.enqueue(Uint8Array.of(0x20));
        if (seconds === 0) controller.close();
      },
      cancel() {
        state.cancelled = true;
      },
    });
    return { state, stream };
  }

  it.each([
    ["10 seconds by default", {}, 10],
    ["what the option says", { bodyTimeout: 3_000 }, 3],
  ])("give a whole body %s", async (_case, options, seconds) => {
    const platform = await Platform.create(options);
    await withTimers(async (advance) => {
      const { state, stream } = dripping(seconds + 5);
      const call = platform.stream("/auth/credentials", stream);
      await advance(seconds * 1_000);
      const response = await call;
      expect(response.status).toBe(408);
      expect(await response.json()).toMatchObject({ status: 408, code: "BODY_TIMEOUT" });
      expect(state.cancelled).toBe(true);
    });
  });

  it("leave no timer behind", async () => {
    const platform = await Platform.create({ bodyTimeout: 5_000 });
    await withTimers(async (advance) => {
      const call = platform.stream("/auth/credentials", dripping(4).stream);
      await advance(4_000);
      expect((await call).status).toBe(400);
      expect(vi.getTimerCount()).toBe(0);
    });
  });
});
