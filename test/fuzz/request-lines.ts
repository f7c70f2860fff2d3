import fc from "fast-check";

/** Targets that no recipe serves. Every recipe must survive them. */
export const BAD_TARGETS = [
  "//",
  "///",
  "//evil.example",
  "//evil.example/wallet/quotes",
  "//[",
  "/\\",
  "\\",
  "*",
  "wallet/quotes",
  "http://",
  "http://[",
  "http://evil.example/wallet/quotes",
  "https://evil.example:99999/",
  "evil.example:443",
  "javascript:alert(1)",
  "?",
  "#",
  "/%",
  "/%ff",
  "/%00",
  "/%2e%2e/%2e%2e/",
  "/../../../etc/passwd",
  "/wallet/%ff",
  "/wallet/..%2f..%2f",
  "/@fs/%ff",
  "/@fs//etc/passwd",
  "/@id/__x00__",
  "/node_modules/.vite/%",
  "/platform/%",
  `/${"a".repeat(10_000)}`,
  `/${"/".repeat(5_000)}`,
] as const;

/** Spellings of served paths that two servers may read in two ways. */
export const TWO_WAYS = [
  ...["/x/../wallet/quotes/Quote:1", "/wallet/../wallet/quotes/Quote:1", "/wallet/./quotes/Quote:1"],
  ...["/wallet/x/%2e%2e/quotes/Quote:1", "/wallet/%2E/quotes/Quote:1", "/wallet/.%2e/wallet/quotes/Quote:1"],
  ...[
    "/wallet\\quotes\\Quote:1",
    "/wallet/quotes\\Quote:1",
    "/wallet/quotes/..",
    "/x\\..\\wallet/quotes/Quote:1",
  ],
  ...["/x/../sign-in", "/./sign-in", "/%2e/sign-in", "/.\\sign-in"],
].flatMap((target) => [target, `${target}?accountId=InternalAccount:1`]);

/** Addresses that one of the recipes serves. */
const ROUTES = [
  "/",
  "/sign-in",
  "/webhooks",
  "/orders",
  "/platform/sign-in",
  "/wallet/auth/credentials?accountId=InternalAccount:1",
  "/wallet/quotes/Quote:1/execute",
] as const;

const TARGETS = [...BAD_TARGETS, ...TWO_WAYS, ...ROUTES];
const METHODS = [
  "GET",
  "POST",
  "PUT",
  "DELETE",
  "OPTIONS",
  "HEAD",
  "PATCH",
  "TRACE",
  "PROPFIND",
  "get",
  "G ET",
  "",
];
const VERSIONS = ["HTTP/1.1", "HTTP/1.0", "HTTP/0.9", "HTTP/2.0", "HTTP/1.1 x", "http/1.1", "HTTP/", ""];

/** One change of a target. A place beyond its end wraps around. */
const change = fc.record({
  kind: fc.constantFrom("insert", "drop", "double", "cut"),
  at: fc.nat(20_000),
  text: fc.oneof(
    fc.constantFrom(
      "/",
      "//",
      "\\",
      "%",
      "%2f",
      "%ff",
      "%u0041",
      "?",
      "#",
      ":",
      "@",
      "[",
      "]",
      "*",
      "..",
      "\t",
      "\0",
      "\x7f",
    ),
    fc.integer({ min: 1, max: 255 }).map((code) => String.fromCharCode(code)),
  ),
});
type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never;

function changed(target: string, { kind, at, text }: Change): string {
  const place = at % (target.length + 1);
  if (kind === "insert") return target.slice(0, place) + text + target.slice(place);
  if (kind === "drop") return target.slice(0, place) + target.slice(place + 1);
  if (kind === "double") return target.slice(0, place) + target;
  return target.slice(0, place);
}

const often = <Value>(usual: Value, all: readonly Value[]) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(...all) });

const requestLine = fc
  .record({
    method: often("GET", METHODS),
    target: fc.constantFrom(...TARGETS),
    changes: fc.array(change, { maxLength: 3 }),
    version: often("HTTP/1.1", VERSIONS),
  })
  .map(({ method, target, changes, version }) => `${method} ${changes.reduce(changed, target)} ${version}`);

/**
 * Request lines as they go on the wire, one character per byte. First every bad target and a POST without a body to every
 * route, then mutated lines. The same seed gives the same lines.
 */
export function requestLines(count: number, seed: number): string[] {
  const plain = [
    ...[...BAD_TARGETS, ...TWO_WAYS].map((target) => `GET ${target} HTTP/1.1`),
    ...ROUTES.map((target) => `POST ${target} HTTP/1.1`),
  ];
  return [...plain, ...fc.sample(requestLine, { numRuns: count, seed })].slice(0, count);
}
