import { setTimeout as wait } from "node:timers/promises";
import { PaymentsClient } from "payments-sdk";
import type { ClientOptions } from "payments-sdk";
import { nodeTransport } from "payments-sdk/node";
import { startOther } from "../support/other-process";
import { openSockets } from "./gauge";

/** The transport of the requests. */
export type Transport = "platform" | "node";
export const transports: readonly Transport[] = ["platform", "node"];

export const CONCURRENCY = 50;
const CLOSE_MS = 2_000;

/** A client and its service, connected over real sockets. */
export interface Connection {
  readonly payments: PaymentsClient;
  /** A client with another address. */
  clientAt(baseUrl: string): PaymentsClient;
  /** Ends the service and the transport. Whatever is open afterwards is a leak. */
  close(): Promise<Record<string, number>>;
}

export async function connect(transport: Transport): Promise<Connection> {
  const service = await startOther("test/soak/service.ts");
  const own = transport === "node" ? nodeTransport({ connections: CONCURRENCY }) : undefined;
  const options: ClientOptions = {
    clientId: "id",
    clientSecret: "secret",
    logLevel: "off",
    maxRetries: 2,
    retryDelay: () => 1,
    transport: own,
  };
  const clientAt = (baseUrl: string) => new PaymentsClient({ ...options, baseUrl });
  return {
    payments: clientAt(service.line),
    clientAt,
    async close() {
      if (own === undefined) {
        // A program cannot wait until the platform's own connections close.
        await service.stop();
        return {};
      }
      await own.close();
      // The system reports the end of a connection a moment later.
      const endMs = performance.now() + CLOSE_MS;
      while (openSockets() > 0 && performance.now() < endMs) await wait(5);
      const left = {
        "counted after close()": own.stats.connected + own.stats.running + own.stats.pending,
        "open after close()": openSockets(),
      };
      await service.stop();
      return left;
    },
  };
}

/** Repeats some work, with several runs at once. */
export async function times(
  operations: number,
  run: (index: number) => Promise<unknown>,
  concurrency = CONCURRENCY,
): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < operations) {
      const index = next;
      next += 1;
      await run(index);
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, operations) }, worker));
}

/** Awaits a call that must fail. */
export async function failing(call: PromiseLike<unknown>): Promise<unknown> {
  let value: unknown;
  try {
    value = await call;
  } catch (error) {
    return error;
  }
  throw new Error(`a call that must fail resolved to ${JSON.stringify(value)}`);
}

/** Runs the work at the index. */
export function oneOf<T>(choices: readonly T[], index: number): T {
  const choice = choices[index % choices.length];
  if (choice === undefined) throw new Error("there is nothing to choose");
  return choice;
}
