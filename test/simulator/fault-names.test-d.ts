import type { Fault, HttpOperation, OperationName } from "payments-sdk/simulator";
import { expectTypeOf, test } from "vitest";

test("an editor completes the operation of a fault, in both spellings", () => {
  // `string & {}` allows other strings, and keeps the union of literals for editors.
  expectTypeOf<Fault["operation"]>().toEqualTypeOf<
    OperationName | HttpOperation | (string & {}) | RegExp | undefined
  >();
  expectTypeOf<"quotes.create">().toExtend<OperationName>();
  expectTypeOf<"POST /quotes">().toExtend<HttpOperation>();
  expectTypeOf<"auth.sessions.revoke">().toExtend<OperationName>();
  expectTypeOf<"DELETE /auth/sessions/{id}">().toExtend<HttpOperation>();
  expectTypeOf<"quotes.creat">().not.toExtend<OperationName>();
  expectTypeOf<"POST /quote">().not.toExtend<HttpOperation>();
  expectTypeOf<string>().not.toExtend<OperationName>();
});
