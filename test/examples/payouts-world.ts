import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PaymentsClient } from "payments-sdk";
import { Simulator } from "payments-sdk/simulator";
import type { SimulatorOptions } from "payments-sdk/simulator";

export const TRANSFER = "POST /transfer-out";
export const CREATION = "POST /platform/external-accounts";

export const HEADER = "id,name,account_number,routing_number,amount";
export const centsOf = (index: number) => (index + 1) * 100 + 25;
/** The ending of the account number decides the outcome (specification, "Sandbox outcomes"). */
export const row = (index: number, ending = "300", amount = centsOf(index) / 100) =>
  `${index + 1},Payee ${index + 1},${100_000_000 + index}${ending},021000021,${amount.toFixed(2)}`;

/** The lines of a report that begin with a state. */
export const linesOf = (state: string, stdout: string) =>
  stdout.match(new RegExp(`^${state} .*$`, "gm")) ?? [];

type MissingMoney = NonNullable<SimulatorOptions["requests"]>["missingMoney"];

export type PayoutsWorld = Awaited<ReturnType<typeof openPayouts>>;

/** A folder for the CSV file and its journal, and a service over HTTP that has the money. */
export async function openPayouts(
  keyedRefusals: "stored" | "forgotten" = "stored",
  { money = 100_000_000_00, missingMoney }: { money?: number; missingMoney?: MissingMoney } = {},
) {
  const folder = await mkdtemp(join(tmpdir(), "payouts-"));
  const simulator = new Simulator({ seed: "payouts", requests: { keyedRefusals, missingMoney } });
  const server = await simulator.listen({ port: 0 });
  const { clientId, clientSecret } = simulator.clientOptions();
  const payments = new PaymentsClient(simulator.clientOptions());
  const account = (await payments.platform.internalAccounts.list({ currency: "USD" })).data[0];
  const fund = (amount: number) => payments.sandbox.fund(account!.id, { amount });
  await fund(money);
  return {
    folder,
    simulator,
    payments,
    env: {
      PAYMENTS_BASE_URL: server.url,
      PAYMENTS_CLIENT_ID: clientId,
      PAYMENTS_CLIENT_SECRET: clientSecret,
    } as Record<string, string>,
    fund,
    made: () => payments.transactions.list({ type: "OUTGOING" }).toArray(),
    /** Writes the file, and returns its path. */
    file: async (lines: readonly string[]) => {
      const path = join(folder, "payouts.csv");
      await writeFile(path, `${[HEADER, ...lines].join("\n")}\n`);
      return path;
    },
    close: async () => {
      await server.close();
      await rm(folder, { recursive: true });
    },
  };
}
