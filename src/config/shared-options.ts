import { environmentVariable } from "../options/environment";
import { CALL_KINDS } from "../core/call-defaults";
import { ConfigurationError } from "../core/errors";
import { fieldOf } from "../core/fields";
import type { CoreConfig, Logger, LogLevel } from "../core/types";
import { anything, callback, flag, methods } from "../options/kinds";

/*
 * Options of a client that a wallet also takes. A page loads this file with the wallet, and what makes calls later.
 */

/** Where log lines go. */
export interface LogOptions {
  /** Receives log lines. Default `console`. Log lines never contain a body, a header value or a secret. */
  logger?: Logger | undefined;
  /** The least severe level to log. Default `"warn"`. Variable: `PAYMENTS_LOG`. */
  logLevel?: LogLevel | undefined;
}

const SEVERITIES = ["error", "warn", "info", "debug"] as const;
const LEVELS: readonly LogLevel[] = ["off", ...SEVERITIES];

/** Options that need no credentials. A wallet with a relay also takes them. */
export const COMMON_OPTIONS = {
  ...CALL_KINDS,
  fetch: callback,
  hideServiceText: flag,
};

/** Options for logs and time. Every wallet also takes them. */
export const LOG_OPTIONS = {
  logger: /* @__PURE__ */ methods(...SEVERITIES),
  // Its environment variable is checked in the same place.
  logLevel: anything,
  now: callback,
};

/** The environment variable of `logLevel`. */
export const LOG_VARIABLE = "PAYMENTS_LOG";

/** Logs lines at or above a level. A logger that throws never changes a call. */
export function logTo({ logger, logLevel }: LogOptions): CoreConfig["log"] {
  const level: string = logLevel ?? environmentVariable(LOG_VARIABLE) ?? "warn";
  const threshold = (LEVELS as readonly string[]).indexOf(level);
  if (threshold < 0) {
    const rule = `must be one of ${LEVELS.join(", ")} (variable: ${LOG_VARIABLE})`;
    throw new ConfigurationError("logLevel", rule);
  }
  // pino takes an object before the message.
  const takesObjects = typeof fieldOf(logger, "bindings") === "function";
  return (severity, message, factsOf) => {
    if (LEVELS.indexOf(severity) > threshold) return;
    const to = (logger ?? console) as Record<typeof severity, (...line: unknown[]) => void>;
    const text = `payments-sdk: ${typeof message === "string" ? message : message()}`;
    const facts = factsOf?.();
    const call = facts?.["callId"] === undefined ? "" : ` [call ${facts["callId"]}]`;
    const line = takesObjects ? [facts ?? {}, text] : [text + call];
    void (async () => to[severity](...line))().catch(() => {});
  };
}

/** Wraps an option that returns milliseconds. If it fails, the default counts, with a warning, so that no executed call is lost. */
export function millisecondsFrom<Args extends unknown[], Usual>(
  option: "now" | "retryDelay",
  given: ((...args: Args) => number) | undefined,
  usual: (...args: Args) => Usual,
  log: CoreConfig["log"],
): (...args: Args) => number | Usual {
  if (given === undefined) return usual;
  return (...args) => {
    try {
      const value: unknown = given(...args);
      if (typeof value === "number" && value >= 0) return value;
      // A promise is useless here, and its rejection must not end the process.
      Promise.resolve(value).catch(() => {});
    } catch {
      // The warning below covers this.
    }
    log("warn", `\`${option}\` gave no number of milliseconds: the default counts`);
    return usual(...args);
  };
}
