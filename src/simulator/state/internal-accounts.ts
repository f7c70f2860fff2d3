import type { World } from "../world";
import { currencyDefinition, currencyObject } from "./currencies";
import { paymentAccount } from "./payment-instructions";

export const internalAccountTypes = ["INTERNAL_FIAT", "INTERNAL_CRYPTO", "EMBEDDED_WALLET"] as const;
export type InternalAccountType = (typeof internalAccountTypes)[number];

/** An internal account; its balance is the ledger's. */
export interface InternalAccountRecord {
  id: `InternalAccount:${string}`;
  /** `null` for the platform's own accounts. */
  customerId: string | null;
  type: InternalAccountType;
  currency: string;
  fundingPaymentInstructions: Record<string, unknown>[];
  createdAt: string;
  updatedAt: string;
}

/** Opens an account of a customer, or with `null` of the platform, with instructions how to fund it (ACC-04). */
export function openInternalAccount(
  world: World,
  customerId: string | null,
  type: InternalAccountType,
  currency: string,
): InternalAccountRecord {
  const at = world.clock.iso();
  const account: InternalAccountRecord = {
    id: world.random.id("InternalAccount"),
    customerId,
    type,
    currency,
    fundingPaymentInstructions: [
      {
        accountOrWalletInfo: paymentAccount(world.random, currency),
        instructionsNotes: `Payments of ${currency} to this account are added to the balance.`,
        isPlatformAccount: customerId === null,
      },
    ],
    createdAt: at,
    updatedAt: at,
  };
  world.addInternalAccount(account);
  return account;
}

/** Opens one account of the platform for each supported currency (ACC-05). */
export function openPlatformAccounts(world: World): void {
  for (const currency of world.options.platformCurrencies) {
    const type = currencyDefinition(currency).kind === "fiat" ? "INTERNAL_FIAT" : "INTERNAL_CRYPTO";
    openInternalAccount(world, null, type, currency);
  }
}

/** The account as the service answers it (specification, InternalAccount). */
export function internalAccountBody(world: World, account: InternalAccountRecord): Record<string, unknown> {
  return {
    id: account.id,
    ...(account.customerId === null ? {} : { customerId: account.customerId }),
    type: account.type,
    balance: { amount: world.ledger.balance(account.id), currency: currencyObject(account.currency) },
    fundingPaymentInstructions: account.fundingPaymentInstructions,
    createdAt: account.createdAt,
    updatedAt: account.updatedAt,
  };
}
