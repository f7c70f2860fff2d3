import type { Page, Paginator, PaymentsClient } from "payments-sdk";
import { expectTypeOf, test } from "vitest";
import type { ListOf, Operations, PageOf } from "../../.ci/openapi/operations";

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

type Row<Body> = Body extends PageOf<infer Item> | ListOf<infer Item>
  ? Item
  : Body extends void
    ? undefined
    : Body;

/** The response in the table: the bodies of all statuses. For a list, its rows. */
type Listed<Entry> = {
  [Status in keyof Entry]: Status extends number ? Row<Entry[Status]> : never;
}[keyof Entry];

/** The request in the table. */
type Sent<Entry> = Entry extends { body?: infer Body }
  ? NonNullable<Body>
  : Entry extends { query: infer Query }
    ? Query
    : never;

/** The operations without a method, or with a method that takes or returns something else. */
type Mismatched = {
  [Name in keyof Operations]: MethodAt<
    PaymentsClient,
    Operations[Name]["method"]
  > extends infer Method extends AnyMethod
    ? Exclude<Result<Method>, void> extends Listed<Operations[Name]>
      ? [Sent<Operations[Name]>] extends [never]
        ? never
        : Sent<Operations[Name]> extends NonNullable<Parameters<Method>[number]>
          ? never
          : Name
      : Name
    : Name;
}[keyof Operations];

/** The compiler shows only the last signature of an overloaded method, which takes less than these operations. */
type Overloaded = "POST /auth/credentials/{id}/challenge" | "POST /auth/credentials/{id}/verify";

test("the table of operations matches the client's methods", () => {
  expectTypeOf<Mismatched>().toEqualTypeOf<Overloaded>();
  expectTypeOf<MethodAt<PaymentsClient, "customers.create">>().toBeFunction();
  expectTypeOf<MethodAt<PaymentsClient, "customers.creat">>().toBeNever();
});
