import { amount, between, check, idOf, lockedAmount, optional, publicKey } from "../resources/checks";
import type { Check } from "../resources/checks";
import type { HttpCore } from "../core/http-core";
import { refuse } from "../core/errors";
import type { WirePage, Paginator } from "../core/pagination";
import type { Call, ListOptions, RequestOptions } from "../core/types";

type Checks = Readonly<Record<string, Check>>;

const customer = /* @__PURE__ */ optional(/* @__PURE__ */ idOf("Customer"));
const account = /* @__PURE__ */ optional(/* @__PURE__ */ idOf("InternalAccount", "ExternalAccount"));
const money = /* @__PURE__ */ optional(amount);

/** What the name of a parameter says about its value: whose id it is, and the specification's limits. */
const BY_NAME: Checks = {
  customerId: customer,
  quoteId: /* @__PURE__ */ optional(/* @__PURE__ */ idOf("Quote")),
  accountId: /* @__PURE__ */ optional(/* @__PURE__ */ idOf("InternalAccount")),
  accountIdentifier: account,
  senderAccountIdentifier: account,
  receiverAccountIdentifier: account,
  "source.accountId": account,
  "source.customerId": customer,
  "destination.accountId": account,
  amount: money,
  currencyAmount: money,
  receivingCurrencyAmount: money,
  lockedCurrencyAmount: /* @__PURE__ */ optional(lockedAmount),
  ownershipPercentage: /* @__PURE__ */ optional(/* @__PURE__ */ between(0, 100, false)),
  clientPublicKey: /* @__PURE__ */ optional(publicKey),
};

/** A call, and the checks of its parameters that their names do not tell. */
type CheckedCall<Result> = Call<Result> & { checks?: Checks };

function checkParams(call: Omit<CheckedCall<unknown>, "schema" | "signedRetry">): void {
  const params = "body" in call ? call.body : (call.query ?? {});
  check(call.operation, params, { ...BY_NAME, ...call.checks });
}

/** Checks the parameters of a call and makes it. */
export function send<Result>(
  core: HttpCore,
  call: CheckedCall<Result>,
  options: RequestOptions | undefined,
): Promise<Result> {
  checkParams(call);
  return core.request(call, options);
}

/** Checks the parameters of a list. */
export function page<Item>(
  core: HttpCore,
  call: CheckedCall<WirePage<Item>>,
  options: ListOptions | undefined,
): Paginator<Item> {
  checkParams(call);
  return core.list(call, options);
}

/** An id on its way into the path; one that plainly belongs to another resource is refused. */
export function id(prefix: Parameters<typeof idOf>[0], value: string): string {
  const message = idOf(prefix)(value);
  if (message !== undefined) refuse("id", message);
  return value;
}
