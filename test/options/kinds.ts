/*
 * The wrong values of each kind of option, written by hand. Nothing here derives from the sources, and each rule has its words. A door
 * of the package names the kind of each of its options (`doors.ts`), and `wrong-values.test.ts` passes every wrong value through it.
 */

/** A wrong value, and what its error says. */
export interface Wrong {
  readonly value: unknown;
  /** Where the error points, inside the option: `.member` or `[0]`. Empty for the option itself. */
  readonly at: string;
  /** The message, or its beginning. `$` stands for the path. */
  readonly says: string;
}

/** What an option must be. */
export interface Rule {
  readonly wrong: readonly Wrong[];
  /** Values that a constructor must accept. */
  readonly fine?: readonly unknown[];
  readonly isRequired?: true;
  /** The rules of its own options. */
  readonly members?: Readonly<Record<string, Rule>>;
}

/** Text that no error may show. */
export const SECRET = "SENSITIVE-74123456";

const never = [Symbol(SECRET), 74_123_456n];

/** A rule with one message for all its wrong values. */
export const must = (says: string, ...values: readonly unknown[]): Rule => ({
  wrong: [...values, ...never].map((value) => ({ value, at: "", says: `\`$\` must ${says}` })),
});

/** Values. Their errors begin with the option, or with a part of it. */
export const named = (...values: readonly unknown[]): Rule => ({
  wrong: values.map((value) => ({ value, at: "", says: "`$" })),
});

/** Several rules for one option. */
export const all = (...rules: readonly Rule[]): Rule => ({
  wrong: rules.flatMap(({ wrong }) => wrong),
  fine: rules.flatMap(({ fine = [] }) => fine),
});

/** With values that are right, such as those at a limit. */
export const fine = (rule: Rule, ...values: readonly unknown[]): Rule => ({
  ...rule,
  fine: [...(rule.fine ?? []), ...values],
});

/** An option that must be given. */
export const required = (rule: Rule): Rule => ({ ...rule, isRequired: true });

/** An option with tests of its own, which have its wrong values. */
export const elsewhere: Rule = { wrong: [] };

/** The rule of a part of an option. */
const inside = (at: string, { wrong, fine: right = [] }: Rule, wrap: (part: unknown) => unknown): Rule => ({
  wrong: wrong.map((one) => ({ ...one, value: wrap(one.value), at: `${at}${one.at}` })),
  fine: right.map(wrap),
});

export const text = must("be a non-empty string, got", "", 7, true, {}, [], [SECRET]);
export const anyText = must("be a string, got", 7, true, {}, [], [SECRET]);
export const flag = fine(must("be true or false, got", SECRET, "true", 0, 1, {}, []), true, false);
export const callback = must("be a function, got", SECRET, 5, true, {}, []);
export const object = must("be an object, got", SECRET, 5, true, [], () => {}, Promise.resolve());

export const integer = (least: number): Rule =>
  fine(
    must(
      `be an integer of at least ${least}, got`,
      ...[
        least - 1,
        least + 0.5,
        Number.NaN,
        Number.POSITIVE_INFINITY,
        2 ** 53,
        `${least}`,
        {},
        [least],
        true,
      ],
    ),
    least,
  );

/** The longest timer of a platform. A longer one would fire at once. */
const LONGEST_MS = 2_147_483_647;

/** An integer of milliseconds that a timer can wait. */
export const timerMs = fine(
  must(`be an integer from 1 to ${LONGEST_MS}, got`, 0, -5, 1.5, Number.NaN, LONGEST_MS + 1, "5", {}),
  1,
  LONGEST_MS,
);

export const milliseconds = (least: number, most?: number): Rule =>
  fine(
    must(
      `be a number of milliseconds ${most === undefined ? `of at least ${least}` : `from ${least} to ${most}`}, got`,
      ...[least - 1, Number.NaN, -1, `${least}`, {}, [least], true],
      ...(most === undefined ? [] : [most + 1, Number.POSITIVE_INFINITY]),
    ),
    least,
    most ?? Number.POSITIVE_INFINITY,
  );

export const wait = milliseconds(0, LONGEST_MS);

export const oneOf = (...values: readonly string[]): Rule =>
  fine(
    must(
      `be ${values.map((value) => `"${value}"`).join(" or ")}, got`,
      ...[SECRET, "elsewhere", "", 7, true, {}, [values[0]], values[0]?.toUpperCase()],
    ),
    ...values,
  );

/** An object with methods. */
export const methods = (...names: readonly string[]): Rule => {
  const [last = "", ...others] = names.toReversed();
  const half = Object.fromEntries(others.map((name) => [name, () => {}]));
  const words = names.length === 1 ? `method \`${last}\`` : `methods ${names.join(", ")}`;
  const wrong = [SECRET, 5, true, {}, [], () => {}, half, { ...half, [last]: SECRET }];
  return must(`be an object with the ${words}`, ...wrong);
};

/** An array. Each of its items follows the rule. */
export const listOf = (item: Rule, right: unknown): Rule =>
  all(
    must("be an array, got", SECRET, 7, true, {}),
    inside("[0]", item, (value) => [value]),
    inside("[1]", item, (value) => [right, value]),
  );

export const texts = listOf(text, "USD");

export const headers: Rule = all(
  must(
    "be a plain object of names and values, got",
    ...[
      SECRET,
      5,
      [["x-tenant", SECRET]],
      new Headers({ "x-tenant": SECRET }),
      new Map([["x-tenant", SECRET]]),
    ],
    { [Symbol("x-tenant")]: SECRET },
  ),
  {
    wrong: ["Idempotency-Key", "idempotency-key"].map((name) => ({
      value: { [name]: SECRET },
      at: `.${name}`,
      says: "`$` is not a header to set: use the call's option `idempotencyKey`",
    })),
  },
);

export const signal = must(
  "be an AbortSignal, got",
  ...[{}, new AbortController(), SECRET, 5, false, { aborted: false }, { addEventListener: () => {} }],
);

export const logger = methods("error", "warn", "info", "debug");

/** Each option with a typing error. The message has the name that was meant. */
const misspelt = (names: readonly string[], owner: string, prefix: string): Wrong[] =>
  names.map((name) => ({
    value: { [`${name}s`]: SECRET },
    at: `${prefix}${name}s`,
    says: `Unknown option \`$\` for ${owner}. Did you mean \`${name}\`?`,
  }));

/** Names that are like none. The message has the known names. */
const foreign = (owner: string, prefix: string, known = ""): Wrong[] =>
  ["constructor", "zzzzzzzz"].map((name) => ({
    value: { [name]: SECRET },
    at: `${prefix}${name}`,
    says: `Unknown option \`$\` for ${owner}. ${name === "zzzzzzzz" ? `Known options: ${known}` : ""}`,
  }));

/** The options of a door: a rule for each. The compiler keeps the list complete. */
export type Rules<Options extends object> = { readonly [Name in keyof Options]-?: Rule };

/** Names that the owner does not know. `prefix` stands before the name in the path. */
export const unknownNames = (names: readonly string[], owner: string, prefix = ""): Wrong[] => [
  ...misspelt(names, owner, prefix),
  ...foreign(owner, prefix),
];

/** What may stand in place of an object of options. */
interface Otherwise {
  /** Values that are no object and not right. */
  readonly wrong?: readonly unknown[];
  /** Instances of a class may have other fields. */
  readonly isOpen?: true;
}

/** An option that is an object with options of its own. `path` is its whole path. */
export function group<Options extends object>(
  path: string,
  rules: Rules<Options>,
  otherwise: Otherwise = {},
): Rule {
  return { ...groupValues(path, rules, otherwise), members: rules };
}

function groupValues<Options extends object>(
  path: string,
  rules: Rules<Options>,
  { wrong = [SECRET, 7, []], isOpen }: Otherwise,
): Rule {
  const members = Object.entries<Rule>(rules);
  const owner = `\`${path}\``;
  return all(
    must("be an object, got", ...wrong),
    { wrong: misspelt(Object.keys(rules), owner, ".") },
    { wrong: isOpen ? [] : foreign(owner, ".", Object.keys(rules).join(", ")) },
    ...members.map(([name, rule]) => inside(`.${name}`, rule, (value) => ({ [name]: value }))),
    {
      wrong: [],
      fine: members
        .filter(([, rule]) => rule !== elsewhere && rule.isRequired !== true)
        .map(([name]) => ({ [name]: null })),
    },
  );
}
