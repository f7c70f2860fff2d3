import assert from "node:assert/strict";
import fc from "fast-check";
import type { PaymentsClient, Signer } from "payments-sdk";
import { createClient, json, networkError, refusal } from "../../core/client";
import { samples } from "../../models/samples";
import { endingOf, requireNoEngineText, requirePaymentsError } from "../assertions";
import { mutated, mutation } from "../mutate";
import type { Mutation } from "../mutate";
import { defineProperty } from "../property";
import type { FuzzProperty } from "../property";
import { tameJunk } from "../values";
import type { Junk } from "../values";

const NOW = Date.parse("2026-04-27T09:00:00Z");
const ACCOUNT = "InternalAccount:1";
const clientPublicKey = `04${"0".repeat(128)}`;
const CREDENTIAL = {
  ...samples["AuthMethod"]?.response,
  id: "AuthMethod:9",
  type: "EMAIL_OTP",
  accountId: ACCOUNT,
  createdAt: new Date(NOW).toISOString(),
};

/** An operation with a signed retry, and the service's response after execution. */
interface Operation {
  readonly name: string;
  readonly run: (client: PaymentsClient, signer: Signer) => Promise<unknown>;
  readonly done: () => Response;
  readonly isDeletion: boolean;
}

const deleted = () => new Response(null, { status: 204 });
const OPERATIONS: readonly Operation[] = [
  {
    name: "add credential",
    run: (client, signer) =>
      client.auth.credentials.create({ type: "EMAIL_OTP", accountId: ACCOUNT }, { signer }),
    done: () => json(CREDENTIAL, 201),
    isDeletion: false,
  },
  {
    name: "revoke credential",
    run: (client, signer) => client.auth.credentials.revoke("AuthMethod:1", { signer }),
    done: deleted,
    isDeletion: true,
  },
  {
    name: "revoke session",
    run: (client, signer) => client.auth.sessions.revoke("Session:1", { signer }),
    done: deleted,
    isDeletion: true,
  },
  {
    name: "export wallet",
    run: (client, signer) => client.internalAccounts.export(ACCOUNT, { clientPublicKey }, { signer }),
    done: () => json({ id: ACCOUNT, encryptedWalletCredentials: "sealed" }),
    isDeletion: false,
  },
];

/** A challenge as a hostile service, or what stands before it, sends it. */
interface Challenge {
  readonly fields: Readonly<Record<string, string>>;
  readonly mutations: readonly Mutation[];
}

/** The fate of one signed request: whether the service executes it, and its response. */
interface Signed {
  readonly isExecuted: boolean;
  readonly comesBack:
    | "told"
    | "nothing"
    | "5xx"
    | "foreign error"
    | "foreign success"
    | "cut"
    | "older challenge"
    | "other 202";
  /** The response if it was not executed. */
  readonly refusal: "401" | "403" | "409" | "422" | "challenge";
}

const challenge: fc.Arbitrary<Challenge> = fc.record({
  fields: fc.record(
    {
      payloadToSign: fc.constantFrom('{"p":1}', "", "\ud800", "é 日本", "x".repeat(20_000), '{"p":1}\r\n'),
      requestId: fc.constantFrom(
        "request-1",
        "request-2",
        "",
        " ",
        "a\r\nx-injected: 1",
        "é",
        "r".repeat(9_000),
      ),
      expiresAt: fc.oneof(
        { weight: 4, arbitrary: fc.constant("2026-04-27T09:05:00Z") },
        {
          weight: 1,
          arbitrary: fc.constantFrom("2000-01-01T00:00:00Z", "soon", "", "275760-09-13T00:00:00Z", "9999"),
        },
      ),
    },
    { requiredKeys: [] },
  ),
  mutations: fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    { weight: 2, arbitrary: fc.array(mutation(), { minLength: 1, maxLength: 2 }) },
  ),
});

const signedRequest: fc.Arbitrary<Signed> = fc.record({
  isExecuted: fc.boolean(),
  comesBack: fc.constantFrom(
    "told" as const,
    "told" as const,
    "nothing" as const,
    "5xx" as const,
    "foreign error" as const,
    "foreign success" as const,
    "cut" as const,
    "older challenge" as const,
    "other 202" as const,
  ),
  refusal: fc.constantFrom("401", "403", "409", "422", "challenge"),
});

interface Case {
  readonly operation: Operation;
  readonly challenges: readonly Challenge[];
  readonly signed: readonly Signed[];
  /** What the signer gives in the place of a stamp. */
  readonly stamp: Junk | undefined;
}

const at = <Item>(list: readonly Item[], index: number): Item =>
  list[Math.min(index, list.length - 1)] ?? assert.fail();

/** The service with its ledger, and what it saw. */
class Service {
  readonly #case: Case;
  /** What the challenges asked to be signed, in order; what is no challenge stands there as `undefined`. */
  readonly asked: ({ payload: string; requestId: string; ends: number } | undefined)[] = [];
  readonly stamped: string[] = [];
  executions = 0;
  requests = 0;
  /** One letter for each request: initial, signed, reading. */
  order = "";
  readonly #bodies = new Set<unknown>();

  constructor(given: Case) {
    this.#case = given;
  }

  /** What does not hold of a request: the client would take what `fetch` throws for a failure of the network. */
  violation: unknown;

  readonly fetch = async (_: string, init: RequestInit): Promise<Response> => {
    try {
      return this.#respond(init);
    } catch (error) {
      if (error instanceof assert.AssertionError) this.violation ??= error;
      throw error;
    }
  };

  #respond(init: RequestInit): Response {
    this.requests += 1;
    assert.ok(this.requests <= 8, "the call goes on and on");
    const headers = new Headers(init.headers);
    assert.equal(headers.get("x-injected"), null);
    if (init.method === "GET") {
      this.order += "r";
      return json({ data: this.executions > 0 ? [CREDENTIAL] : [] });
    }
    this.#bodies.add(init.body);
    assert.equal(this.#bodies.size, 1, "the signed request is not the one that was asked about");
    const stamp = headers.get("service-wallet-signature");
    return stamp === null ? this.#initial() : this.#signed(stamp, headers.get("request-id") ?? "");
  }

  #initial(): Response {
    this.order += "i";
    const { operation, challenges } = this.#case;
    if (operation.isDeletion && this.executions > 0) return refusal(404, "NOT_FOUND");
    const text = this.#challengeText(at(challenges, this.asked.length));
    const { payloadToSign, requestId, expiresAt } = objectOf(text);
    const ends = typeof expiresAt === "string" ? Date.parse(expiresAt) : NaN;
    const isAsked = typeof payloadToSign === "string" && typeof requestId === "string";
    this.asked.push(isAsked ? { payload: payloadToSign, requestId, ends } : undefined);
    return json(text, 202);
  }

  #challengeText({ fields, mutations }: Challenge): string {
    const good = {
      payloadToSign: "p",
      requestId: `request-${this.requests}`,
      expiresAt: "2026-04-27T09:05:00Z",
    };
    return mutated({ ...good, ...fields }, mutations).text;
  }

  #signed(stamp: string, requestId: string): Response {
    this.order += "s";
    const asked = this.asked.at(-1);
    assert.equal(requestId, asked?.requestId, "signed for another challenge");
    assert.equal(this.stamped.at(-1), asked?.payload, "another text was signed");
    assert.ok(!(NOW >= (asked?.ends ?? 0)), "signed after its end");
    if (this.#case.stamp === undefined) assert.equal(stamp, `stamp-${this.stamped.length}`);
    const {
      isExecuted,
      comesBack: back,
      refusal: said,
    } = at(this.#case.signed, this.order.split("s").length - 2);
    if (isExecuted) this.executions += 1;
    switch (back) {
      case "told":
        if (isExecuted) return this.#case.operation.done();
        if (said !== "challenge") return refusal(Number(said), "REFUSED");
        return json(
          { payloadToSign: "next", requestId: `next-${this.requests}`, expiresAt: "2026-04-27T09:10:00Z" },
          202,
        );
      case "nothing":
        throw networkError("ECONNRESET");
      case "5xx":
        return new Response("<html>", { status: 502 });
      case "foreign error":
        return new Response("<html>", { status: 403 });
      case "foreign success":
        return new Response("<html>welcome", { status: 200, headers: { "content-type": "text/html" } });
      case "cut":
        return new Response('{"id":', { status: 203, headers: { "content-type": "application/json" } });
      case "older challenge":
        return json({ payloadToSign: "old", requestId: "old", expiresAt: "1999-01-01T00:00:00Z" }, 202);
      case "other 202":
        return json({ accepted: true }, 202);
    }
  }
}

function objectOf(text: string): Record<string, unknown> {
  const value: unknown = JSON.parse(text);
  return typeof value === "object" && value !== null ? { ...value } : {};
}

/** Each challenge is signed once, nothing else is signed, and the client's outcome agrees with the ledger. */
async function holds(given: Case): Promise<void> {
  const service = new Service(given);
  const client = createClient({ fetch: service.fetch, maxRetries: 0, now: () => NOW });
  const signer = {
    stamp: (payload: string) => {
      service.stamped.push(payload);
      return given.stamp === undefined ? `stamp-${service.stamped.length}` : (given.stamp.value() as string);
    },
  };
  const ending = await endingOf(() => given.operation.run(client, signer));
  const { executions, order, stamped, asked, violation } = service;
  if (violation !== undefined) throw violation;
  const signed = order.split("s").length - 1;
  assert.ok(signed <= 2, `${signed} signed requests`);
  assert.doesNotMatch(order, /s[^i]*s/, "two signed requests for one challenge");
  assert.ok(stamped.length <= asked.filter((one) => one !== undefined).length, "signed without a challenge");
  if (!given.operation.isDeletion) assert.ok(executions <= 1, "carried out twice");
  if (!("error" in ending)) return assert.ok(executions > 0, "a call that was not carried out resolved");
  const { error } = ending;
  requirePaymentsError(error);
  requireNoEngineText(error);
  if (error.outcome === "not-executed") assert.equal(executions, 0, `${order}: it was carried out`);
  if (error.outcome === "executed") assert.ok(executions > 0, `${order}: it was not carried out`);
}

export const signedRetries: FuzzProperty = defineProperty(
  "a hostile service in a signed retry",
  30,
  fc.record({
    operation: fc.constantFrom(...OPERATIONS),
    challenges: fc.array(challenge, { minLength: 1, maxLength: 3 }),
    signed: fc.array(signedRequest, { minLength: 1, maxLength: 2 }),
    stamp: fc.option(tameJunk, { nil: undefined, freq: 8 }),
  }),
  holds,
);
