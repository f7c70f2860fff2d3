import { feesOn, price } from "./pricing";
import type { Rates } from "./pricing";
import { badRequest, invalidField } from "./problem";
import type { InternalAccountRecord } from "./records/accounts";
import type { World } from "./world";

interface Chain {
  /** The coins that can be sent there. */
  currencies: readonly string[];
  /** The names of its networks after the underscore, as in `SOLANA_DEVNET`. */
  networks: readonly string[];
  /** What a transaction costs, in the smallest unit of US dollars with six decimals. */
  microUsd: number;
}

const testable = ["MAINNET", "TESTNET"];

/** Invented fees that never move. */
const chains: Readonly<Record<string, Chain>> = {
  BASE: { currencies: ["USDC", "ETH"], networks: testable, microUsd: 20_000 },
  BITCOIN: { currencies: ["BTC"], networks: testable, microUsd: 1_500_000 },
  ETHEREUM: { currencies: ["USDC", "USDT", "ETH"], networks: testable, microUsd: 2_500_000 },
  LIGHTNING: { currencies: ["BTC"], networks: ["MAINNET", "REGTEST"], microUsd: 10_000 },
  POLYGON: { currencies: ["USDC", "USDT"], networks: testable, microUsd: 10_000 },
  SOLANA: { currencies: ["USDC", "USDT", "SOL"], networks: ["MAINNET", "DEVNET"], microUsd: 5_000 },
  SPARK: { currencies: ["BTC", "USDB"], networks: testable, microUsd: 0 },
  TRON: { currencies: ["USDT"], networks: testable, microUsd: 1_000_000 },
};

export interface Withdrawal {
  account: InternalAccountRecord;
  currency: string;
  /** For example `SOLANA_DEVNET`. */
  cryptoNetwork: string;
  /** In the smallest unit of the currency. */
  amount: number;
}

function chainOf({ currency, cryptoNetwork }: Withdrawal): Chain {
  const [name = "", network = ""] = cryptoNetwork.split("_");
  const chain = Object.hasOwn(chains, name) ? chains[name] : undefined;
  if (!chain?.networks.includes(network) || cryptoNetwork !== `${name}_${network}`)
    throw invalidField("cryptoNetwork", "a network such as SOLANA_MAINNET or SOLANA_DEVNET");
  if (!chain.currencies.includes(currency))
    throw invalidField("cryptoNetwork", `a network that carries ${currency}`);
  return chain;
}

/** The fee of the chain in the coin that is sent, rounded up. */
function networkFee({ microUsd }: Chain, currency: string, rates: Rates): number {
  if (microUsd === 0) return 0;
  const fees = { fixed: 0, rate: 0 };
  // USDC stands for the dollar: it has six decimals, as the table has.
  const corridor = { sendingCurrency: currency, receivingCurrency: "USDC", fees, rates };
  return price({ ...corridor, lockedSide: "RECEIVING", lockedAmount: microUsd }).totalSendingAmount;
}

/** The estimate of a withdrawal. A quote from an embedded wallet has a fee of the service, a transfer has none. */
export function estimateWithdrawalFee({ options: { fees }, rates }: World, withdrawal: Withdrawal) {
  const { account, currency, amount } = withdrawal;
  if (account.currency !== currency)
    throw invalidField("currency", "the currency of the account", "INVALID_CURRENCY");
  const network = networkFee(chainOf(withdrawal), currency, rates);
  const applicationFee = account.type === "EMBEDDED_WALLET" ? feesOn(amount, fees) : 0;
  const totalFee = network + applicationFee;
  if (totalFee >= amount) {
    throw badRequest("AMOUNT_OUT_OF_RANGE", "amount: the fees would use up the whole amount", {
      field: "amount",
      totalFee,
    });
  }
  return {
    networkFee: network,
    networkFeeAsset: currency,
    applicationFee,
    totalFee,
    netAmount: amount - totalFee,
  };
}
