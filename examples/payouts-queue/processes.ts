import { PaymentsClient } from "payments-sdk";
import { Simulator } from "payments-sdk/simulator";
import type { SimulatorOptions } from "payments-sdk/simulator";
import { Processes } from "../postgres/processes";
import { sourceOf } from "./requests";

/** A simulator with a balance for every payout, for the demo and the tests. */
export async function createSimulator(requests: SimulatorOptions["requests"] = {}): Promise<Simulator> {
  const simulator = new Simulator({ seed: "payouts-queue", requests });
  const payments = new PaymentsClient(simulator.clientOptions());
  await payments.sandbox.fund(await sourceOf(payments), { amount: 100_000_000_000 });
  return simulator;
}

/** @param settings the variables PAYOUTS_… */
export const startProcesses = async (simulator: Simulator, settings: Readonly<Record<string, string>>) =>
  Processes.start(new URL(".", import.meta.url), simulator, settings);
