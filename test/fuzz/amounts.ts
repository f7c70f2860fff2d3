/** Compares the amounts of a delivered value with the digits of the JSON text that it came from. */
import assert from "node:assert/strict";
import { AMOUNT } from "./mutate";

/** Marks the text of a number: no input has a text that begins so. */
const MARK = "\u0001the text of a number: ";
/**
 * The contract types this amount as a number that may have a fraction, so it is as exact as a double. So are amounts in a list: no
 * model has those.
 */
const MAY_BE_FRACTION = /\.(?:serviceApiVariableFeeAmount|\d+)$/;
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** The same JSON with each number as its text. */
function withNumbersAsText(text: string): unknown {
  return JSON.parse(
    text.replace(TOKEN, (token) => (token.startsWith('"') ? token : JSON.stringify(MARK + token))),
  );
}

/** Whether the text of a number says exactly this integer. */
function says(text: string, integer: number): boolean {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const places = Number(exponent) - fraction.length;
  const digits = BigInt(sign + whole + fraction);
  if (digits === 0n) return integer === 0;
  // Far beyond what a safe integer could be.
  if (Math.abs(places) > 400) return false;
  return places >= 0
    ? digits * 10n ** BigInt(places) === BigInt(integer)
    : digits === BigInt(integer) * 10n ** BigInt(-places);
}

/** The amounts of a delivered value that differ from the text, by path. */
export function wrongAmounts(text: string, delivered: unknown): string[] {
  const wrong: string[] = [];
  const pending: [exact: unknown, value: unknown, path: string, isAmount: boolean][] = [
    [withNumbersAsText(text), delivered, "", false],
  ];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [exact, value, path, isAmount] = next;
    if (typeof exact === "string" && exact.startsWith(MARK)) {
      if (!isAmount) continue;
      const digits = exact.slice(MARK.length);
      const isExact =
        Number.isSafeInteger(value) && !MAY_BE_FRACTION.test(path)
          ? says(digits, value as number)
          : Number.isFinite(value) &&
            Math.abs(value as number) <= Number.MAX_SAFE_INTEGER &&
            Number(digits) === value;
      if (!isExact) wrong.push(`${path}: ${digits.slice(0, 40)} was delivered as ${String(value)}`);
    } else if (typeof exact === "object" && exact !== null) {
      assert.ok(typeof value === "object" && value !== null, `${path} was delivered as ${typeof value}`);
      for (const [name, item] of Object.entries(exact)) {
        const inside = Array.isArray(exact) ? isAmount : AMOUNT.test(name);
        const at = `${path.slice(-200)}.${name}`;
        pending.push([item, Object.getOwnPropertyDescriptor(value, name)?.value, at, inside]);
      }
    }
  }
  return wrong;
}
