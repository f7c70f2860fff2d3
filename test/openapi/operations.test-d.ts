import type { Page, Paginator, PaymentsClient } from "payments-sdk";
import { expectTypeOf, test } from "vitest";
import type { Challenge, Operations } from "../../scripts/openapi/operations";

type MethodAt<Owner, Name> = Name extends `${infer First}.${infer Rest}`
  ? First extends keyof Owner
    ? MethodAt<Owner[First], Rest>
    : never
  : Name extends keyof Owner
    ? Owner[Name]
    : never;

type AnyMethod = (...args: never[]) => unknown;

/** The result of a method. For a list, its rows. */
type Result<Method> = Method extends (...args: never[]) => infer Returned
  ? Returned extends Paginator<infer Item>
    ? Item
    : Exclude<Awaited<Returned>, Page<unknown>>
  : never;

/** Whether a method takes the declared parameters. */
type Takes<Method extends AnyMethod, Params> = [Params] extends [undefined]
  ? true
  : Params extends NonNullable<Parameters<Method>[number]>
    ? true
    : false;

/** The operations without a method, or with a method that takes or returns something else. */
type Mismatched = {
  [Name in keyof Operations]: MethodAt<PaymentsClient, Name> extends infer Method extends AnyMethod
    ? [Exclude<Result<Method>, void | Challenge>] extends [Operations[Name]["object"]]
      ? false extends Takes<Method, Operations[Name]["params"]>
        ? Name
        : never
      : Name
    : Name;
}[keyof Operations];

/** The compiler shows only the last signature of an overloaded method, which takes less than these operations. */
type Overloaded = "auth.credentials.challenge" | "auth.credentials.verify";

/** The wallet calls it. */
type WithoutMethod = "auth.sessions.refresh";

/** The method takes the file itself. */
type Unwrapped = "customers.bulk.upload";

test("the declared types match the client's methods", () => {
  expectTypeOf<Mismatched>().toEqualTypeOf<Overloaded | WithoutMethod | Unwrapped>();
  expectTypeOf<MethodAt<PaymentsClient, "customers.create">>().toBeFunction();
  expectTypeOf<MethodAt<PaymentsClient, "customers.creat">>().toBeNever();
});
