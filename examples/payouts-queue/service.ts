/**
 * The simulator as a process of its own, for the demo and the tests. Its parent sends faults as messages, and can ask which
 * requests came.
 */
import process from "node:process";
import { PaymentsClient } from "payments-sdk";
import { Simulator } from "payments-sdk/simulator";
import type { Fault } from "payments-sdk/simulator";
import { serveParent } from "../postgres/serve-parent";

/** What the parent sends. */
export type ServiceCommand = { faults: Fault[] } | { advanceSeconds: number } | { requests: true };

/** A request for a payout, and whether the simulator acted or a fault came first. */
export interface SeenRequest {
  atMs: number;
  acted: boolean;
}

// The specification does not say whether a refusal is stored under its key. A test tries both.
const keyedRefusals = process.env["SERVICE_KEYED_REFUSALS"] === "forgotten" ? "forgotten" : "stored";
const simulator = new Simulator({ seed: "payouts-queue", requests: { keyedRefusals } });

// A balance for every payout of a test.
const payments = new PaymentsClient(simulator.clientOptions());
const [account] = (await payments.platform.internalAccounts.list({ currency: "USD" })).data;
if (account === undefined) throw new Error("the platform has no USD account");
await payments.sandbox.fund(account.id, { amount: 100_000_000_000 });

const seen: SeenRequest[] = [];
simulator.onExchange(({ operation, status }) => {
  if (operation === "POST /transfer-out") seen.push({ atMs: Date.now(), acted: status !== undefined });
});

async function carryOut(command: ServiceCommand): Promise<SeenRequest[]> {
  if ("requests" in command) return seen.splice(0);
  if ("faults" in command) {
    simulator.faults.clear();
    for (const fault of command.faults) simulator.faults.add(fault);
  } else await simulator.clock.advance(command.advanceSeconds * 1000);
  return [];
}
await serveParent(simulator, carryOut);
