import { accountKinds } from "../../src/simulator/domain/account-fields";
import type { AccountKind } from "../../src/simulator/domain/account-fields";
import type { Schema } from "./schemas";

/** Which fields of a kind of account must be there. */
type Needed = "fields" | "accountType";

function armOf(kind: string, { required, optional = {} }: AccountKind, more: Schema, needed: Needed): Schema {
  const fields = Object.entries({ ...required, ...optional }).map(([name, { expected }]) => [
    name,
    { type: "string", description: `Expected is ${expected}.` },
  ]);
  return {
    type: "object",
    properties: { accountType: { const: kind }, ...Object.fromEntries(fields), ...more.properties },
    required: [
      "accountType",
      ...(needed === "fields" ? Object.keys(required) : []),
      ...(more.required ?? []),
    ],
  };
}

/** What the generated arm says of the beneficiary: the arm of the kinds that need the same of a person. */
function withBeneficiary({ anyOf = [] }: Schema, { personNeeds = [] }: AccountKind): Schema {
  const wanted = ["beneficiaryType", "fullName", ...personNeeds].sort().join();
  const found = anyOf.find((arm) =>
    arm.properties?.beneficiary?.anyOf?.some(({ required = [] }) => [...required].sort().join() === wanted),
  );
  if (found === undefined) throw new Error(`no arm of FiatAccountInfoParams asks for ${wanted}`);
  return found;
}

/**
 * The accounts in fiat money, one arm for each kind. The schema generator loses the fields of a kind, which the types look up in
 * a table; the simulator has the same table as data, and a test compares both with the contract.
 */
export function withAccountKinds(components: Record<string, Schema>): Record<string, Schema> {
  const fiat = Object.entries(accountKinds).filter(([kind]) => kind.endsWith("_ACCOUNT"));
  const { FiatAccountInfo, FiatAccountInfoParams, FiatPaymentInfo } = components;
  if (!FiatAccountInfo || !FiatAccountInfoParams || !FiatPaymentInfo)
    throw new Error("the fiat accounts are not among the models");
  const arms = (
    model: Schema,
    needed: Needed,
    more: (kind: AccountKind) => Schema = () => model.anyOf?.[0] ?? {},
  ) => ({
    description: model.description ?? "",
    anyOf: fiat.map(([name, kind]) => armOf(name, kind, more(kind), needed)),
  });
  return {
    ...components,
    FiatAccountInfo: arms(FiatAccountInfo, "fields"),
    FiatAccountInfoParams: arms(FiatAccountInfoParams, "fields", (kind) =>
      withBeneficiary(FiatAccountInfoParams, kind),
    ),
    FiatPaymentInfo: arms(FiatPaymentInfo, "accountType"),
  };
}
