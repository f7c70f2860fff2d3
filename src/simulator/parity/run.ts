import { base64 } from "@scure/base";
import { Host } from "../api/host";
import { firstToken } from "../domain/platform";
import { resolveOptions } from "../runtime/options";
import { fetchFrom } from "../transports/fetch";
import { Caller, send } from "./caller";
import type { Target } from "./caller";
import { chapters } from "./chapters/all";
import { stepDifferences } from "./compare";

/** What the suite found. */
export interface Report {
  /** How many exchanges and facts were compared. */
  compared: number;
  /** What differs, by section and title. */
  differences: Map<string, string[]>;
  /** How many of each kind could not be removed. */
  left: Record<string, number>;
  mark: string;
}

/** The target is not a sandbox, or does not respond. Nothing was written. */
export class NotSandboxError extends Error {}

/** How the contract refuses an invalid body. A 400 with another code may refuse the environment. */
const INVALID_BODY: readonly unknown[] = ["INVALID_INPUT", "INVALID_REQUEST_FORMAT"];

/**
 * Asks the target to refuse an invalid body of an operation that only a sandbox has.
 *
 * @throws {NotSandboxError} when it does anything else
 */
async function requireSandbox(target: Target): Promise<void> {
  const response = await send(target, "POST /sandbox/send", "{}").catch((error: unknown) => {
    const reason = error instanceof Error ? (error.cause ?? error) : error;
    throw new NotSandboxError(`No response from ${target.baseUrl}: ${String(reason)}. Nothing was written.`);
  });
  const body = (await response.json().catch(() => undefined)) as { code?: unknown } | undefined;
  if (response.status === 400 && INVALID_BODY.includes(body?.code)) return;
  throw new NotSandboxError(
    `Expected a sandbox to refuse an empty POST /sandbox/send with 400 and ${INVALID_BODY.join(" or ")}. Got ${String(response.status)}. Nothing was written.`,
  );
}

async function runChapters(caller: Caller): Promise<void> {
  for (const [section, chapter] of Object.entries(chapters)) {
    caller.section(section);
    await chapter(caller);
  }
}

/** The value of `Authorization` for an API token. */
export const basicOf = (clientId: string, clientSecret: string): string =>
  `Basic ${base64.encode(new TextEncoder().encode(`${clientId}:${clientSecret}`))}`;

/** The suite against a simulator in this process. It says what is right. */
async function reference(mark: string): Promise<Caller> {
  const { service, world, options } = new Host(resolveOptions({}));
  const { clientId, clientSecret } = firstToken(world);
  const target: Target = {
    baseUrl: options.baseUrl.href,
    authorization: basicOf(clientId, clientSecret),
    fetch: (input, init) => fetchFrom(service, input, init),
  };
  const caller = new Caller(target, mark);
  await runChapters(caller);
  return caller;
}

/**
 * Runs the suite against a service and against a simulator, and compares what both said.
 *
 * @throws {NotSandboxError} when the target is not a sandbox
 */
export async function runParity(target: Target): Promise<Report> {
  await requireSandbox(target);
  const mark = `parity-${crypto.randomUUID().slice(0, 8)}`;
  const expected = await reference(mark);
  const caller = new Caller(target, mark);
  let left: Record<string, number> = {};
  try {
    await runChapters(caller);
  } catch (error) {
    if (!target.stop?.aborted) throw error;
  } finally {
    left = await caller.removeCreated();
  }
  const differences = new Map<string, string[]>();
  const due = [...expected.seen].filter(([label]) => !target.stop?.aborted || caller.seen.has(label));
  for (const [label, seen] of due) {
    const found = stepDifferences(seen, caller.seen.get(label));
    if (found.length > 0) differences.set(label, found);
  }
  return { compared: due.length, differences, left, mark };
}
