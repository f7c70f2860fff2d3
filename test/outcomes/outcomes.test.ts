import { readFileSync } from "node:fs";
import { nodeTransport } from "payments-sdk/node";
// Loads before the first test, because its waits are short.
import "undici";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Transport } from "payments-sdk";
import { createClient, rejection } from "../core/client";
import { dropConnection, refusal, refusedAddress, reply, startServer } from "../support/local-server";
import type { Behaviour, LocalServer } from "../support/local-server";
import { genuineReply } from "../core/genuine";
import { endings as all, expected } from "../support/endings";
import type { Ending, Result } from "../support/endings";
import { behaviourOf, keyed, plain, signed } from "./play";

/** Long enough for the local server to respond on a busy machine. It never passes in real time. */
const TIMEOUT_MS = 3_000;
/** Long enough for the first part of a response to arrive. */
const ARRIVAL_MS = 20;
const realTimeout = setTimeout;

/** What a test needs of an ending that docs/outcomes.md lists. */
const endings = all.flatMap((ending) => {
  const { name, came, means, signed: results } = ending;
  if (results === undefined) return [];
  return {
    name,
    came,
    behaviour: behaviourOf(ending),
    keyed: expected(means, "own"),
    plain: expected(means, "plain"),
    /** The advice for a PATCH. */
    patch: expected(means, "patch")[2],
    signed: results,
  };
});
type Listed = (typeof endings)[number];

const isStalling = ({ came }: Pick<Ending, "came">) => came === "no response" || came === "2xx does not end";
/** The server stalls, and then the client's timeout passes. */
const withPassingTimeout = (listed: Listed): Listed => ({
  ...listed,
  behaviour: (response, request) => {
    listed.behaviour(response, request);
    realTimeout(() => vi.advanceTimersByTime(TIMEOUT_MS), ARRIVAL_MS);
  },
});

const isNeverOpened = ({ came }: Pick<Ending, "came">) => came === "unsent";

const challenge: Behaviour = (response, request) =>
  reply(202, {
    type: "EMAIL_OTP",
    payloadToSign: "{}",
    requestId: "req-1",
    expiresAt: new Date(Date.now() + 300_000).toISOString(),
  })(response, request);

const resultOf = async (call: Promise<unknown>): Promise<Result> =>
  call.then(
    () => "succeeds",
    (error: { outcome: Result }) => error.outcome,
  );

const ofNode = nodeTransport();
afterAll(() => ofNode.destroy());
/** Every ending has the same result over each of them. */
const transports = { "the platform's fetch": undefined, undici: ofNode };

/** A server with this end for the first attempt. Without a server, the connection does not open. */
async function serverFor(ending: Listed, ...after: Behaviour[]) {
  if (isNeverOpened(ending)) return { url: await refusedAddress(), requests: [] };
  return startServer((_request, index) => [ending.behaviour, ...after][index] ?? genuineReply(200));
}

describe.each(Object.entries(transports))("over %s,", (_transport, transport) => {
  describe.each(endings)("when $name", (listed) => {
    const clientOf = (server: Pick<LocalServer, "url">, maxRetries: number) =>
      createClient({ baseUrl: server.url, transport, maxRetries, timeout: TIMEOUT_MS });
    const ending = isStalling(listed) ? withPassingTimeout(listed) : listed;
    if (isStalling(listed)) {
      beforeEach(() => {
        vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
      });
      afterEach(() => {
        vi.useRealTimers();
      });
    }

    const [first, repeated, advice] = ending.keyed;
    // Only a recognised response settles a call after a lost attempt.
    const afterLost = first === "executed" ? "executed" : "unknown";

    describe.each(Object.entries(keyed))("%s, which carries a key,", (_name, call) => {
      it(`has the outcome ${first} after one attempt, with the advice ${advice}`, async () => {
        const server = await serverFor(ending);
        const error = await rejection(call(clientOf(server, 0), { idempotencyKey: "order-17" }));
        expect(error).toMatchObject({ outcome: first, advice });
      });

      it(`is ${repeated ? "" : "not "}repeated, with the same key`, async () => {
        const retries: unknown[] = [];
        const server = await serverFor(ending);
        const hooks = { onRetry: (event: unknown) => retries.push(event) };
        const client = createClient({
          baseUrl: server.url,
          transport,
          maxRetries: 1,
          timeout: TIMEOUT_MS,
          hooks,
        });
        const result = await resultOf(call(client, { idempotencyKey: "order-17" }));
        expect(retries).toHaveLength(repeated ? 1 : 0);
        if (isNeverOpened(ending)) return;
        expect(result).toBe(repeated ? "succeeds" : first);
        expect(server.requests.map(({ headers }) => headers["idempotency-key"])).toEqual(
          Array(repeated ? 2 : 1).fill("order-17"),
        );
      });

      it(`has the outcome ${afterLost} after an attempt with a lost response`, async () => {
        const before = isNeverOpened(ending) ? ending.behaviour : dropConnection;
        const server = await startServer((_request, index) => (index === 0 ? before : ending.behaviour));
        const error = await rejection(call(clientOf(server, 1), { idempotencyKey: "order-17" }));
        expect(error).toMatchObject({ outcome: afterLost, idempotencyKey: "order-17" });
      });
    });

    const [plainFirst, plainRepeated, plainAdvice] = ending.plain;

    describe.each(Object.entries(plain))("%s, which carries no key,", (name, call) => {
      const advice = name.endsWith(".update") ? ending.patch : plainAdvice;

      it(`has the outcome ${plainFirst} after one attempt, with the advice ${advice}`, async () => {
        const server = await serverFor(ending);
        const error = await rejection(call(clientOf(server, 0), {}));
        expect(error).toMatchObject({ outcome: plainFirst, advice });
      });

      it(`is ${plainRepeated ? "" : "not "}repeated`, async () => {
        const retries: unknown[] = [];
        const server = await serverFor(ending);
        const hooks = { onRetry: (event: unknown) => retries.push(event) };
        const client = createClient({
          baseUrl: server.url,
          transport,
          maxRetries: 1,
          timeout: TIMEOUT_MS,
          hooks,
        });
        await resultOf(call(client, {}));
        expect(retries).toHaveLength(plainRepeated ? 1 : 0);
      });
    });

    describe.each(Object.entries(signed))("the signed request of %s", (_name, { call, column }) => {
      it(`ends with: ${ending.signed[column]}`, async () => {
        // On a new request, the service does not know the deleted object, and lists no created object.
        const server = await startServer(({ method }, index) => {
          if (index === 0) return challenge;
          if (index === 1) return isNeverOpened(ending) ? dropConnection : ending.behaviour;
          return method === "GET" ? genuineReply(200) : refusal(404);
        });
        if (isNeverOpened(ending)) {
          const closed = await refusedAddress();
          const isSigned = (headers: object) => "service-wallet-signature" in headers;
          const once: Transport = (request, ...limits) =>
            ofNode({ ...request, url: isSigned(request.headers) ? closed : request.url }, ...limits);
          const fetchOnce = (url: string, init: RequestInit) =>
            fetch(isSigned(init.headers as object) ? closed : url, init);
          const through = transport ? { transport: once } : { fetch: fetchOnce };
          const client = createClient({ baseUrl: server.url, ...through });
          expect(await resultOf(call(client, { signer: { stamp: () => "stamp" } }))).toBe("not-executed");
          return;
        }
        const client = clientOf(server, 0);
        expect(await resultOf(call(client, { signer: { stamp: () => "stamp" } }))).toBe(
          ending.signed[column],
        );
        // The signed request is sent once for each challenge.
        const ids = server.requests.filter(
          ({ headers }) => headers["service-wallet-signature"] !== undefined,
        );
        expect(ids).toHaveLength(1);
      });
    });
  });
});

describe("docs/outcomes.md", () => {
  const text = readFileSync(new URL("../../docs/outcomes.md", import.meta.url), "utf8");
  const yesNo = (value: boolean) => (value ? "yes" : "no");

  it("lists exactly the ends and results that these tests check", () => {
    const start = text.indexOf("<!-- table:");
    const table = text.slice(text.indexOf("\n", start), text.indexOf("<!-- end of table -->"));
    const rows = table
      .split("\n")
      .filter(
        (line) =>
          line.startsWith("| ") && !line.startsWith("| the attempt ends with") && !line.startsWith("| ---"),
      )
      .map((line) =>
        line
          .slice(2, -2)
          .split("|")
          .map((cell) => cell.trim()),
      );
    const cells = ([outcome, repeated, what]: Listed["keyed"]) => [outcome, yesNo(repeated), what];
    const results = endings.map((ending) => [
      ...cells(ending.keyed),
      ...cells(ending.plain).map((cell, at) =>
        at === 2 && ending.patch !== cell ? `${cell}; PATCH: ${ending.patch}` : cell,
      ),
      ...ending.signed,
    ]);
    // Ends with the same results share a row.
    const shared = new Map<string, string[]>();
    for (const [index, { name }] of endings.entries()) {
      const result = (results[index] ?? []).join(" | ");
      shared.set(result, [...(shared.get(result) ?? []), name]);
    }
    expect(rows.map(([names = "", ...result]) => [names.split("<br>"), result.join(" | ")])).toEqual(
      [...shared].map(([result, names]) => [names, result]),
    );
  });
});
