import type { ResolvedOptions } from "../runtime/options";

export interface CurrencyDefinition {
  code: string;
  name: string;
  symbol: string;
  decimals: number;
  kind: "fiat" | "crypto";
  /** Whole units of this currency for one US dollar, as an exact decimal, unless `setRate` changes it. */
  perUsd: string;
}

type Row = [code: string, name: string, symbol: string, decimals: number, perUsd: string];

/** ISO 4217: every currency that the contract has an account variant for, and a few with other numbers of decimals. */
const fiat: Row[] = [
  ["USD", "United States Dollar", "$", 2, "1"],
  ["EUR", "Euro", "€", 2, "0.92"],
  ["GBP", "Pound Sterling", "£", 2, "0.79"],
  ["BRL", "Brazilian Real", "R$", 2, "5.4"],
  ["MXN", "Mexican Peso", "MX$", 2, "18.5"],
  ["AED", "UAE Dirham", "د.إ", 2, "3.6725"],
  ["INR", "Indian Rupee", "₹", 2, "85.2"],
  ["CAD", "Canadian Dollar", "CA$", 2, "1.37"],
  ["NGN", "Nigerian Naira", "₦", 2, "1530"],
  ["PHP", "Philippine Peso", "₱", 2, "57.3"],
  ["KES", "Kenyan Shilling", "KSh", 2, "129.5"],
  ["ZAR", "South African Rand", "R", 2, "18.1"],
  ["DKK", "Danish Krone", "kr", 2, "6.86"],
  ["ARS", "Argentine Peso", "AR$", 2, "1180"],
  ["COP", "Colombian Peso", "CO$", 2, "4120"],
  ["HKD", "Hong Kong Dollar", "HK$", 2, "7.8"],
  ["IDR", "Indonesian Rupiah", "Rp", 2, "16250"],
  ["MYR", "Malaysian Ringgit", "RM", 2, "4.45"],
  ["SGD", "Singapore Dollar", "S$", 2, "1.34"],
  ["THB", "Thai Baht", "฿", 2, "34.2"],
  ["VND", "Vietnamese Dong", "₫", 0, "25400"],
  ["MWK", "Malawian Kwacha", "MK", 2, "1735"],
  ["RWF", "Rwandan Franc", "FRw", 0, "1420"],
  ["TZS", "Tanzanian Shilling", "TSh", 2, "2640"],
  ["UGX", "Ugandan Shilling", "USh", 0, "3660"],
  ["XOF", "West African CFA Franc", "CFA", 0, "603"],
  ["XAF", "Central African CFA Franc", "FCFA", 0, "603"],
  ["ZMW", "Zambian Kwacha", "ZK", 2, "27.8"],
  ["BWP", "Botswana Pula", "P", 2, "13.7"],
  ["BDT", "Bangladeshi Taka", "৳", 2, "121.5"],
  ["EGP", "Egyptian Pound", "E£", 2, "50.6"],
  ["GHS", "Ghanaian Cedi", "GH₵", 2, "14.9"],
  ["GTQ", "Guatemalan Quetzal", "Q", 2, "7.7"],
  ["HTG", "Haitian Gourde", "G", 2, "131"],
  ["JMD", "Jamaican Dollar", "J$", 2, "158"],
  ["PKR", "Pakistani Rupee", "Rs", 2, "280"],
  ["JPY", "Japanese Yen", "¥", 0, "150"],
  ["KWD", "Kuwaiti Dinar", "د.ك", 3, "0.307"],
  ["CHF", "Swiss Franc", "CHF", 2, "0.88"],
  ["AUD", "Australian Dollar", "A$", 2, "1.55"],
];

/** Ether has 9 decimals here (gwei): in wei, a JSON number could hold no more than 0.009 ETH exactly. */
const crypto: Row[] = [
  ["BTC", "Bitcoin", "₿", 8, "0.000016"],
  ["USDC", "USD Coin", "USDC", 6, "1"],
  ["USDT", "Tether USD", "USDT", 6, "1"],
  ["USDB", "USDB", "USDB", 6, "1"],
  ["ETH", "Ether", "Ξ", 9, "0.0004"],
  ["SOL", "Solana", "◎", 9, "0.008"],
];

const define = (kind: CurrencyDefinition["kind"], rows: Row[]): CurrencyDefinition[] =>
  rows.map(([code, name, symbol, decimals, perUsd]) => ({ code, name, symbol, decimals, kind, perUsd }));

const definitions = [...define("fiat", fiat), ...define("crypto", crypto)];
const currencies = new Map(definitions.map((definition) => [definition.code, definition]));

export const currencyCodes = definitions.map(({ code }) => code);

export function findCurrency(code: string): CurrencyDefinition | undefined {
  return currencies.get(code);
}

/** The definition of a code that was checked before. */
export function currencyDefinition(code: string): CurrencyDefinition {
  const definition = currencies.get(code);
  if (!definition) throw new Error(`unknown currency ${code}`);
  return definition;
}

/** A currency as the service shows it (specification, "Currency object"). */
export function currencyObject(code: string) {
  const { name, symbol, decimals } = currencyDefinition(code);
  return { code, name, symbol, decimals };
}

/** An amount as the service shows it. */
export function amountView({ amount, currency }: { amount: number; currency: string }) {
  return { amount, currency: currencyObject(currency) };
}

/** @throws {TypeError} when an option names a currency that the simulator does not know */
export function requireCurrencies(options: ResolvedOptions): void {
  const named = {
    "platform.currencies": options.platformCurrencies,
    "customers.incompatibleCurrencies": options.incompatibleCurrencies.flat(),
    "customers.regionRequired": options.regionRequired,
  };
  for (const [option, codes] of Object.entries(named)) {
    const unknown = codes.find((code) => !currencies.has(code));
    if (unknown !== undefined) throw new TypeError(`\`${option}\` names an unknown currency: ${unknown}`);
  }
}
