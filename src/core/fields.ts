import type { ValueProblem } from "../options/kinds";
import { ownField } from "../options/read";

/** A property of an unknown value, or `undefined`. */
export function fieldOf(value: unknown, name: string | symbol): unknown {
  return typeof value === "object" ? (value as Record<typeof name, unknown> | null)?.[name] : undefined;
}

/** A copy that inherits nothing, because a flaw of any package can set a name on `Object.prototype`. */
export const bare = <Given extends object>(given: Given): Given => ({ __proto__: null, ...given });

/** A property that is a non-empty text, otherwise `undefined`. */
export function textOf(value: unknown, name: string): string | undefined {
  const field = fieldOf(value, name);
  return typeof field === "string" && field !== "" ? field : undefined;
}

/** The value at a path such as `source.accountId`, or `undefined`. */
export function valueAt(value: unknown, path: string): unknown {
  return path.split(".").reduce(ownField, value);
}

/**
 * The issue of a property that an object inherits beside methods, such as a getter of a class. JSON, a query and headers leave
 * it out.
 */
export function inheritedIssue(given: object, path = ""): ValueProblem | undefined {
  let owner = Object.getPrototypeOf(given) as object | null;
  // The prototype of all objects, also of another realm.
  while (owner !== null && !Object.hasOwn(owner, "isPrototypeOf")) {
    for (const name of Object.getOwnPropertyNames(owner)) {
      const value = Object.hasOwn(given, name) ? null : fieldOf(given, name);
      if (value == null || typeof value === "function") continue;
      return { path: path === "" ? name : `${path}.${name}`, message: "is inherited: pass a plain object" };
    }
    owner = Object.getPrototypeOf(owner) as object | null;
  }
  return undefined;
}

/** The service may change the case of an id or an address. An object is neither, and some objects cannot become text. */
export function isSameText(got: unknown, asked: unknown): boolean {
  if (typeof got === "object" || typeof asked === "object") return false;
  return String(got).toLowerCase() === String(asked).toLowerCase();
}
