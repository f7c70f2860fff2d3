import { afterEach, describe, expect, it, vi } from "vitest";
import { createClient, fakeFetch, json, networkError, refusal, rejection } from "./client";
import { clientWith, page } from "./pages";

const reason = new Error("the customer left");
const transaction = { id: "Transaction:1", type: "OUTGOING", status: "PENDING" };

afterEach(() => {
  vi.useRealTimers();
});

describe("a wait between two requests", () => {
  const waiting = (until: (controller: AbortController) => void) => {
    const controller = new AbortController();
    const { fetch, calls } = fakeFetch(() => json(transaction));
    const waited = createClient({ fetch }).transactions.waitFor("Transaction:1", {
      interval: 60_000,
      signal: controller.signal,
      until: () => {
        until(controller);
        return false;
      },
    });
    return { failed: rejection(waited), calls, controller };
  };

  it("does not start after an abort", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { failed, calls } = waiting((controller) => controller.abort(reason));
    expect(await failed).toMatchObject({ code: "ABORTED", cause: reason, operation: "transactions.waitFor" });
    expect(calls).toHaveLength(1);
  });

  it("clears its timer after an abort", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { failed, controller } = waiting(() => {});
    await vi.waitUntil(() => vi.getTimerCount() === 1, { interval: 1 });
    controller.abort(reason);
    expect(await failed).toMatchObject({ code: "ABORTED", cause: reason, operation: "transactions.waitFor" });
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("a wait for a payment, after an error of its read", () => {
  it.each<[string, () => Response, object]>([
    ["404", () => refusal(404, "TRANSACTION_NOT_FOUND"), { name: "NotFoundError", status: 404 }],
    ["503", () => refusal(503, "UNAVAILABLE"), { name: "ServerError", status: 503 }],
    [
      "lost connection",
      () => {
        throw networkError("ECONNRESET");
      },
      { name: "ConnectionError", platformCode: "ECONNRESET" },
    ],
  ])("says that the outcome is unknown: %s", async (_, respond, facts) => {
    const payments = createClient({ fetch: fakeFetch(respond).fetch });
    const error = await rejection(payments.transactions.waitFor("Transaction:1"));
    expect(error).toMatchObject({ ...facts, outcome: "unknown", advice: "reconcile" });
  });

  it("asks for a correction of its own id", async () => {
    const { fetch } = fakeFetch(() => json(transaction));
    const error = await rejection(createClient({ fetch }).transactions.waitFor("Quote:1"));
    expect(error).toMatchObject({ code: "INVALID_REQUEST", outcome: "not-executed", advice: "fix" });
  });
});

describe("a list, as a promise of its first page", () => {
  it("runs `finally` and resolves to the page", async () => {
    const { payments } = clientWith(() => page([1]));
    const after = vi.fn();
    expect((await payments.transactions.list().finally(after)).data).toHaveLength(1);
    expect(after).toHaveBeenCalledTimes(1);
  });
});
