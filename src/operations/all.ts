import {
  INTERNAL_ACCOUNTS,
  EXTERNAL_ACCOUNTS,
  PLATFORM_INTERNAL_ACCOUNTS,
  PLATFORM_EXTERNAL_ACCOUNTS,
} from "./accounts";
import { CREDENTIALS, SESSIONS } from "./auth";
import { CUSTOMERS, BULK_CUSTOMERS } from "./customers";
import { QUOTES, TRANSFERS, TRANSACTIONS, RECEIVERS, EXCHANGE_RATES, WITHDRAWALS } from "./money";
import { VERIFICATIONS, BENEFICIAL_OWNERS, DOCUMENTS } from "./onboarding";
import { CONFIG, DISCOVERIES, UMA_PROVIDERS, INVITATIONS, TOKENS } from "./platform";
import { SANDBOX, SANDBOX_WEBHOOKS } from "./sandbox";
import type { Operation } from "./operation";

const GROUPS = [
  CUSTOMERS,
  BULK_CUSTOMERS,
  INTERNAL_ACCOUNTS,
  EXTERNAL_ACCOUNTS,
  PLATFORM_INTERNAL_ACCOUNTS,
  PLATFORM_EXTERNAL_ACCOUNTS,
  VERIFICATIONS,
  BENEFICIAL_OWNERS,
  DOCUMENTS,
  QUOTES,
  TRANSFERS,
  TRANSACTIONS,
  RECEIVERS,
  EXCHANGE_RATES,
  WITHDRAWALS,
  CREDENTIALS,
  SESSIONS,
  CONFIG,
  DISCOVERIES,
  UMA_PROVIDERS,
  INVITATIONS,
  TOKENS,
  SANDBOX,
  SANDBOX_WEBHOOKS,
];

type ValueOf<Table> = Table extends object ? Table[keyof Table] : never;

/** Every operation of the service. */
export const OPERATIONS = /* @__PURE__ */ GROUPS.flatMap((group) =>
  Object.values<ValueOf<(typeof GROUPS)[number]>>(group),
);

/** The operation at an address such as `/quotes/Quote%3A1/execute`. */
export function operationAt(method: string, path: string): Operation | undefined {
  const segments = `${method} ${path}`.split("/");
  const fitting = OPERATIONS.filter(({ http }) => {
    const template = http.split("/");
    return (
      template.length === segments.length &&
      template.every((part, index) => part.startsWith("{") || part === segments[index])
    );
  });
  // `/customers/internal-accounts` also fits `/customers/{customerId}`.
  return fitting.find(({ http }) => !http.includes("{")) ?? fitting[0];
}
