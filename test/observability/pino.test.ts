import pino from "pino";
import { PaymentsClient } from "payments-sdk";
import type { LogLevel } from "payments-sdk";
import { describe, expect, it } from "vitest";
import { createLoggingClient } from "../../examples/observability/logging";
import { CLIENT_ID, CLIENT_SECRET, rejection, transfer } from "../core/client";
import { inOrder, refusal, reply, startServer } from "../support/local-server";

interface Line {
  readonly level: number;
  readonly msg: string;
}

const levels: Record<Line["level"], string> = { 20: "debug", 30: "info", 40: "warn", 50: "error" };

async function options(logLevel: LogLevel) {
  const { url } = await startServer(
    inOrder(
      reply(503),
      reply(200, { id: "Transaction:1", type: "INCOMING" }, { sunset: "Wed, 01 Apr 2026 00:00:00 GMT" }),
      refusal(400),
    ),
  );
  return { baseUrl: url, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET, retryDelay: () => 1, logLevel };
}

function collecting() {
  const lines: Line[] = [];
  return { lines, write: (line: string) => void lines.push(JSON.parse(line) as Line) };
}

/** A retried call with an unexpected shape and a deprecation, and a refused call. */
async function run(payments: PaymentsClient): Promise<void> {
  const headers = { "x-tenant": "tenant-token-77aa" };
  await payments.transfers.in(transfer, { headers });
  await rejection(payments.quotes.execute("Quote:1", { signature: "stamp-51f0a7" }, { headers }));
}

describe("pino", () => {
  it("works as the logger without an adapter", async () => {
    const destination = collecting();
    const logger = pino({ level: "trace" }, destination);
    await run(new PaymentsClient({ ...(await options("debug")), logger }));
    expect(destination.lines.map(({ level }) => levels[level])).toEqual([
      "debug",
      "info",
      "debug",
      "warn",
      "warn",
      "debug",
    ]);
    expect(destination.lines[1]?.msg).toMatch(/^payments-sdk: POST transfers\.in failed \(/);
  });

  it.each<[LogLevel, string[]]>([
    ["debug", ["debug", "info", "debug", "warn", "warn", "debug"]],
    ["info", ["info", "warn", "warn"]],
    ["warn", ["warn", "warn"]],
    ["error", []],
    ["off", []],
  ])("gets the lines for the client's level %s without a secret", async (level, expected) => {
    const destination = collecting();
    await run(createLoggingClient(await options(level), destination));
    expect(destination.lines.map((line) => levels[line.level])).toEqual(expected);
    const text = JSON.stringify(destination.lines);
    const basic = btoa(`${CLIENT_ID}:${CLIENT_SECRET}`);
    for (const secret of [CLIENT_SECRET, basic, "stamp-51f0a7", "tenant-token-77aa"]) {
      expect(text).not.toContain(secret);
    }
  });
});
