import { described, kindOf } from "./describe";

/** The longest timer. A longer one would overflow and fire at once. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** An invalid option. */
export interface ValueProblem {
  /** The name of the option, for example `tls.cert`. */
  readonly path: string;
  /** Follows the path in an error message, unless it names the path itself. */
  readonly message: string;
  /** The kind is right, but the value is out of range. */
  readonly isRange?: boolean;
}

/** The kind of an option. Returns the problem with a value, or `undefined`. */
export interface Kind {
  (value: unknown, path: string): ValueProblem | undefined;
  readonly isRequired?: boolean;
  /** A copy without inherited members, of an object with options of its own. */
  readonly copy?: ((value: unknown) => unknown) | undefined;
}

/** One kind per option. The compiler keeps the list of names complete. */
export type Kinds<Options extends object> = { readonly [Name in keyof Options]-?: Kind };

/** A kind with its own rule. The message shows the kind of the value, never the value. */
export const kind =
  (expected: string, accepts: (value: unknown) => boolean): Kind =>
  (value, path) =>
    accepts(value) ? undefined : { path, message: `must be ${expected}, got ${kindOf(value)}` };

/** A kind with one message for every value. */
export const rule =
  (message: string, accepts: (value: unknown) => boolean): Kind =>
  (value, path) =>
    accepts(value) ? undefined : { path, message };

/** A number with its own rule. */
export const numberThat =
  (expected: string, accepts: (value: number) => boolean): Kind =>
  (value, path) =>
    typeof value === "number" && accepts(value)
      ? undefined
      : {
          path,
          message: `must be ${expected}, got ${typeof value === "number" ? value : kindOf(value)}`,
          isRange: true,
        };

/** An option that must be given. */
export const required = (inner: Kind): Kind =>
  Object.assign((value: unknown, path: string) => inner(value, path), { isRequired: true, copy: inner.copy });

/** Any value. The owner of the option checks it. */
export const anything: Kind = () => undefined;

/** A string, possibly empty. */
export const anyText: Kind = /* @__PURE__ */ kind("a string", (value) => typeof value === "string");

/** A non-empty string. */
export const text: Kind = /* @__PURE__ */ kind(
  "a non-empty string",
  (value) => typeof value === "string" && value !== "",
);

/** `true` or `false`. */
export const flag: Kind = /* @__PURE__ */ kind("true or false", (value) => typeof value === "boolean");

/** A function. */
export const callback: Kind = /* @__PURE__ */ kind("a function", (value) => typeof value === "function");

/** An object that is neither an array nor a promise. */
export const object: Kind = /* @__PURE__ */ kind(
  "an object",
  (value) => isObject(value) && !(value instanceof Promise),
);

/** A number from `minimum` to `maximum`. */
export const numberFrom = (
  what: string,
  minimum: number,
  maximum: number,
  accepts: (value: number) => boolean = () => true,
): Kind =>
  numberThat(
    `${what} ${maximum === Infinity ? `of at least ${minimum}` : `from ${minimum} to ${maximum}`}`,
    (value) => value >= minimum && value <= maximum && accepts(value),
  );

/** An integer from `minimum` to `maximum`. */
export const integer = (minimum: number, maximum = Infinity): Kind =>
  numberFrom("an integer", minimum, maximum, Number.isSafeInteger);

/** Milliseconds: a number of at least `minimum`. */
export const milliseconds = (minimum: number, maximum = Infinity): Kind =>
  numberFrom("a number of milliseconds", minimum, maximum);

/** One of several strings. The message shows a single word, such as a misspelt value. A secret is rarely one. */
export const oneOf =
  (...values: readonly string[]): Kind =>
  (value, path) => {
    if (values.includes(value as string)) return undefined;
    const got = typeof value === "string" && /^[a-z]{1,20}$/i.test(value) ? `"${value}"` : kindOf(value);
    return { path, message: `must be ${values.map((one) => `"${one}"`).join(" or ")}, got ${got}` };
  };

/** An object with certain methods. */
export const methods = (...names: readonly string[]): Kind =>
  kind(
    names.length === 1
      ? `an object with the method \`${names[0] ?? ""}\``
      : `an object with the methods ${names.join(", ")}`,
    (value) => names.every((name) => typeof Reflect.get(Object(value) as object, name) === "function"),
  );

/** An array with items of one kind. */
export const listOf = (item: Kind): Kind => {
  const check: Kind = (value, path) => {
    if (!Array.isArray(value)) return { path, message: `must be an array, got ${kindOf(value)}` };
    return Array.from(value)
      .map((one, index) => item(one, `${path}[${index}]`))
      .find((problem) => problem !== undefined);
  };
  return Object.assign(check, {
    copy: item.copy && ((value: unknown) => (value as unknown[]).map(item.copy as (one: unknown) => unknown)),
  });
};

/** A `Date`, milliseconds since 1970-01-01 UTC, or text that `Date` parses. */
export const instant: Kind = (value, path) =>
  Number.isNaN(instantOf(value))
    ? {
        path,
        message: `must be a valid date: a Date, milliseconds since 1970-01-01 UTC, or a string such as "2026-04-27T09:00:00Z", got ${described(value)}`,
        isRange: true,
      }
    : undefined;

/** The milliseconds since 1970-01-01 UTC of an {@link instant}, or `NaN`. */
export function instantOf(value: unknown): number {
  const isDate = Object.prototype.toString.call(value) === "[object Date]";
  return isDate || typeof value === "string" || typeof value === "number"
    ? new Date(value as Date | string | number).getTime()
    : Number.NaN;
}

/** Whether a value is an object that is not an array. */
export function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The complete message. A message about an unknown option already names its path. */
export function messageOf({ path, message }: Pick<ValueProblem, "path" | "message">): string {
  return message.startsWith("Unknown option ") ? message : `\`${path}\` ${message}`;
}
