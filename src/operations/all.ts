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

const KEYED = /* @__PURE__ */ OPERATIONS.filter((operation: Operation) => operation.keyed);

/** Whether the service reads an `Idempotency-Key` at an address such as `/quotes/Quote%3A1/execute`. */
export function readsKey(method: string, path: string): boolean {
  const segments = `${method} ${path}`.split("/");
  return KEYED.some(({ http }) => {
    const template = http.split("/");
    return (
      template.length === segments.length &&
      template.every((part, index) => part.startsWith("{") || part === segments[index])
    );
  });
}
