// The code of a strict user of each entry. Compiled with every compiler, but never run.
import { formatAmount, isApiError, PaymentsClient, responseOf } from "payments-sdk";
import type { ClientOptions, Customer, FetchLike, RequestOptions, Transaction } from "payments-sdk";
import { createWalletRelay } from "payments-sdk/relay";
import { Simulator } from "payments-sdk/simulator";
import { Wallet } from "payments-sdk/wallet";
import { verifyWebhook } from "payments-sdk/webhooks";

const absent: undefined = undefined;
const fetchLike: FetchLike = (url, init) => fetch(url, init);
const options: ClientOptions = { baseUrl: "https://api.example.com", timeout: absent, fetch: fetchLike };
const simulator = new Simulator({ seed: "types" });
const payments = new PaymentsClient({ ...options, ...simulator.clientOptions() });

export async function run(perCall: RequestOptions): Promise<string[]> {
  const customer: Customer = await payments.customers.create(
    { customerType: "INDIVIDUAL", email: absent },
    perCall,
  );
  const page = await payments.customers.list({ region: absent, limit: 10 }, { signal: absent });
  const attempts: number | undefined = responseOf(page)?.attempts;
  const lines = [String(customer.id), String(attempts)];
  for await (const transaction of payments.transactions.list()) lines.push(describe(transaction));
  try {
    await payments.quotes.execute("Quote:1");
  } catch (error) {
    if (isApiError(error)) lines.push(`${error.status} ${error.code} ${error.outcome}`);
  }
  return lines;
}

function describe(transaction: Transaction): string {
  if (transaction.type === "INCOMING")
    return formatAmount(transaction.receivedAmount.amount, transaction.receivedAmount.currency);
  return transaction.id;
}

export const relay: (request: Request) => Promise<Response> = createWalletRelay({
  client: payments,
  authenticate: () => ({ accountIds: [] }),
  origins: ["https://wallet.example"],
  secret: "a secret of thirty-two characters",
});
export const wallet = new Wallet({ client: payments, accountId: "InternalAccount:1" });
export const event = verifyWebhook("{}", { "x-service-signature": "" }, { publicKeys: [] });

// @ts-expect-error an unknown customer type: the declarations are not silently `any`
void payments.customers.create({ customerType: "PARTNERSHIP" });
