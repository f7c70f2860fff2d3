import type { RequestOptions, Signer } from "payments-sdk";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createClient, fakeFetch, json, rejection } from "./client";
import { challenge, email, emailCredential, lost, signer } from "./signed";

const page = (status: number) =>
  new Response("<h1>default backend</h1>", { status, headers: { "content-type": "text/html" } });

afterEach(() => {
  vi.useRealTimers();
});

describe("a call with a signed retry", () => {
  it("does not report a session as revoked because of a proxy's page [SRY-10]", async () => {
    const script = [challenge, lost, () => page(404)];
    const { fetch, calls } = fakeFetch((_call, index) => (script[index] ?? lost)());
    const error = await rejection(createClient({ fetch }).auth.sessions.revoke("Session:1", { signer }));
    expect(error).toMatchObject({ name: "ConnectionError", outcome: "unknown" });
    expect(calls).toHaveLength(3);
  });

  it("reports a session as revoked if the service itself does not know it", async () => {
    const script = [challenge, lost, () => json({ code: "NOT_FOUND" }, 404)];
    const { fetch } = fakeFetch((_call, index) => (script[index] ?? lost)());
    expect(await createClient({ fetch }).auth.sessions.revoke("Session:1", { signer })).toBeUndefined();
  });

  it("has one `totalTimeout` for both requests, without the signer's time", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    const after = <T>(milliseconds: number, value: () => T) =>
      new Promise<T>((resolve) => setTimeout(() => resolve(value()), milliseconds));
    const run = (legMs: number, stampMs: number) => {
      const { fetch } = fakeFetch((_call, index) =>
        after(legMs, index === 0 ? challenge : () => new Response(null, { status: 204 })),
      );
      const slow: Signer = { stamp: () => after(stampMs, () => "stamp") };
      return createClient({ fetch, totalTimeout: 1_000 }).auth.sessions.revoke("Session:1", { signer: slow });
    };
    const tooLong = rejection(run(700, 10));
    await vi.advanceTimersByTimeAsync(1_010);
    expect(await tooLong).toMatchObject({ name: "TimeoutError", scope: "total", outcome: "unknown" });

    const withPerson = run(400, 60_000);
    await vi.advanceTimersByTimeAsync(60_800);
    expect(await withPerson).toBeUndefined();
  });

  it("starts no request without remaining time", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    const { fetch, calls } = fakeFetch(() => {
      // The response arrives exactly when the time ends.
      vi.advanceTimersByTime(999);
      return challenge();
    });
    const busy: Signer = {
      stamp: () => {
        queueMicrotask(() => queueMicrotask(() => vi.advanceTimersByTime(5)));
        return "stamp";
      },
    };
    const error = await rejection(
      createClient({ fetch, totalTimeout: 1_000 }).auth.sessions.revoke("Session:1", { signer: busy }),
    );
    expect(error).toMatchObject({ name: "TimeoutError", outcome: "not-executed" });
    expect(calls).toHaveLength(1);
  });

  it("fires `onError` once for a failed call, and never for a successful one", async () => {
    const failures: unknown[] = [];
    const call = (script: (() => Response | Promise<Response>)[]) => {
      const { fetch } = fakeFetch((_call, index) => (script[index] ?? lost)());
      const hooks = { onError: ({ error }: { error: unknown }) => void failures.push(error) };
      return createClient({ fetch, hooks }).auth.sessions.revoke("Session:1", { signer });
    };
    await call([challenge, lost, () => json({ code: "NOT_FOUND" }, 404)]);
    await call([
      challenge,
      () => json({ code: "X" }, 401),
      challenge,
      () => new Response(null, { status: 204 }),
    ]);
    expect(failures).toEqual([]);
    const error = await rejection(call([challenge, lost, lost, lost, lost]));
    expect(failures).toEqual([error]);
  });

  it("searches the result of a lost creation with the call's headers and limits", async () => {
    const made = emailCredential(new Date().toISOString());
    const script = [challenge, lost, () => json({ data: [made] })];
    const { fetch, calls } = fakeFetch((_call, index) => (script[index] ?? lost)());
    const options = { signer, headers: { "x-tenant": "t1" } };
    expect(await createClient({ fetch }).auth.credentials.create(email, options)).toEqual(made);
    expect(calls.map(({ init, headers }) => `${init.method} ${headers.get("x-tenant")}`)).toEqual([
      "POST t1",
      "POST t1",
      "GET t1",
    ]);
  });
});

it.each<[string, (options: RequestOptions) => PromiseLike<unknown>]>([
  ["a raw read", (options) => createClient({}).request("GET", "/auth/sessions", options)],
  ["a raw list", async (options) => createClient({}).paginate("/auth/sessions", options)],
  ["a payment", (options) => createClient({}).quotes.execute("Quote:1", {}, options)],
  ["a list", async (options) => createClient({}).customers.list({}, options)],
])("a signer is rejected if the call needs no signature: %s", async (_case, run) => {
  expect(await rejection(run({ signer }))).toMatchObject({
    name: "InvalidRequestError",
    issues: [{ path: "signer", message: expect.stringContaining("has no effect on") }],
  });
});
