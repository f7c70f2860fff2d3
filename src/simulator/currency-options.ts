import { requireKnownCurrencies } from "./domain/currencies";
import type { ResolvedOptions } from "./runtime/options";

/**
 * Checks the currencies in options.
 *
 * @throws {TypeError} when an option names an unknown currency.
 */
export function requireCurrencies(options: ResolvedOptions): void {
  requireKnownCurrencies("platform.currencies", options.platformCurrencies);
  requireKnownCurrencies("customers.regionCurrencies", Object.values(options.regionCurrencies).flat());
  requireKnownCurrencies("customers.cryptoCurrencies", options.customerCryptoCurrencies);
  requireKnownCurrencies("customers.walletCurrency", [options.walletCurrency]);
}
