import { ACCOUNTS } from "./accounts";
import { AUTH } from "./auth";
import { CUSTOMERS } from "./customers";
import { MONEY } from "./money";
import { ONBOARDING } from "./onboarding";
import { PLATFORM } from "./platform";
import { SANDBOX } from "./sandbox";
import type { Operation } from "./operation";

/** Every operation of the service. */
export const OPERATIONS = [
  ...CUSTOMERS,
  ...ACCOUNTS,
  ...ONBOARDING,
  ...MONEY,
  ...AUTH,
  ...PLATFORM,
  ...SANDBOX,
] as const;

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
