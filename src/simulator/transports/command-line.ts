import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { flag, messageOf, text } from "../../options/kinds";
import type { Kind, Kinds, ValueProblem } from "../../options/kinds";
import { objectOf, readOptions } from "../../options/read";
import { decoded } from "../runtime/decoded";
import { isRecord } from "../runtime/saved";
import { isHttpAddress } from "../runtime/options/reader";
import { simulatorOptions } from "../runtime/options";
import type { SimulatorOptions } from "../runtime/options/simulator-options";
import { listenOptions } from "../runtime/options/listen";
import { seedOptions } from "../runtime/options/seed";
import type { SeedOptions } from "../runtime/options/seed";
import type { SimulatorToken } from "../runtime/options/tokens";
import type { SimulatorServer } from "./http-server";

export const help = `payments-simulator: the payments service in memory

Usage: payments-simulator [options]
       payments-simulator parity --base-url <address> --sandbox   (compares a sandbox; see parity --help)

  --port <number>          port, 0 for any free one (default 4010)
  --host <address>         address to listen on (default 127.0.0.1); elsewhere, a token guards /_simulator
  --token <text>           that token (default: random)
  --environment <name>     sandbox or production (default sandbox)
  --seed <text>            decides identifiers, codes and keys
  --now <time>             the time at which the clock stands (default: it follows the real time)
  --seed-data              adds customers and transactions; --seed-data.customers 20 and so on
  --state <file>           keeps the state in a file across restarts: read at the start, written a second after changes
  --client-id <text>       API token id; needs --client-secret (default: random, or that of the state file)
  --client-secret <text>   API client secret; needs --client-id
  --webhook-url <address>  endpoint that every event is posted to, signed
  --no-status-page         do not serve the page at /_simulator
  --no-admin               do not serve the admin API at /_simulator/api
  --config <file>          JSON with the same names: {"port": 4010, "quotes": {"lifetime": "90s"}}
  --<option> <value>       any option of the guide: --quotes.lifetime 90s --quotes.fees.rate 0
  --help                   this text
`;

/** A mistake in the command line. */
export class UsageError extends Error {}

/** What the command has beside the options of the simulator. The names are those of the flags. */
interface CommandOptions {
  port?: number;
  host?: string;
  token?: string;
  state?: string;
  "seed-data"?: true | SeedOptions;
  "client-id"?: string;
  "client-secret"?: string;
  "webhook-url"?: string;
  "no-status-page"?: boolean;
  "no-admin"?: boolean;
}

const seedData: Kind = (value, path) => (value === true ? undefined : objectOf(seedOptions)(value, path));

const COMMAND: Kinds<CommandOptions> = {
  port: listenOptions.port,
  host: text,
  token: listenOptions.token,
  state: text,
  "seed-data": seedData,
  "client-id": text,
  "client-secret": text,
  "webhook-url": text,
  "no-status-page": flag,
  "no-admin": flag,
};

const OTHERS: readonly unknown[] = [flag, listenOptions.port, seedData];

/** Flags with a text that is never read as a number. */
const TEXTS = ["seed", "now", "config"].concat(
  Object.entries(COMMAND).flatMap(([name, kind]) => (OTHERS.includes(kind) ? [] : [name])),
);

type Given = Record<string, unknown>;

function fail(problem: ValueProblem): never {
  throw new UsageError(messageOf(problem));
}

export function requireArgument(isValid: unknown, rule: string): asserts isValid {
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

function textOf(path: string): string {
  try {
    // Some editors begin a file with a byte order mark.
    return readFileSync(path, "utf8").replace(/^\uFEFF/, "");
  } catch (error) {
    throw new UsageError(`the file ${path} cannot be read: ${String(error)}`);
  }
}

function parsed(json: string, owner: string): unknown {
  const value = decoded<unknown>(() => JSON.parse(json));
  requireArgument(value !== undefined, `${owner} is not well-formed JSON`);
  return value;
}

/** The value of a flag: a flag without one is `true`; numbers, lists and objects are written as in JSON. */
function valueOf(name: string, value: string | undefined): unknown {
  if (value === undefined) return true;
  // Four digits are a year, more are milliseconds.
  if (TEXTS.includes(name) && !(name === "now" && /^\d{5,}$/.test(value))) return value;
  // JSON has no Infinity.
  if (value === "Infinity") return Infinity;
  const isJson = /^(?:true|false|-?(?:0|[1-9]\d*)(?:\.\d+)?)$|^[[{"]/.test(value);
  return isJson ? parsed(value, `--${name}`) : value;
}

/** The object with a value at a path, such as `quotes.lifetime`. */
function withValue(given: Given, [name = "", ...rest]: readonly string[], value: unknown): Given {
  const inner = Object.hasOwn(given, name) ? given[name] : undefined;
  const next = rest.length === 0 ? value : withValue(isRecord(inner) ? inner : {}, rest, value);
  return { ...given, [name]: next };
}

function readFlags(args: readonly string[], config: Given): Given {
  let given = config;
  for (let index = 0; index < args.length; index += 1) {
    const argument = args[index] ?? "";
    const [, name = "", inline] = /^--([\w.-]+)(?:=(.*))?$/s.exec(argument) ?? [];
    requireArgument(name !== "", `Unexpected argument: ${argument}`);
    const following = args[index + 1];
    const isFollowed = inline === undefined && following !== undefined && !following.startsWith("--");
    if (isFollowed) index += 1;
    given = withValue(given, name.split("."), valueOf(name, inline ?? (isFollowed ? following : undefined)));
  }
  return given;
}

/**
 * Reads the flags of a command.
 *
 * @throws {UsageError} when a flag is unknown or has a wrong value
 */
export const readCommandLine = <Options extends object>(
  args: readonly string[],
  kinds: Kinds<Options>,
  owner: string,
): Options => readOptions(readFlags(args, {}) as Options, kinds, { owner, fail, path: "options" });

/**
 * Reads the arguments of payments-simulator; `undefined` when help was asked for. A flag wins over the file.
 *
 * @throws {UsageError} when the arguments or the file have a mistake, with the nearest name for an unknown one.
 */
export function readCommand(args: readonly string[]) {
  if (args.includes("--help") || args.includes("-h")) return undefined;
  const { config } = readFlags(args, {});
  requireArgument(config === undefined || typeof config === "string", "--config is the name of a file");
  const file = config === undefined ? {} : parsed(textOf(config), `the file ${config}`);
  requireArgument(isRecord(file), `the file ${config ?? ""} must have an object`);
  requireArgument(!Object.hasOwn(file, "config"), `the file ${config ?? ""} cannot name another config file`);
  const { config: _, ...merged } = readFlags(args, file);
  const kinds = { ...simulatorOptions, ...COMMAND };
  const given: CommandOptions & SimulatorOptions = readOptions(merged, kinds, {
    owner: "payments-simulator",
    fail,
    path: "options",
  });
  const {
    port = 4010,
    host,
    token,
    state,
    "seed-data": seeded,
    "client-id": clientId,
    "client-secret": clientSecret,
    "webhook-url": url,
    "no-status-page": noPage = false,
    "no-admin": noAdmin = false,
    ...simulator
  } = given;
  requireArgument(!clientId === !clientSecret, "--client-id and --client-secret go together");
  requireArgument(!clientId || !simulator.tokens, "--client-id and --tokens exclude each other");
  // RFC 7617, section 2.
  requireArgument(!clientId?.includes(":"), "--client-id must not contain a colon");
  requireArgument(
    url === undefined || isHttpAddress(url),
    "--webhook-url is an http or https address without a username or password",
  );
  const options: SimulatorOptions = {
    ...simulator,
    ...(url !== undefined && { webhooks: { ...simulator.webhooks, url } }),
    ...(clientId && clientSecret && { tokens: [{ clientId, clientSecret }] }),
  };
  return {
    listen: { port, host, token, statusPage: !noPage, admin: !noAdmin },
    state,
    seedData: seeded === true ? {} : seeded,
    options,
  };
}

/** What a user needs to call the running server. */
export function announcement(
  { url, statusPageUrl, adminUrl, token }: Omit<SimulatorServer, "port" | "close">,
  { clientId, clientSecret }: { clientId: string; clientSecret: string },
  webhookPublicKey?: string,
): string {
  const quoted = `${clientId}:${clientSecret}`.replaceAll("'", "'\\''");
  const query = token === undefined ? "" : `?token=${token}`;
  return `The payments simulator listens. Stop it with Ctrl-C.

  PAYMENTS_BASE_URL=${url}
  PAYMENTS_CLIENT_ID=${clientId}
  PAYMENTS_CLIENT_SECRET=${clientSecret}
${webhookPublicKey === undefined ? "" : `  PAYMENTS_WEBHOOK_PUBLIC_KEY=${webhookPublicKey}\n`}
  curl -u '${quoted}' ${url}/platform/internal-accounts
${statusPageUrl === undefined ? "" : `\n  Look at it and control it: ${statusPageUrl}${query}\n`}${
    adminUrl === undefined ? "" : `  Control it from a program: ${adminUrl}/openapi.json\n`
  }${token === undefined ? "" : `  Authorization: Bearer ${token}\n`}`;
}
