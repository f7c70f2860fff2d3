import { randomBytes } from "node:crypto";
import { parseArgs } from "node:util";
import type { SimulatorOptions } from "../runtime/options";
import type { SimulatorToken } from "../runtime/options/tokens";
import { isHttpAddress } from "../runtime/options/reader";

export const help = `payments-simulator: the payments service in memory, on 127.0.0.1

Usage: payments-simulator [options]

  --port <number>          port, 0 for any free one (default 4010)
  --environment <name>     sandbox or production (default sandbox)
  --seed <text>            decides identifiers, codes and keys
  --state <file>           keeps the state in a file across restarts: read at the start, written a second after changes
  --client-id <text>       API token id; needs --client-secret (default: random, or that of the state file)
  --client-secret <text>   API client secret; needs --client-id
  --webhook-url <address>  endpoint that every event is posted to, signed
  --no-status-page         do not serve the page at /_simulator
  --help                   this text
`;

/** A mistake in the command line. */
export class UsageError extends Error {}

function requireArgument(isValid: unknown, rule: string): asserts isValid {
  if (!isValid) throw new UsageError(rule);
}

/** The API token of a new state, if the command line has none. Nobody else can know it. */
export function randomToken(): SimulatorToken {
  return {
    clientId: `simulator-${randomBytes(6).toString("hex")}`,
    clientSecret: randomBytes(24).toString("hex"),
    name: "default",
  };
}

/**
 * Reads the arguments of payments-simulator; `undefined` when help was asked for.
 *
 * @throws {UsageError} when the arguments have a mistake.
 */
export function readCommand(args: string[]) {
  const text = { type: "string" } as const;
  const options = {
    port: { ...text, default: "4010" },
    environment: { ...text, default: "sandbox" },
    seed: text,
    state: text,
    "client-id": text,
    "client-secret": text,
    "webhook-url": text,
    "no-status-page": { type: "boolean" },
    help: { type: "boolean", short: "h" },
  } as const;
  let values;
  try {
    ({ values } = parseArgs({ args, options, strict: true }));
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
  if (values.help) return undefined;
  const { port, environment, seed, state, "client-id": clientId, "client-secret": clientSecret } = values;
  const url = values["webhook-url"];
  requireArgument(
    /^\d{1,5}$/.test(port) && Number(port) <= 65_535,
    `--port is a number from 0 to 65535, got "${port}"`,
  );
  requireArgument(
    environment === "sandbox" || environment === "production",
    `--environment is sandbox or production, got "${environment}"`,
  );
  requireArgument(state !== "", "--state is the name of a file");
  const hasToken = clientId !== undefined || clientSecret !== undefined;
  requireArgument(!hasToken || (clientId && clientSecret), "--client-id and --client-secret go together");
  // RFC 7617, section 2.
  requireArgument(!clientId?.includes(":"), "--client-id must not contain a colon");
  requireArgument(
    url === undefined || isHttpAddress(url),
    "--webhook-url is an http or https address without a username or password",
  );
  const simulator: SimulatorOptions = {
    environment,
    seed,
    webhooks: { url },
    ...(clientId && clientSecret && { tokens: [{ clientId, clientSecret }] }),
  };
  return { port: Number(port), state, statusPage: !values["no-status-page"], options: simulator };
}

/** What a user needs to call the running server. */
export function announcement(
  { url, statusPageUrl }: { url: string; statusPageUrl?: string },
  { clientId, clientSecret }: { clientId: string; clientSecret: string },
  webhookPublicKey?: string,
): string {
  const quoted = `${clientId}:${clientSecret}`.replaceAll("'", "'\\''");
  return `The payments simulator listens. Stop it with Ctrl-C.

  PAYMENTS_BASE_URL=${url}
  PAYMENTS_CLIENT_ID=${clientId}
  PAYMENTS_CLIENT_SECRET=${clientSecret}
${webhookPublicKey === undefined ? "" : `  PAYMENTS_WEBHOOK_PUBLIC_KEY=${webhookPublicKey}\n`}
  curl -u '${quoted}' ${url}/platform/internal-accounts
${statusPageUrl === undefined ? "" : `\n  Look at it and control it: ${statusPageUrl}\n`}`;
}
