import fc from "fast-check";

/** Texts that a parser, an address, a header or an object may take for something else. */
const ODD_TEXTS = [
  "",
  " ",
  ".",
  "..",
  "../customers",
  "..%2fcustomers",
  "%2e%2e",
  "%2E%2E%5C",
  "a/b",
  "/",
  "//evil.example",
  "a\\b",
  "a?b=c",
  "a#b",
  "%00",
  "\u0000",
  "a\r\nX-Injected: 1",
  "a\nb",
  "\t",
  "\ud800",
  "x\udc00y",
  "\ufeff",
  "\u202e",
  "é日本",
  "👩‍👩‍👧",
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  "then",
  "toJSON",
  "null",
  "undefined",
  "NaN",
  "Infinity",
  "-0",
  "1e400",
  "0x10",
  "9007199254740993",
  "12.345",
  "{}",
  "[",
  '"',
  "${x}",
  "<script>",
  "Customer:1",
  "Quote:../Customer:1",
  "*",
  "%",
  "%zz",
  ":",
  ";",
  ",",
  "=",
  "a, b",
] as const;

/** Texts of every kind, seldom very long ones. */
export const oddText: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom<string>(...ODD_TEXTS) },
  { weight: 3, arbitrary: fc.string({ maxLength: 20 }) },
  {
    weight: 2,
    arbitrary: fc.array(fc.nat(0xffff), { maxLength: 12 }).map((units) => String.fromCharCode(...units)),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(
        fc.constantFrom("a", "\\", '"', " ", "%", "/", "=", "0", "[", "{", "é", "\ud800", "fees", "a,", "\n"),
        fc.constantFrom(300, 5_000, 20_000),
      )
      .map(([part, times]) => part.repeat(times)),
  },
);

/** The names of fields that an object may trip over. */
export const oddName = fc.oneof(
  fc.constantFrom(
    "__proto__",
    "constructor",
    "prototype",
    "toString",
    "valueOf",
    "then",
    "toJSON",
    "length",
    "0",
    "",
  ),
  oddText.filter((text) => text.length < 100),
);

const ODD_NUMBERS = [
  0,
  -0,
  1,
  -1,
  1.5,
  0.1,
  -0.000001,
  2 ** 31,
  2 ** 32,
  Number.MAX_SAFE_INTEGER,
  Number.MAX_SAFE_INTEGER + 2,
  -Number.MAX_SAFE_INTEGER - 2,
  1e21,
  Number.MAX_VALUE,
  Number.MIN_VALUE,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
] as const;

export const oddNumber: fc.Arbitrary<number> = fc.oneof(
  fc.constantFrom<number>(...ODD_NUMBERS),
  fc.double(),
  fc.integer(),
);

/** Any JSON value, with hostile names and texts. */
export const oddJson: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom(null, true, false),
    oddNumber.map((number) => (Number.isFinite(number) ? number : 0)),
    oddText,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.array(fc.tuple(oddName, tie("value")), { maxLength: 3 }).map((fields) => Object.fromEntries(fields)),
  ),
})).value;

function throwing(): never {
  throw new Error("thrown by the caller's own object");
}

function circle(): object {
  const self: Record<string, unknown> = {};
  self["self"] = self;
  return self;
}

/** Values that plain JavaScript can pass for anything. Each call creates new ones. A failure shows the name. */
const JUNK: Readonly<Record<string, () => unknown>> = {
  undefined: () => undefined,
  null: () => null,
  true: () => true,
  symbol: () => Symbol("junk"),
  bigint: () => 2n ** 64n,
  function: () => () => {},
  "throwing function": () => throwing,
  "empty object": () => ({}),
  "empty array": () => [],
  "array with a hole": () => Array(3),
  "no prototype": () => Object.create(null) as object,
  date: () => new Date(0),
  "invalid date": () => new Date(Number.NaN),
  map: () => new Map([["a", 1]]),
  set: () => new Set([1]),
  pattern: () => /x/,
  error: () => new Error("junk"),
  bytes: () => new Uint8Array([255, 0, 1]),
  buffer: () => new ArrayBuffer(8),
  blob: () => new Blob(["x"]),
  url: () => new URL("https://evil.example/x"),
  headers: () => new Headers({ a: "b" }),
  form: () => new FormData(),
  "boxed text": () => Object("text") as object,
  promise: () => Promise.resolve(1),
  thenable: () => ({ then: (resolve: (value: unknown) => void) => resolve(1) }),
  circle,
  "class instance": () =>
    new (class Own {
      value = 1;
    })(),
  "own __proto__": () => JSON.parse('{"__proto__":{"polluted":true},"constructor":1}') as unknown,
};

/** A named value of any kind. A failure prints the name, and each use creates a new value. */
export interface Junk {
  readonly name: string;
  readonly value: () => unknown;
}

const named = (name: string, value: () => unknown): Junk => ({ name, value });

const junkOf = (names: readonly string[]): fc.Arbitrary<Junk> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...names).map((name) => named(name, JUNK[name] ?? circle)) },
    { weight: 2, arbitrary: oddText.map((text) => named(JSON.stringify(text.slice(0, 60)), () => text)) },
    { weight: 1, arbitrary: oddNumber.map((number) => named(String(number), () => number)) },
    {
      weight: 1,
      arbitrary: oddJson.map((json) =>
        named(JSON.stringify(json).slice(0, 200), () => structuredClone(json)),
      ),
    },
  );

export const junk = junkOf(Object.keys(JUNK));

/** The same without a function that throws when it is called. */
export const tameJunk = junkOf(Object.keys(JUNK).filter((name) => name !== "throwing function"));
