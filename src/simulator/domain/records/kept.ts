import type { CurrencyCode } from "../../../models/currency";
import type { Known } from "../../../models/open";

/** A text as the service keeps it: the known values of a set. Ids, currency codes and free texts stay as they are. */
type KeptText<Text extends string> = [Known<Text>] extends [never]
  ? Text
  : Known<Text> extends Known<CurrencyCode> | `${string}:${string}`
    ? Text
    : Known<Text>;

type KeptValue<Value> = [Value] extends [string]
  ? KeptText<Value>
  : [Value] extends [(infer Text extends string)[]]
    ? KeptText<Text>[]
    : Value;

/** The fields of a model as the service keeps them: it has known values only, and no `null`. */
export type Kept<Model> = { [Name in keyof Model]: KeptValue<Exclude<Model[Name], null | undefined>> };
