import { inspect } from "node:util";
import { expect } from "vitest";

/** One secret of each kind. No message contains their letters by chance. Some have characters that need escapes. */
export const SECRETS = {
  clientSecret: `sEcReT-client/77+a"b&c`,
  cookie: "sid=sEcReT-cookie-77",
  ownHeader: "sEcReT <own> header=77",
  bearer: "Bearer sEcReT-bearer-77",
  callHeader: "sEcReT-call-header-77",
  otp: "907713",
  oidcToken: "eyJhbGciOiJub25lIn0.sEcReT-oidc_77.c2ln",
  assertion: "sEcReT-assertion-77_x",
  stamp: "sEcReT-stamp-77_x",
  signature: "MEUCIQ-sEcReT-der/77==",
  sessionKey: "sEcReT-session-key-77",
  walletExport: "sEcReT-wallet-77",
} as const;

export const CLIENT_ID = "token-id-0195";

/** The value of HTTP Basic, and its parts. */
export const credential = Buffer.from(`${CLIENT_ID}:${SECRETS.clientSecret}`).toString("base64");

export const ALL: readonly string[] = [...Object.values(SECRETS), credential];

const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
const inSmallHex = (text: string) =>
  encodeURIComponent(text).replace(/%../g, (escape) => escape.toLowerCase());

/** The same secret in every notation of HTTP and JSON. */
export const NOTATIONS: Readonly<Record<string, (secret: string) => string>> = {
  "as it is": (secret) => secret,
  "in small letters": (secret) => secret.toLowerCase(),
  "in JSON": inJson,
  "in JSON with escaped slashes": (secret) => inJson(secret).replaceAll("/", "\\/"),
  "in JSON with escaped HTML": (secret) =>
    inJson(secret).replace(/[<>&]/g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`),
  "in an address": encodeURIComponent,
  "in an address, in small letters": inSmallHex,
  "in a form": (secret) => new URLSearchParams({ x: secret }).toString().slice(2),
};

/** The secrets in one failure. */
export interface Planted {
  /** The text of a careless server: every secret in the notations. */
  readonly texts: readonly string[];
  /** The texts that must stay hidden. */
  readonly hidden: readonly string[];
}

export function plant(notations: readonly string[], secrets: readonly string[] = ALL): Planted {
  const texts = notations.flatMap((name) => secrets.map((secret) => NOTATIONS[name]?.(secret) ?? ""));
  const hidden = notations.flatMap((name) => secrets.map((secret) => NOTATIONS[name]?.(secret) ?? ""));
  // The client knows these only by their names.
  return { texts, hidden: [...new Set([...hidden, SECRETS.sessionKey, SECRETS.walletExport])] };
}

/** Every reachable property, own or inherited, including getters. */
function propertiesOf(value: object): [name: string, value: unknown][] {
  const found: [string, unknown][] = [];
  for (
    let at: object | null = value;
    at !== null && at !== Object.prototype;
    at = Object.getPrototypeOf(at)
  ) {
    for (const name of Object.getOwnPropertyNames(at)) {
      if (name === "constructor" || name === "__proto__") continue;
      found.push([name, Reflect.get(at, name, value)]);
    }
  }
  return found;
}

function cloned(value: unknown): unknown {
  try {
    return structuredClone(value);
  } catch {
    return undefined;
  }
}

/** The `body` of a complete response without an error is the caller's data, unchanged. Nothing prints it. */
const dataOf = (error: Error) =>
  "code" in error && ["INVALID_RESPONSE", "UNRELATED_RESPONSE"].includes(String(error.code)) ? "body" : "";

/** A value in every form that a log, a debugger or a crash report could print. */
export function everyView(value: unknown): string {
  const views = [
    inspect(value, { depth: 10, showHidden: true, maxStringLength: Infinity, maxArrayLength: Infinity }),
    JSON.stringify(value) ?? "",
    inspect(cloned(value), { depth: 10, showHidden: true }),
  ];
  if (value instanceof Error) {
    views.push(String(value), JSON.stringify(value, Object.getOwnPropertyNames(value)));
    for (const [name, property] of propertiesOf(value)) {
      if (name === dataOf(value)) continue;
      views.push(name, property instanceof Error ? everyView(property) : inspect(property, { depth: 10 }));
      if (typeof property === "string") views.push(property);
    }
  }
  return views.join("\n");
}

/** Fails if a text contains a secret, and names the notation. */
export function expectHidden(text: string, { hidden }: Pick<Planted, "hidden">, where: string): void {
  const lowered = text.toLowerCase();
  const shown = hidden.filter((secret) => lowered.includes(secret.toLowerCase()));
  if (shown.length === 0) return;
  const at = lowered.indexOf((shown[0] ?? "").toLowerCase());
  expect.fail(`${where} shows ${shown.join(" and ")}: …${text.slice(Math.max(0, at - 200), at + 200)}…`);
}
