import { currencyObject } from "./currencies";
import type { CurrencyObject } from "./currencies";

/** An institution whose customers have UMA addresses (contract, UmaProvider). */
export interface UmaProvider {
  name: string;
  supportedRegions: string[];
  domain: string;
  logoUrl: string;
  supportedCurrencies: CurrencyObject[];
  lei: string;
  /** Whether the platform's payments may go there. */
  allowListStatus: boolean;
}

type Row = [name: string, regions: string[], currencies: string[], allowListStatus: boolean];

/** Invented institutions; what is paid to their addresses is decided by the sandbox's magic names alone. */
const rows: Row[] = [
  ["Alpine Example Pay", ["CH", "DE"], ["EUR"], true],
  ["Bay Test Wallet", ["US"], ["USD", "USDC"], true],
  ["Copper Example Bank", ["GB"], ["GBP"], true],
  ["Delta Test Exchange", ["US", "GB", "DE"], ["USD", "GBP", "EUR", "BTC"], true],
  ["Estrela Example Pagamentos", ["BR"], ["BRL"], true],
  ["Fiesta Test Pagos", ["MX"], ["MXN"], true],
  ["Ganges Example Pay", ["IN"], ["INR"], true],
  ["Harbour Test Remit", ["PH", "SG"], ["PHP", "SGD"], true],
  ["Iroko Example Money", ["NG", "GH"], ["NGN", "GHS"], false],
  ["Juniper Test Casino", ["US"], ["USD"], false],
];

/** Every provider, by name. */
export const umaProviders: readonly UmaProvider[] = rows.map(
  ([name, supportedRegions, currencies, allowListStatus], index) => {
    const [label = ""] = name.toLowerCase().split(" ");
    return {
      name,
      supportedRegions,
      domain: `${label}.uma.test`,
      logoUrl: `https://${label}.uma.test/logo.svg`,
      supportedCurrencies: currencies.map(currencyObject),
      // The form of ISO 17442 without its check digits: nobody's identifier.
      lei: `0000TEST${String(index).padStart(12, "0")}`,
      allowListStatus,
    };
  },
);
