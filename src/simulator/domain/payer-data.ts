import type { ResolvedOptions } from "../runtime/options";
import type { CurrencyConfig } from "./platform";

/** A fact about the payer that the receiving side asks for (contract, CounterpartyFieldDefinition). */
export interface PayerDataField {
  name: string;
  mandatory: boolean;
}

/**
 * What a payment's receiving side asks of the payer: the option's fields, and those of the given currencies of a receiving
 * platform. A field that one of them demands is mandatory.
 */
export function requiredPayerData(
  { requiredPayerDataFields }: Pick<ResolvedOptions, "requiredPayerDataFields">,
  currencies: readonly CurrencyConfig[],
): PayerDataField[] {
  const asked: PayerDataField[] = [
    ...requiredPayerDataFields.map((name) => ({ name, mandatory: true })),
    ...currencies.flatMap(({ requiredCounterpartyFields }) => requiredCounterpartyFields),
  ];
  const mandatory = new Map<string, boolean>();
  for (const field of asked) mandatory.set(field.name, field.mandatory || mandatory.get(field.name) === true);
  return Array.from(mandatory, ([name, isMandatory]) => ({ name, mandatory: isMandatory }));
}
