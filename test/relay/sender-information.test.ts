import type { RelayOptions } from "payments-sdk/relay";
import { describe, expect, it } from "vitest";
import { quoteBody } from "../support/parts";
import { Platform } from "./support";
import type { PageCall } from "./support";

const info = { FULL_NAME: "Ada Lovelace", BIRTH_DATE: "1815-12-10" };

/** Asks a relay for a quote, and returns what reached the service. */
async function quoted(options: Partial<RelayOptions>, extra: object = {}, from?: PageCall["from"]) {
  const platform = await Platform.create(options);
  const { ada } = platform;
  await platform.fund(ada);
  const body = { ...quoteBody(ada.accountId, await platform.bankAccount(ada)), ...extra };
  let result: unknown;
  const exchanges = await platform.exchangesOf(async () => {
    result = await platform
      .call("POST", "/quotes", { from: from ?? ada, body })
      .catch((error: unknown) => error);
  });
  const forwarded = exchanges.filter(({ route }) => route === "POST /quotes");
  return { platform, result, bodies: forwarded.map((exchange) => exchange.body) };
}

describe("the sender information of a payment", () => {
  it("comes from the platform", async () => {
    const asked: unknown[] = [];
    const senderCustomerInfo: RelayOptions["senderCustomerInfo"] = (user) => {
      asked.push(user);
      return Promise.resolve(info);
    };
    const { platform, result, bodies } = await quoted({ senderCustomerInfo });
    expect(result).toMatchObject({ status: 201 });
    expect(bodies).toMatchObject([{ senderCustomerInfo: info }]);
    const { accountId, customerId } = platform.ada;
    expect(asked).toEqual([{ accountIds: [accountId], customerId, userId: undefined }]);
  });

  it("is absent without the option", async () => {
    const { result, bodies } = await quoted({});
    expect(result).toMatchObject({ status: 201 });
    expect(bodies).toHaveLength(1);
    expect(bodies[0]).not.toHaveProperty("senderCustomerInfo");
  });

  it("is absent if the platform returns none", async () => {
    const { bodies } = await quoted({ senderCustomerInfo: () => undefined });
    expect(bodies).toHaveLength(1);
    expect(bodies[0]).not.toHaveProperty("senderCustomerInfo");
  });

  it.each([{}, { senderCustomerInfo: () => info }])("never comes from a page", async (options) => {
    const { result, bodies } = await quoted(options, { senderCustomerInfo: { FULL_NAME: "Somebody Else" } });
    expect(result).toMatchObject({
      status: 400,
      body: {
        code: "INVALID_INPUT",
        message: "`senderCustomerInfo` comes from the platform: leave it out",
      },
    });
    expect(bodies).toEqual([]);
  });

  it.each([["a text"], [[info]], [{ AGE: 5 }], [5]])("cannot be %j", async (wrong) => {
    const senderCustomerInfo = () => wrong as unknown as typeof info; // Wrong on purpose.
    const { result, bodies } = await quoted({ senderCustomerInfo });
    expect(result).toMatchObject({ name: "ConfigurationError", option: "senderCustomerInfo" });
    expect(bodies).toEqual([]);
  });

  it("prevents the payment if the option fails", async () => {
    const failure = new Error("the database is away");
    const { result, bodies } = await quoted({ senderCustomerInfo: () => Promise.reject(failure) });
    expect(result).toBe(failure);
    expect(bodies).toEqual([]);
  });

  it("prevents the payment if the option takes too long", async () => {
    const senderCustomerInfo = () => new Promise<never>(() => {});
    const { result, bodies } = await quoted({ senderCustomerInfo, authenticateTimeout: 5 });
    expect(result).toMatchObject({ status: 503, body: { code: "SENDER_INFO_TIMEOUT" } });
    expect(bodies).toEqual([]);
  });
});
