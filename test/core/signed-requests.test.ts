import type { CredentialCreateParams, RequestOptions, Signer } from "payments-sdk";
import { describe, expect, it } from "vitest";
import { createClient, fakeFetch, json, refusal, rejection } from "./client";
import { challenge, lost, noContent, notFound, signer, unauthorized } from "./signed";
import type { Step } from "./signed";
import type { FailureEvent } from "../../src/core/types";

const untyped = <T>(value: unknown) => value as T;

const passkey: CredentialCreateParams = {
  type: "PASSKEY",
  accountId: "InternalAccount:1",
  nickname: "My phone",
  challenge: "AAAA",
  attestation: { credentialId: "AAAA", clientDataJson: "AAAA", attestationObject: "AAAA", transports: [] },
};

/** The operations with a signed retry (specification, "Signed-retry pattern"). */
const operations = {
  "auth.credentials.create": (client, options) => client.auth.credentials.create(passkey, options),
  "auth.credentials.revoke": (client, options) => client.auth.credentials.revoke("AuthMethod:1", options),
  "auth.sessions.revoke": (client, options) => client.auth.sessions.revoke("Session:1", options),
  "internalAccounts.export": (client, options) =>
    client.internalAccounts.export("InternalAccount:1", { clientPublicKey: `04${"ab".repeat(64)}` }, options),
} satisfies Record<
  string,
  (client: ReturnType<typeof createClient>, options: RequestOptions & { signer: Signer }) => Promise<unknown>
>;
type Operation = keyof typeof operations;
const names = Object.keys(operations) as Operation[];

/** The response to each signed request. */
const done: Record<Operation, Step> = {
  "auth.credentials.create": () =>
    json({ id: "AuthMethod:1", accountId: "InternalAccount:1", type: "PASSKEY" }),
  "auth.credentials.revoke": noContent,
  "auth.sessions.revoke": noContent,
  "internalAccounts.export": () => json({ encryptedWalletCredentials: "sealed" }),
};
const deletions: Operation[] = ["auth.credentials.revoke", "auth.sessions.revoke"];

function start(
  operation: Operation,
  script: Step[],
  options: Omit<RequestOptions, "signer"> & { signer?: Signer } = {},
) {
  const failures: FailureEvent[] = [];
  const { fetch, calls } = fakeFetch((_call, index) => (script[index] ?? lost)());
  const client = createClient({ fetch, hooks: { onError: (event) => failures.push(event) } });
  return { result: operations[operation](client, { signer, ...options }), calls, failures };
}

const isSigned = ({ headers }: { headers: Headers }) => headers.has("service-wallet-signature");

describe("a signed request that gets another challenge", () => {
  it.each(names)(
    "%s: is not executed, and a second round ends with a typed error [SRY-11]",
    async (operation) => {
      const { result, calls, failures } = start(operation, [
        challenge,
        challenge,
        challenge,
        challenge,
        challenge,
      ]);
      const error = await rejection(result);
      expect(error).toMatchObject({
        name: "ChallengeRepeatedError",
        code: "CHALLENGE_REPEATED",
        operation,
        outcome: "not-executed",
      });
      expect(calls.map(isSigned)).toEqual([false, true, false, true]);
      expect(failures.map((event) => event.error)).toEqual([error]);
    },
  );

  it.each(names)("%s: succeeds if the second round succeeds [SRY-11]", async (operation) => {
    const isDeletion = deletions.includes(operation);
    const { result, calls } = start(operation, [challenge, challenge, challenge, done[operation]]);
    if (isDeletion) expect(await result).toBeUndefined();
    else expect(await result).toBeTypeOf("object");
    expect(calls).toHaveLength(4);
  });

  it("has an unknown outcome if the 202 has no challenge, because it is not the service's", async () => {
    const { result, calls } = start("auth.sessions.revoke", [challenge, () => json({ accepted: true }, 202)]);
    expect(await rejection(result)).toMatchObject({ code: "UNREADABLE_RESPONSE", outcome: "unknown" });
    expect(calls.filter(isSigned)).toHaveLength(1);
  });
});

describe("an unusable challenge", () => {
  it.each(names)("%s: a 202 without a challenge is an error and fires `onError`", async (operation) => {
    const foreign = () => json({ id: "x" }, 202);
    const { result, calls, failures } = start(operation, [foreign, foreign, foreign]);
    const error = await rejection(result);
    // Only a creation can act without a signature, so only the others are repeated.
    const isCreation = operation === "auth.credentials.create";
    expect(error).toMatchObject({
      code: deletions.includes(operation) ? "UNREADABLE_RESPONSE" : "UNRELATED_RESPONSE",
      outcome: isCreation ? "unknown" : "not-executed",
    });
    expect(calls).toHaveLength(isCreation ? 1 : 3);
    expect(failures).toMatchObject([{ operation, error }]);
    expect(failures).toHaveLength(1);
  });

  it("that has expired twice is rejected before signing, and fires `onError` [SRY-07]", async () => {
    const expired = () => challenge({ expiresAt: new Date(Date.now() - 1).toISOString() });
    let stamps = 0;
    const counting: Signer = { stamp: () => `stamp-${(stamps += 1)}` };
    const { result, calls, failures } = start("auth.sessions.revoke", [expired, expired, expired], {
      signer: counting,
    });
    const error = await rejection(result);
    expect(error).toMatchObject({
      name: "ChallengeExpiredError",
      code: "CHALLENGE_EXPIRED",
      operation: "auth.sessions.revoke",
      outcome: "not-executed",
    });
    expect(calls.map(isSigned)).toEqual([false, false]);
    expect(stamps).toBe(0);
    expect(failures.map((event) => event.error)).toEqual([error]);
  });

  it.each([" ", "a\r\nx-injected: 1", "日本", "a\u0000", " padded "])(
    "with the request id %o ends the call",
    async (requestId) => {
      const { result, calls } = start("auth.sessions.revoke", [() => challenge({ requestId })]);
      const error = await rejection(result);
      expect(error).toMatchObject({
        name: "InvalidRequestError",
        outcome: "not-executed",
        issues: [{ path: "requestId" }],
      });
      if (requestId.trim() !== "") expect(String(error)).not.toContain(requestId.trim());
      expect(calls).toHaveLength(1);
    },
  );

  it.each([
    ["undefined", undefined],
    ["null", null],
    ["a number", 5],
    ["bytes", new Uint8Array(3)],
    ["nothing", ""],
    ["a line break", "secret-stamp\r\nx-injected: 1"],
    ["a character beyond ASCII", "secret-stamp-é"],
  ])("for a signer that returns %s ends the call", async (_case, stamp) => {
    const { result, calls } = start("auth.sessions.revoke", [challenge], {
      signer: { stamp: () => untyped<string>(stamp) },
    });
    const error = await rejection(result);
    expect(error).toMatchObject({
      name: "InvalidRequestError",
      outcome: "not-executed",
      issues: [{ path: "signer" }],
    });
    expect(JSON.stringify(error) + String(error)).not.toContain("secret-stamp");
    expect(calls).toHaveLength(1);
  });

  it("for a signer that throws rejects with the signer's error without `onError`", async () => {
    const own = new Error("the person said no");
    const { result, calls, failures } = start("auth.sessions.revoke", [challenge], {
      signer: {
        stamp: () => {
          throw own;
        },
      },
    });
    expect(await rejection(result)).toBe(own);
    expect(calls).toHaveLength(1);
    expect(failures).toEqual([]);
  });
});

describe("a lost signed request", () => {
  it.each(deletions)(
    "%s: is requested again, and succeeds if the service returns 404 [SRY-08]",
    async (operation) => {
      const { result, calls } = start(operation, [challenge, lost, notFound]);
      expect(await result).toBeUndefined();
      expect(calls.map(isSigned)).toEqual([false, true, false]);
    },
  );

  it.each(deletions)("%s: is signed again after a new challenge", async (operation) => {
    const { result, calls } = start(operation, [challenge, lost, challenge, noContent]);
    expect(await result).toBeUndefined();
    expect(calls.map(isSigned)).toEqual([false, true, false, true]);
  });

  it.each(deletions)("%s: was only slow if the second signed request gets a 404", async (operation) => {
    const { result } = start(operation, [challenge, lost, challenge, notFound, notFound]);
    expect(await result).toBeUndefined();
  });

  it.each(deletions)("%s: a gateway's 404 proves nothing", async (operation) => {
    const gateway = () => json({ message: "no Route matched" }, 404);
    for (const script of [
      [challenge, lost, gateway],
      [challenge, lost, challenge, gateway],
      [challenge, lost, challenge, lost, gateway],
    ]) {
      expect(await rejection(start(operation, script).result)).toMatchObject({ outcome: "unknown" });
    }
  });

  it.each(deletions)(
    "%s: keeps its error if the second one is refused, because it may still act",
    async (operation) => {
      const { result, calls } = start(operation, [challenge, lost, challenge, unauthorized, challenge]);
      expect(await rejection(result)).toMatchObject({ name: "ConnectionError", outcome: "unknown" });
      expect(calls).toHaveLength(5);
    },
  );

  it.each(deletions)("%s: keeps its error if the second one is refused for good", async (operation) => {
    const { result } = start(operation, [challenge, lost, challenge, () => refusal(400)]);
    expect(await rejection(result)).toMatchObject({ name: "ConnectionError", outcome: "unknown" });
  });

  it.each(deletions)("%s: a third round only checks whether the second one succeeded", async (operation) => {
    const deleted = start(operation, [challenge, lost, challenge, lost, notFound]);
    expect(await deleted.result).toBeUndefined();
    const open = start(operation, [challenge, lost, challenge, lost, challenge, noContent]);
    expect(await rejection(open.result)).toMatchObject({ outcome: "unknown" });
    expect(open.calls.map(isSigned)).toEqual([false, true, false, true, false]);
  });

  it("of an export stays unknown, because no read shows whether the phrase was sealed", async () => {
    const { result, calls } = start("internalAccounts.export", [challenge, lost]);
    expect(await rejection(result)).toMatchObject({ name: "ConnectionError", outcome: "unknown" });
    expect(calls).toHaveLength(2);
  });

  it("is not a complete response with an unexpected shape, which is an error without a retry", async () => {
    const wrong = { id: "AuthMethod:1", accountId: passkey.accountId, type: 7 };
    const { fetch, calls } = fakeFetch((_call, index) => (index === 0 ? challenge() : json(wrong, 201)));
    const client = createClient({ fetch, validation: "strict" });
    const error = await rejection(client.auth.credentials.create(passkey, { signer }));
    expect(error).toMatchObject({
      code: "INVALID_RESPONSE",
      outcome: "executed",
      body: wrong,
    });
    expect(calls).toHaveLength(2);
  });
});

describe("a registration with a lost response", () => {
  const made = (seconds: number) => ({
    id: "AuthMethod:1",
    accountId: "InternalAccount:1",
    type: "PASSKEY",
    nickname: "My phone",
    createdAt: new Date(Date.now() + seconds * 1_000).toISOString(),
    updatedAt: new Date(Date.now()).toISOString(),
  });
  const listed = (row: unknown) => () => json({ data: [row] });

  it("is found by its time, although `Date` headers have whole seconds", async () => {
    const date = new Date(Math.floor(Date.now() / 1_000) * 1_000);
    const atSecond = { ...made(0), createdAt: date.toISOString() };
    const withDate = () =>
      new Response(challenge().body, { status: 202, headers: { date: date.toUTCString() } });
    const { result, calls } = start("auth.credentials.create", [withDate, lost, listed(atSecond)]);
    expect(await result).toEqual(atSecond);
    expect(calls.map(({ init }) => init.method)).toEqual(["POST", "POST", "GET"]);
  });

  it("is not a credential older than its challenge", async () => {
    const { result } = start("auth.credentials.create", [challenge, lost, listed(made(-5))]);
    expect(await rejection(result)).toMatchObject({ outcome: "unknown" });
  });

  it("stays unknown if the list cannot be read", async () => {
    const { result } = start("auth.credentials.create", [challenge, lost, unauthorized], { maxRetries: 0 });
    expect(await rejection(result)).toMatchObject({ name: "ConnectionError", outcome: "unknown" });
  });

  it("is searched within the call's remaining time, and with its signal", async () => {
    const controller = new AbortController();
    const reason = new Error("enough");
    const hanging: Step = () => {
      queueMicrotask(() => controller.abort(reason));
      return new Promise<Response>(() => {});
    };
    const aborted = start("auth.credentials.create", [challenge, lost, hanging], {
      signal: controller.signal,
    });
    expect(await rejection(aborted.result)).toMatchObject({
      code: "ABORTED",
      outcome: "unknown",
      operation: "auth.credentials.create",
      cause: reason,
    });

    const silent: Step = () => new Promise<Response>(() => {});
    const late = start("auth.credentials.create", [challenge, lost, silent], { totalTimeout: 60 });
    expect(await rejection(late.result)).toMatchObject({ name: "ConnectionError", outcome: "unknown" });
  });
});

describe("an initial request that fails", () => {
  it.each(names)("%s: may have acted only if it creates something", async (operation) => {
    const { result } = start(operation, [lost, lost, lost]);
    expect(await rejection(result)).toMatchObject({
      outcome: operation === "auth.credentials.create" ? "unknown" : "not-executed",
    });
  });

  it.each(names)("%s: is repeated only if it cannot act", async (operation) => {
    for (const failing of [lost, () => refusal(500)]) {
      const { result, calls } = start(operation, [failing, challenge, noContent]);
      await result.catch(() => {});
      expect(calls).toHaveLength(operation === "auth.credentials.create" ? 1 : 3);
    }
  });

  it("reports the last failed attempt", async () => {
    const { result, failures } = start("auth.sessions.revoke", [lost, lost, lost]);
    const error = await rejection(result);
    expect(failures).toMatchObject([{ attempt: 3, error }]);
  });

  it("that is aborted reports nothing", async () => {
    const reason = await rejection(createClient({}).customers.retrieve(""));
    const controller = new AbortController();
    const aborting: Step = () => {
      controller.abort(reason);
      return new Promise<Response>(() => {});
    };
    const { result, failures } = start("auth.sessions.revoke", [aborting], { signal: controller.signal });
    expect(await rejection(result)).toMatchObject({
      code: "ABORTED",
      operation: "auth.sessions.revoke",
      outcome: "not-executed",
      cause: reason,
    });
    expect(failures).toEqual([]);
  });
});
