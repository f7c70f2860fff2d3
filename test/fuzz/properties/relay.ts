import assert from "node:assert/strict";
import fc from "fast-check";
import { createWalletRelay, toNodeHandler } from "payments-sdk/relay";
import { operations } from "../../../src/relay/operations";
import { CLIENT_SECRET, createClient } from "../../core/client";
import { METHODS } from "../../resources/methods";
import { samples } from "../../models/samples";
import { endingOf, requirePaymentsError } from "../assertions";
import { mutated, mutation } from "../mutate";
import { defineProperty } from "../property";
import type { FuzzProperty } from "../property";
import { oddText, tameJunk } from "../values";
import { requireWellFormed } from "./arguments";

const PAGE = "https://wallet.example";
const MINE = "InternalAccount:1";
const THEIRS = "InternalAccount:2";
const secret = "a secret of the platform, 32 bytes or more";
const authenticate = () => ({ accountIds: [MINE], customerId: "Customer:1" });

const bodies: readonly unknown[] = [
  ...METHODS.flatMap(({ name, params }) =>
    /^(?:quotes|auth|internalAccounts)\./.test(name) ? [params] : [],
  ),
  { accountId: MINE },
];
const answers: readonly unknown[] = [
  ...[
    "Quote",
    "AuthMethodList",
    "InternalAccountList",
    "Session",
    "WalletExport",
    "UmaLookup",
    "CustomerPage",
  ].map((name) => samples[name]?.response),
  {
    data: [
      { id: "AuthMethod:1", accountId: MINE },
      { id: "Session:1", accountId: MINE },
      { id: THEIRS, accountId: THEIRS, customerId: "Customer:2", type: "EMBEDDED_WALLET" },
      { id: MINE, accountId: MINE, customerId: "Customer:1", type: "EMBEDDED_WALLET" },
    ],
    hasMore: false,
  },
  { payloadToSign: "p", requestId: "r", expiresAt: "2030-01-01T00:00:00Z" },
];

/** One response of the service. */
const answer = fc.record({
  body: fc.record({
    sample: fc.nat(answers.length - 1),
    mutations: fc.array(mutation([CLIENT_SECRET, MINE, THEIRS]), { maxLength: 2 }),
  }),
  status: fc.oneof(
    { weight: 5, arbitrary: fc.constant(200) },
    { weight: 2, arbitrary: fc.constantFrom(201, 202, 204, 400, 401, 403, 404, 409, 429, 500, 503) },
  ),
  date: fc.constantFrom(undefined, "Mon, 27 Apr 2026 12:00:00 GMT", "275760-09-13T00:00:00Z", "x"),
});

const headerText = oddText.filter((text) => text.length < 5_000 && /^[\x20-\x7e\x80-\xff]*$/.test(text));
const idText = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      "AuthMethod:1",
      "Session:1",
      "Quote:1",
      MINE,
      THEIRS,
      "$bob@example.com",
      "ExternalAccount:1",
    ),
  },
  { weight: 1, arbitrary: oddText },
);

/** A call as any program can send it to the relay. */
const pageCall = fc.record({
  operation: fc.constantFrom(...operations),
  id: idText,
  isEncoded: fc.boolean(),
  suffix: fc.oneof(
    { weight: 6, arbitrary: fc.constant("") },
    { weight: 1, arbitrary: fc.constantFrom("/", "/..", "//", "%2f..", ";a", "/x") },
  ),
  query: fc.array(
    fc.tuple(
      fc.constantFrom(
        "accountId",
        "accountIdentifier",
        "limit",
        "cursor",
        "type",
        "currency",
        "_method",
        "__proto__",
        "customerId",
      ),
      fc.oneof(idText, oddText),
    ),
    { maxLength: 2 },
  ),
  method: fc.oneof(
    { weight: 8, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.constantFrom("OPTIONS", "PUT", "HEAD", "PATCH", "DELETE", "POST") },
  ),
  body: fc.record({
    sample: fc.nat(bodies.length - 1),
    mutations: fc.array(mutation([MINE, THEIRS]), { maxLength: 3 }),
    raw: fc.option(oddText, { nil: undefined, freq: 8 }),
  }),
  headers: fc.dictionary(
    fc.constantFrom(
      "origin",
      "sec-fetch-site",
      "content-type",
      "content-length",
      "content-encoding",
      "cookie",
      "x-http-method-override",
      "service-wallet-signature",
      "request-id",
      "idempotency-key",
      "authorization",
      "x-evil",
      "access-control-request-method",
    ),
    fc.oneof(
      headerText,
      fc.constantFrom(
        PAGE,
        "null",
        "https://evil.example",
        "application/json",
        "same-origin",
        "cross-site",
        "5",
      ),
    ),
    { maxKeys: 2 },
  ),
  answers: fc.array(answer, { minLength: 1, maxLength: 4 }),
});
type PageCall = typeof pageCall extends fc.Arbitrary<infer Value> ? Value : never;

function requestOf({ operation, id, isEncoded, suffix, query, method, body, headers }: PageCall): Request {
  const parameter = isEncoded
    ? encodeURIComponent(id.replace(/[\ud800-\udfff]/gu, "?"))
    : id.replace(/[?#]/g, "");
  const path = operation.template.replace(/\{\w+\}/, () => parameter);
  const search = new URLSearchParams(query.map(([name, value]) => [name, value.slice(0, 2_000)]));
  const used = method ?? operation.method;
  const given = new Headers({
    origin: PAGE,
    "sec-fetch-site": "same-origin",
    "content-type": "application/json",
  });
  for (const [name, value] of Object.entries(headers)) given.set(name, value);
  const text = body.raw ?? mutated(bodies[body.sample], body.mutations).text;
  const withBody = operation.takesBody && !["GET", "HEAD", "OPTIONS"].includes(used);
  return new Request(`${PAGE}/wallet${path}${suffix}?${search.toString()}`, {
    method: used,
    headers: given,
    ...(withBody && { body: text }),
  });
}

const FORWARDED = [
  "accept",
  "authorization",
  "content-type",
  "idempotency-key",
  "request-id",
  "service-wallet-signature",
];

/** Which rows of a list are the user's. */
const ROWS: Readonly<Record<string, (row: Record<string, unknown>) => boolean>> = {
  "/auth/credentials": ({ accountId }) => accountId === MINE,
  "/auth/sessions": ({ accountId }) => accountId === MINE,
  "/customers/internal-accounts": ({ id }) => id === MINE,
  "/customers/external-accounts": ({ customerId }) => customerId === "Customer:1",
};

/** Only the pages of the platform are served, only identifiers reach the service, and only the user's rows come back. */
function requireScope(
  { operation }: PageCall,
  { url, method, headers }: Request,
  requests: number,
  status: number,
  text: string,
): void {
  const origin = headers.get("origin");
  if (origin !== PAGE) assert.equal(requests, 0, `a call from ${String(origin)} was served`);
  const segments = new URL(url).pathname.split("/").slice(2);
  const isId = (segment: string) => /^(?!\.{1,2}$)[\w$@:.+%-]*$/.test(segment);
  if (
    !segments.every(isId) ||
    /%(?![\da-f]{2})|%(?:[01]|[89a-f]|2[0-35-9ac-f]|3[b-f]|5[b-e]|60|7[b-f])/i.test(segments.join("/"))
  )
    assert.equal(requests, 0, `${url} reached the service`);
  const isMine = ROWS[operation.template];
  if (status !== 200 || method !== "GET" || isMine === undefined) return;
  const { data } = JSON.parse(text) as { data: readonly Record<string, unknown>[] };
  assert.ok(data.every(isMine), `rows of others: ${text.slice(0, 300)}`);
}

/** Every call gets a response, and the relay forwards only the operation's own parts. */
const calls = defineProperty(
  "any call to the relay, and any response behind it",
  20,
  pageCall,
  async (given) => {
    const sent: { url: string; init: RequestInit }[] = [];
    const client = createClient({
      fetch: (url, init) => {
        const next = given.answers[Math.min(sent.length, given.answers.length - 1)];
        sent.push({ url, init });
        const status = next?.status ?? 200;
        const { text } = mutated(answers[next?.body.sample ?? 0], next?.body.mutations ?? []);
        const headers = {
          "content-type": "application/json",
          ...(next?.date !== undefined && { date: next.date }),
        };
        return Promise.resolve(new Response(status === 204 ? null : text, { status, headers }));
      },
    });
    const relay = createWalletRelay({ client, authenticate, origins: [PAGE], secret });
    const request = requestOf(given);
    const response = await relay(request.clone());
    const text = await response.text();
    const { status } = response;
    assert.ok(
      (status < 600 && status !== 500) || given.answers.some((one) => one.status === 500),
      `the relay responded with ${status} ${text.slice(0, 300)}`,
    );
    if (status >= 400 && text !== "") {
      const body = JSON.parse(text) as Record<string, unknown>;
      assert.equal(body["status"], status);
      assert.equal(typeof body["code"], "string");
      assert.ok(
        !text.includes(CLIENT_SECRET),
        `the page was shown the client's secret: ${text.slice(0, 300)}`,
      );
    }
    requireScope(given, request, sent.length, response.status, text);
    for (const { url, init } of sent) {
      requireWellFormed(url, init, undefined);
      assert.doesNotMatch(
        `${decodeURIComponent(url)} ${String(init.body)}`,
        new RegExp(`"?accountId"?[=:]"?${THEIRS}`),
        "another user's account went to the service",
      );
      for (const name of new Headers(init.headers).keys())
        assert.ok(FORWARDED.includes(name), `the header ${name} was forwarded`);
    }
  },
);

const OPTIONS = [
  "client",
  "authenticate",
  "origins",
  "nativeOrigins",
  "topOrigins",
  "allowAuthorization",
  "secret",
  "basePath",
  "challengeLifetime",
  "maxBodyBytes",
  "authenticateTimeout",
  "bodyTimeout",
  "limit",
  "onEvent",
  "now",
];

const options = defineProperty(
  "any option of the relay",
  20,
  fc.record({ name: fc.constantFrom(...OPTIONS), given: tameJunk, inside: fc.boolean() }),
  async ({ name, given, inside }) => {
    const value = inside ? [given.value()] : given.value();
    const client = createClient({ fetch: () => Promise.reject(new Error("not called")) });
    const ways = [
      () => createWalletRelay({ client, authenticate, origins: [PAGE], secret, [name]: value }),
      () => Reflect.apply(createWalletRelay, undefined, [value]),
      () => Reflect.apply(toNodeHandler, undefined, [value, value]),
    ];
    for (const way of ways) {
      const ending = await endingOf(way);
      if ("error" in ending) requirePaymentsError(ending.error);
    }
  },
);

export const relay: readonly FuzzProperty[] = [calls, options];
