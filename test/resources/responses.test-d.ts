import { test } from "vitest";
import { listOf, nothing, one } from "../../src/core/recognition";
import type { Call } from "../../src/core/types";
import { customer, quote } from "../../src/resources/genuine";
import type { Customer, Quote } from "payments-sdk";

const get = { operation: "quotes.retrieve", method: "GET", path: "/quotes/Quote:1" } as const;

test("every call declares its genuine response", () => {
  const declared: Call<Quote> = { ...get, response: quote({ id: "Quote:1" }) };
  const empty: Call<undefined> = { ...get, method: "DELETE", response: nothing };
  void [declared, empty];

  // @ts-expect-error: a call without `response` does not compile.
  const silent: Call<Quote> = get;
  // @ts-expect-error: `undefined` is no declaration.
  const absent: Call<Quote> = { ...get, response: undefined };
  void [silent, absent];
});

test("the declaration matches the result", () => {
  const right: Call<Customer> = { ...get, response: customer({}) };
  // @ts-expect-error: a customer's response does not make a quote.
  const wrong: Call<Quote> = { ...get, response: customer({}) };
  // @ts-expect-error: one object is not declared without its facts.
  const bare = one();
  // @ts-expect-error: a list needs the schema of its page.
  const list = listOf();
  void [right, wrong, bare, list];
});
