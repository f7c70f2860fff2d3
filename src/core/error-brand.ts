import { fieldOf } from "./fields";

/** All copies of the package in one process share it (ESM and CJS, two versions). `instanceof` fails between copies. */
const BRAND = Symbol.for("payments-sdk.error");

/** The kind of an error. The service chooses the `code` of an `ApiError`, so `code` does not identify the kind. */
export type ErrorKind = "other" | "api" | "connection" | "timeout";

/** Marks an error for the guards, invisibly. A subclass may mark it again. */
export function brand(error: Error, kind: ErrorKind): void {
  Object.defineProperty(error, BRAND, { value: kind, configurable: true });
}

/** The kind of an error of this package or of another copy of it. Returns `undefined` for anything else. */
export function errorKindOf(error: unknown): ErrorKind | undefined {
  return fieldOf(error, BRAND) as ErrorKind | undefined;
}
