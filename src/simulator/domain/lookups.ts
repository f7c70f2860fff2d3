import type { LookupRecord } from "./records/payments";
import type { CurrencyConfig } from "./records/platform";
import type { World } from "./world";

/** Keeps a receiver lookup for later quotes. */
export function addLookup(world: World, receiver: string): LookupRecord {
  const lookup = { id: world.random.id("Lookup"), receiver, createdAt: world.clock.iso() };
  world.lookups.set(lookup.id, lookup);
  return lookup;
}

/** A fact about the payer that the receiving side asks for (contract, CounterpartyFieldDefinition). */
export interface PayerDataField {
  name: string;
  mandatory: boolean;
}

/**
 * What the receiving side asks of the payer: the option's fields, and those of the platform's currencies. A field is
 * mandatory if one of them demands it.
 */
export function requiredPayerData(
  { options }: World,
  currencies: readonly CurrencyConfig[] = [],
): PayerDataField[] {
  const asked: PayerDataField[] = [
    ...options.requiredPayerDataFields.map((name) => ({ name, mandatory: true })),
    ...currencies.flatMap(({ requiredCounterpartyFields }) => requiredCounterpartyFields),
  ];
  const mandatory = new Map<string, boolean>();
  for (const field of asked) mandatory.set(field.name, field.mandatory || mandatory.get(field.name) === true);
  return Array.from(mandatory, ([name, isMandatory]) => ({ name, mandatory: isMandatory }));
}
