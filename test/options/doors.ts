import { expect } from "vitest";
import { createClient } from "../core/client";
import type { Rule } from "./kinds";

/** A function of the package that takes options. */
export interface Door {
  /** The name in the message about an unknown option. */
  readonly owner: string;
  readonly rules: Readonly<Record<string, Rule>>;
  /** Calls it. The call throws, or returns a promise that rejects. */
  readonly call: (options: never) => unknown;
  /** Options that must be there. */
  readonly needs?: object;
  /** The error without its message. */
  readonly refusal: (path: string) => object;
  /** The path before the name of an option. Default: none. */
  readonly prefix?: string;
  /** These are not all its options. */
  readonly isPart?: true;
  /** Of a function that makes something, so that the tests can also pass what it accepts: whether it needs options. */
  readonly withoutOptions?: "fine" | "refused";
}

/** The error of an invalid configuration. */
export const configuration = (option: string) => ({
  name: "ConfigurationError",
  code: "INVALID_CONFIGURATION",
  outcome: "not-executed",
  option,
});

/** The error of an invalid call. Nothing was sent. */
export const request = (operation: string) => (path: string) => ({
  name: "InvalidRequestError",
  code: "INVALID_REQUEST",
  outcome: "not-executed",
  operation,
  issues: [{ path }],
});

/** A client that sends nothing. A request fails the test. */
export const client = createClient({ fetch: () => expect.fail("a request") });
