import type { InternalAccountType } from "../../models/accounts";
import { currencyDefinition, currencyObject } from "./currencies";
import { paymentAccount } from "./payment-instructions";
import type { InternalAccountRecord } from "./records/accounts";
import { emit } from "./world";
import type { World } from "./world";

export function openAccount(
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
  world.internalAccounts.add(account);
  return account;
}

/** Opens the managed accounts that a customer, or with `null` the platform, does not have in these currencies yet (OP-38). */
export function openManagedAccounts(
  world: World,
  customerId: string | null,
  currencies: readonly string[],
): void {
  const managed = accountsOf(world, customerId).filter(({ type }) => type !== "EMBEDDED_WALLET");
  const existing = new Set(managed.map(({ currency }) => currency));
  for (const currency of new Set(currencies)) {
    if (existing.has(currency)) continue;
    const isFiat = currencyDefinition(currency).kind === "fiat";
    openAccount(world, customerId, isFiat ? "INTERNAL_FIAT" : "INTERNAL_CRYPTO", currency);
  }
}

/** The accounts of a customer, or with `null` of the platform, in the order of their creation. */
export function accountsOf(world: World, customerId: string | null): InternalAccountRecord[] {
  return world.internalAccounts.by("customerId", customerId);
}

/** The customer's primary account: its first fiat account, else the first of all (OP-38). */
export function primaryAccount(world: World, customerId: string): InternalAccountRecord | undefined {
  const accounts = accountsOf(world, customerId);
  return accounts.find((account) => account.type === "INTERNAL_FIAT") ?? accounts[0];
}

export function balanceOf(world: World, accountId: string): number {
  return Number(world.balances.get(accountId)?.amount ?? 0);
}

export function balanceChanged(world: World, accountId: string): void {
  const account = world.internalAccounts.get(accountId);
  account.updatedAt = world.clock.iso();
  emit(world, "INTERNAL_ACCOUNT.BALANCE_UPDATED", () => internalAccountView(world, account));
}

/** The account as responses and events show it (specification, "InternalAccount"). */
export function internalAccountView(
  world: World,
  { id, customerId, type, currency, ...rest }: InternalAccountRecord,
) {
  return {
    id,
    ...(customerId === null ? {} : { customerId }),
    type,
    balance: { amount: balanceOf(world, id), currency: currencyObject(currency) },
    ...rest,
  };
}
