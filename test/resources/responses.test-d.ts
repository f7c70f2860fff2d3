import { test } from "vitest";
import type { Customer, TransferOutParams } from "payments-sdk";
import { customerSchema } from "../../src/models/customer";
import { quoteSchema } from "../../src/models/quote";
import { amount } from "../../src/operations/parameter-kinds";
import { QUOTES } from "../../src/operations/money";
import { given, one, operation } from "../../src/operations/operation";
import { declaredCall } from "../../src/resources/declared-call";

test("every operation declares its genuine response", () => {
  void operation("GET /other", { result: one<Customer>({ kind: "Customer" }) });
  // @ts-expect-error: an operation without `result` does not compile.
  void operation("GET /other", {});
  // @ts-expect-error: one object is not declared without its facts.
  void one();
  // @ts-expect-error: a customer has no such field.
  void one<Customer>({ fields: ["balance"] });
  // @ts-expect-error: a customer repeats no such field.
  void one<Customer>({}, { "address.planet": "planet" });
});

test("the checks name parameters of the operation", () => {
  void given<TransferOutParams>({ amount, "source.accountId": amount });
  // @ts-expect-error: a misspelt parameter would never be checked.
  void given<TransferOutParams>({ amuont: amount });
  // @ts-expect-error: nor would a misspelt inner one.
  void given<TransferOutParams>({ "source.acountId": amount });
});

test("the schema matches the declared result", () => {
  void declaredCall(QUOTES.retrieve, quoteSchema, {});
  // @ts-expect-error: a customer's response does not make a quote.
  void declaredCall(QUOTES.retrieve, customerSchema, {});
});

test("the template begins with a method that the client sends", () => {
  // @ts-expect-error: HEAD is not one of them.
  void operation("HEAD /other", { result: one<Customer>({}) });
});
