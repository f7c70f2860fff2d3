import fc from "fast-check";

/** Suffixes of external accounts that choose an outcome, and some that do not. */
export const digits = ["000", "001", "002", "003", "004", "005", "006", "007", "999"] as const;
/** The sandbox's UMA payees. */
export const umaNames = [
  "success.usd",
  "success.eur",
  "success.mxn",
  "pending.long.usd",
  "fail.compliance.usd",
] as const;

/** The possible sources and destinations of a quote. Numbers choose among the existing accounts. */
export type Side =
  | { kind: "internal"; index: number }
  | { kind: "external"; index: number }
  | { kind: "realtime"; currency: string }
  | { kind: "name"; index: number }
  | { kind: "customer"; index: number; currency: string | undefined };

export type Operation =
  | { kind: "fund"; account: number; amount: number }
  | { kind: "transfer"; direction: "in" | "out"; internal: number; external: number; amount: number }
  | {
      kind: "quote";
      from: Side;
      to: Side;
      side: "SENDING" | "RECEIVING";
      amount: number;
      then: "execute" | "immediately" | "pay" | "pay wrongly" | "wait" | "twice";
    }
  | { kind: "receive"; customer: number; currency: string; amount: number }
  | { kind: "advance"; by: number };

const index = fc.nat(1000);
const amount = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: 1, max: 20_000 }) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 100_000_000 }) },
  { weight: 1, arbitrary: fc.constantFrom(0, -5, 1.5, 9_000_000_000_000_000, 9_000_000_000_000_001) },
);
const currency = fc.constantFrom("USD", "EUR", "MXN", "USDC", "BTC", "VND");
const internal = fc.record({ kind: fc.constant("internal" as const), index });
const external = fc.record({ kind: fc.constant("external" as const), index });
const from: fc.Arbitrary<Side> = fc.oneof(
  { weight: 4, arbitrary: internal },
  { weight: 2, arbitrary: external },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("realtime" as const), currency }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("name" as const), index }) },
);
const to: fc.Arbitrary<Side> = fc.oneof(
  { weight: 2, arbitrary: internal },
  { weight: 5, arbitrary: external },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("name" as const), index }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("customer" as const),
      index,
      currency: fc.option(currency, { nil: undefined }),
    }),
  },
);
/** Any step. Most are possible, and some are wrong. */
export const operation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("fund" as const), account: index, amount }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("transfer" as const),
      direction: fc.constantFrom("in" as const, "out" as const),
      internal: index,
      external: index,
      amount,
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant("quote" as const),
      from,
      to,
      side: fc.constantFrom("SENDING" as const, "RECEIVING" as const),
      amount,
      then: fc.constantFrom(
        ...(["execute", "execute", "immediately", "pay", "pay wrongly", "wait", "twice"] as const),
      ),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("receive" as const), customer: index, currency, amount }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("advance" as const),
      by: fc.constantFrom(1000, 30_000, 300_000, 86_400_000),
    }),
  },
);
