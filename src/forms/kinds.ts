import { refuse } from "../core/errors";
import { accountKindTable } from "../models/account-kinds";
import type { AccountKindTable } from "../models/account-kinds";
import { anything } from "../options/kinds";
import { ownOptions } from "../options/read";
import { isCountry, isInSepa } from "./check-digits";

/** A kind of account with a form: the 35 kinds of bank account, six blockchain wallets and Lightning. */
export type AccountKindName = keyof AccountKindTable;

/** The countries of a currency, where it is not the country of the currency code's first two letters. */
const countries: Readonly<Record<string, readonly string[]>> = {
  XAF: ["CG", "CM"],
  XOF: ["BJ", "CI", "SN", "TG"],
};

/** The coins of each wallet. */
const coins: Readonly<Record<string, readonly string[]>> = {
  BASE_WALLET: ["USDC"],
  ETHEREUM_WALLET: ["USDC"],
  POLYGON_WALLET: ["USDC"],
  SOLANA_WALLET: ["USDC", "USDT"],
  SPARK_WALLET: ["BTC", "USDB"],
  TRON_WALLET: ["USDT"],
  LIGHTNING: ["BTC"],
};

function isFor(kind: string, country: string | undefined, currency: string | undefined): boolean {
  const held = coins[kind];
  if (held !== undefined) return currency === undefined ? country === undefined : held.includes(currency);
  const own = kind.slice(0, 3);
  if (currency !== undefined && currency !== own) return false;
  if (country === undefined) return true;
  if (own === "EUR") return isInSepa(country);
  return (countries[own] ?? [own.slice(0, 2)]).includes(country);
}

const isEuro = (kind: string) => kind === "EUR_ACCOUNT";

/** Which kinds of account to list. Without a filter: all. */
export interface AccountKindFilter {
  /** ISO 3166-1 alpha-2, for example `DE`. Blockchain wallets belong to no country: filter them by currency. */
  country?: string | undefined;
  /** ISO 4217, or a coin such as `USDC`. */
  currency?: string | undefined;
}

/**
 * The kinds of account for a country, a currency or both, with the country's own currency first. Empty if nothing fits.
 *
 * @throws {InvalidRequestError} when the country is not in ISO 3166-1. The United Kingdom is `GB`.
 * @example
 * ```ts
 * import { accountKindsFor } from "payments-sdk/forms";
 *
 * accountKindsFor({ country: "DE", currency: "EUR" }); // ["EUR_ACCOUNT"]
 * accountKindsFor({ country: "GB" }); // ["GBP_ACCOUNT", "EUR_ACCOUNT"]
 * accountKindsFor({ currency: "USDT" }); // ["SOLANA_WALLET", "TRON_WALLET"]
 * ```
 */
export function accountKindsFor(filter: AccountKindFilter = {}): AccountKindName[] {
  const { country, currency } = ownOptions<AccountKindFilter>(filter, {
    country: anything,
    currency: anything,
  });
  if (country !== undefined && !isCountry(country)) {
    refuse("country", "must be an ISO 3166-1 country code, such as DE", "accountKindsFor");
  }
  const names = Object.keys(accountKindTable()) as AccountKindName[];
  const found = names.filter((kind) => isFor(kind, country, currency));
  // The country's own currency comes first: many countries outside the eurozone have accounts in euros, too.
  return country === undefined
    ? found
    : found.sort((one, other) => Number(isEuro(one)) - Number(isEuro(other)));
}
