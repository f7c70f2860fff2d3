import { CUSTOMER_GROUPS } from "./customers";
import { ACCOUNT_GROUPS } from "./accounts";
import { ONBOARDING_GROUPS } from "./onboarding";
import { MONEY_GROUPS } from "./money";
import { AUTH_GROUPS } from "./auth";
import { PLATFORM_GROUPS } from "./platform";
import { SANDBOX_GROUPS } from "./sandbox";
import type { Operation } from "./operation";

const GROUPS = [
  ...CUSTOMER_GROUPS,
  ...ACCOUNT_GROUPS,
  ...ONBOARDING_GROUPS,
  ...MONEY_GROUPS,
  ...AUTH_GROUPS,
  ...PLATFORM_GROUPS,
  ...SANDBOX_GROUPS,
];

type ValueOf<Table> = Table extends object ? Table[keyof Table] : never;

/** Every operation of the service. */
export const OPERATIONS = /* @__PURE__ */ GROUPS.flatMap((group) =>
  Object.values<ValueOf<(typeof GROUPS)[number]>>(group),
);

/** The operation at an address such as `/quotes/Quote%3A1/execute`. Capitals make no difference, because a gateway may ignore them. */
export function operationAt(method: string, path: string): Operation | undefined {
  const segments = `${method} ${path.toLowerCase()}`.split("/");
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
