import assert from "node:assert/strict";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { Simulator } from "payments-sdk/simulator";
import type { SimulatorOptions, SimulatorSnapshot } from "payments-sdk/simulator";
import { isFramedByStranger, isRegistrationFor } from "../../../src/relay/client-data";
import { parseCsv, parseJsonObject } from "../../../src/simulator/api/body";
import { objectFromBase64 } from "../../../src/simulator/crypto/encoding";
import { Problem } from "../../../src/simulator/domain/problem";
import { restoreState } from "../../../src/simulator/state-file";
import { readCommand, UsageError } from "../../../src/simulator/transports/command-line";
import { Api, individual, usdAccount } from "../../support/api";
import { endingOf, requireNoEngineText } from "../assertions";
import { mutated, mutation } from "../mutate";
import { defineProperty } from "../property";
import type { FuzzProperty } from "../property";
import { oddText, tameJunk } from "../values";

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** Input is invalid with a text of our own, of a class that the caller expects. */
function requireOwnError(error: unknown, ...types: (new (...args: never[]) => Error)[]): void {
  assert.ok(
    error instanceof Error && types.some((type) => error instanceof type),
    `got ${String(error instanceof Error ? error.stack : error)}`,
  );
  requireNoEngineText(error);
}

const csvTexts = fc.oneof(
  oddText,
  fc
    .array(
      fc.constantFrom('"', ",", "\n", "\r\n", "\r", "a", " ", '""', "\ufeff", "é", "platformCustomerId"),
      { maxLength: 40 },
    )
    .map((parts) => parts.join("")),
);

/** Whether quotes are only around whole fields, and doubled inside of them (RFC 4180, section 2). */
function isCsv(text: string): boolean {
  const bare = text.replace(/^\ufeff/, "").replace(/(^|[,\r\n])"(?:[^"]|"")*"(?=$|[,\r\n])/g, "$1");
  return !bare.includes('"');
}

const csv = defineProperty("any text as a CSV file", 110, csvTexts, async (text) => {
  const ending = await endingOf(() => parseCsv(text));
  assert.equal("value" in ending, isCsv(text), "quotes out of place");
  if ("error" in ending) return requireOwnError(ending.error, Problem);
  const rows = ending.value as string[][];
  const written = rows
    .map((row) => row.map((field) => `"${field.replaceAll('"', '""')}"`).join(","))
    .join("\n");
  assert.deepEqual(parseCsv(written), rows);
});

const encoded = fc.oneof(
  oddText,
  fc
    .array(mutation(), { maxLength: 3 })
    .map((mutations) =>
      Buffer.from(
        mutated(
          { type: "webauthn.create", challenge: "c", origin: "https://wallet.example", crossOrigin: false },
          mutations,
        ).text,
      ).toString("base64url"),
    ),
);
const pages = { origins: new Set(["https://wallet.example"]), topOrigins: new Set<string>() };

const clientData = defineProperty(
  "any text as the data of a passkey, a token and a body",
  110,
  encoded,
  async (text) => {
    const isFramed = isFramedByStranger(text, pages);
    if (isRegistrationFor(text, "c", pages) && !isFramed) {
      const { type, challenge, origin, crossOrigin, topOrigin } = JSON.parse(
        Buffer.from(text, "base64url").toString(),
      ) as Record<string, unknown>;
      assert.deepEqual([type, challenge, origin], ["webauthn.create", "c", "https://wallet.example"]);
      assert.ok(
        (crossOrigin ?? false) === false && topOrigin === undefined,
        "a page in the frame of another",
      );
    }
    objectFromBase64(text);
    const ending = await endingOf(() => parseJsonObject(bytesOf(Buffer.from(text, "base64url").toString())));
    if ("error" in ending) requireOwnError(ending.error, Problem);
  },
);

const options: SimulatorOptions = { seed: "fuzz", now: "2026-04-27T09:00:00Z" };
async function snapshotOfWorld(): Promise<SimulatorSnapshot> {
  const api = new Api(new Simulator(options));
  const { id: customerId } = await api.created("/customers", individual);
  await api.created("/customers/external-accounts", { ...usdAccount(), customerId });
  await api.created("/platform/external-accounts", usdAccount());
  return api.simulator.snapshot();
}
const snapshot = await snapshotOfWorld();
const folder = mkdtempSync(path.join(tmpdir(), "payments-fuzz-"));
const stateFile = path.join(folder, "state.json");

const states = defineProperty(
  "any JSON as a snapshot",
  3,
  fc.array(mutation(), { minLength: 1, maxLength: 2 }),
  async (mutations) => {
    const { text } = mutated(snapshot, mutations);
    const ending = await endingOf(() => Simulator.restore(JSON.parse(text) as SimulatorSnapshot, options));
    if ("error" in ending) {
      assert.ok(ending.error instanceof TypeError, String(ending.error));
      assert.match(ending.error.message, /snapshot/);
      return;
    }
    const { format, version, environment, seed } = JSON.parse(text) as SimulatorSnapshot;
    assert.deepEqual(
      [format, version, environment, seed],
      ["payments-simulator", snapshot.version, "sandbox", "fuzz"],
    );
  },
);

const stateFiles = defineProperty(
  "any text in a state file",
  2,
  fc.oneof(
    oddText,
    fc
      .array(mutation(), { minLength: 1, maxLength: 2 })
      .map((mutations) => mutated(snapshot, mutations).text),
  ),
  async (text) => {
    writeFileSync(stateFile, text);
    const ending = await endingOf(() => restoreState(stateFile, new Simulator(options), options));
    if ("error" in ending) {
      assert.ok(ending.error instanceof Error);
      assert.match(ending.error.message, /^the state file .* cannot be used: .*; the file was not changed/s);
    }
  },
);

const argument = fc.oneof(
  oddText,
  fc
    .tuple(
      fc.constantFrom(
        "--port",
        "--environment",
        "--seed",
        "--state",
        "--client-id",
        "--client-secret",
        "--webhook-url",
        "--no-status-page",
        "--help",
        "-h",
        "--",
        "-x",
        "--__proto__",
      ),
      fc.oneof(
        fc.constant(""),
        oddText.map((text) => `=${text}`),
        fc.constantFrom("=0", "=4010", "=sandbox", "=http://localhost:1"),
      ),
    )
    .map((parts) => parts.join("")),
  fc.constantFrom("0", "65536", "sandbox", "production", "http://127.0.0.1:1/x"),
);

const command = defineProperty(
  "any arguments of the command",
  60,
  fc.array(argument, { maxLength: 5 }),
  async (args) => {
    const ending = await endingOf(() => readCommand(args));
    if ("error" in ending) return requireOwnError(ending.error, UsageError);
    if (ending.value === undefined) return;
    const { listen, options: read } = ending.value as NonNullable<ReturnType<typeof readCommand>>;
    const { port } = listen;
    assert.ok(Number.isInteger(port) && port >= 0 && port <= 65_535);
    // What the command takes, the simulator takes.
    const made = await endingOf(() => new Simulator(read));
    assert.ok("value" in made, `the simulator did not take ${JSON.stringify(read)}`);
  },
);

const NAMES = [
  "seed",
  "now",
  "environment",
  "baseUrl",
  "tokens",
  "latency",
  "keep",
  "platform",
  "customers",
  "quotes",
  "delays",
  "approval",
  "wallet",
  "webhooks",
  "requests",
  "rates",
];

const INSIDE = [
  "",
  "",
  "0",
  "clientId",
  "log",
  "id",
  "currencies",
  "regionCurrencies",
  "fees",
  "rateSeed",
  "payout",
  "mode",
  "decide",
  "oidcIssuers",
  "webAuthn",
  "url",
  "retries",
  "maxBodyBytes",
  "logSecrets",
];

const simulatorOptions = defineProperty(
  "any option of the simulator",
  25,
  fc.record({
    name: fc.constantFrom(...NAMES),
    given: tameJunk,
    inside: fc.constantFrom(...INSIDE),
  }),
  async ({ name, given, inside }) => {
    const value = inside === "" ? given.value() : { [inside]: given.value() };
    const ending = await endingOf(() => {
      const simulator = new Simulator({ now: "2026-04-27T09:00:00Z", [name]: value } as SimulatorOptions);
      assert.ok(Number.isFinite(simulator.clock.now()), "a clock without a time");
      assert.match(simulator.snapshot().environment, /^(?:sandbox|production)$/);
    });
    if ("value" in ending && name === "quotes") {
      const { fees } = (value ?? {}) as { fees?: { rate?: unknown; fixed?: unknown } | null };
      // `null` is the default.
      const { rate, fixed } = fees ?? {};
      assert.ok(
        Number(rate ?? 0) >= 0 && Number(rate ?? 0) < 1 && Number.isSafeInteger(fixed ?? 0),
        "fees that are no part of an amount",
      );
    }
    if ("error" in ending) assert.ok(!(ending.error instanceof assert.AssertionError), String(ending.error));
    // The documented classes; the text is the engine's own for some values of a kind that no type allows.
    if ("error" in ending)
      assert.ok(
        ending.error instanceof TypeError || ending.error instanceof RangeError,
        String(ending.error),
      );
  },
);

export const simulatorInputs: readonly FuzzProperty[] = [
  csv,
  clientData,
  states,
  stateFiles,
  command,
  simulatorOptions,
];
