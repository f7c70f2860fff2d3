import { PaymentsClient } from "payments-sdk";
import { Simulator } from "payments-sdk/simulator";
import { describe, expect, it } from "vitest";
import { rejection } from "../core/client";

const ada = { customerType: "INDIVIDUAL", platformCustomerId: "ada", fullName: "Ada Lovelace" } as const;

function setUp() {
  const simulator = new Simulator({ seed: "find-or-create" });
  const payments = new PaymentsClient({ ...simulator.clientOptions(), retryDelay: () => 1, logLevel: "off" });
  const count = async () => (await payments.customers.list({ platformCustomerId: "ada" }).toArray()).length;
  return { simulator, payments, count };
}

it("creates a customer once, and finds it afterwards", async () => {
  const { payments, count } = setUp();
  const created = await payments.customers.findOrCreate(ada);
  const found = await payments.customers.findOrCreate({ ...ada, fullName: "Another Name" });
  expect(found).toEqual(created);
  expect(await count()).toBe(1);
});

it("finds the customer of a creation with a lost response", async () => {
  const { simulator, payments, count } = setUp();
  simulator.faults.add({ kind: "reset-after", operation: "customers.create", times: 1 });
  const customer = await payments.customers.findOrCreate(ada);
  expect(customer).toMatchObject({ platformCustomerId: "ada" });
  expect(await count()).toBe(1);
});

it("finds the customer that another process created at the same time", async () => {
  const { payments, count } = setUp();
  const customers = await Promise.all([1, 2, 3].map(() => payments.customers.findOrCreate(ada)));
  expect(new Set(customers.map(({ id }) => id)).size).toBe(1);
  expect(await count()).toBe(1);
});

it("creates the customer that was asked for, even if the caller uses its object again meanwhile", async () => {
  const { payments } = setUp();
  const params = { ...ada, platformCustomerId: "ada" };
  const first = payments.customers.findOrCreate(params);
  params.platformCustomerId = "bob";
  const customers = await Promise.all([first, payments.customers.findOrCreate(params)]);
  expect(customers.map((customer) => customer.platformCustomerId)).toEqual(["ada", "bob"]);
});

it("creates the customer with the address at the time of the call", async () => {
  const { payments } = setUp();
  const address = {
    line1: "1 Main St",
    city: "Springfield",
    state: "IL",
    postalCode: "62701",
    country: "US",
  };
  const created = payments.customers.findOrCreate({ ...ada, address });
  address.line1 = "2 Side St";
  expect((await created).address?.line1).toBe("1 Main St");
});

it("sends what `toJSON` of the caller's object writes, and none of its other columns", async () => {
  const bodies: string[] = [];
  const { simulator } = setUp();
  const { fetch, ...options } = simulator.clientOptions();
  const payments = new PaymentsClient({
    ...options,
    fetch: async (url, init) => {
      if (typeof init.body === "string") bodies.push(init.body);
      return fetch(url, init);
    },
  });
  class Row {
    readonly customerType = "INDIVIDUAL";
    readonly platformCustomerId = "ada";
    readonly passwordHash = "$2b$12$";
    toJSON() {
      return ada;
    }
  }
  await payments.customers.findOrCreate(new Row());
  expect(bodies).toEqual([JSON.stringify(ada)]);
});

it("rejects an object with a `toJSON` that leaves out the identifier", async () => {
  const { payments } = setUp();
  const row = { ...ada, toJSON: () => ({ customerType: "INDIVIDUAL" }) };
  expect(await rejection(payments.customers.findOrCreate(row))).toMatchObject({
    name: "InvalidRequestError",
    operation: "customers.findOrCreate",
  });
});

it("finds the customer behind an empty page, which is no end", async () => {
  const row = { ...ada, id: "Customer:1", umaAddress: "$ada@example.com" };
  const methods: string[] = [];
  const fetch = async (url: string, init: RequestInit) => {
    methods.push(String(init.method));
    const isFirst = !url.includes("cursor=");
    return Response.json(
      isFirst ? { data: [], hasMore: true, nextCursor: "c" } : { data: [row], hasMore: false },
    );
  };
  const payments = new PaymentsClient({ ...new Simulator().clientOptions(), fetch });
  expect(await payments.customers.findOrCreate(ada)).toEqual(row);
  expect(methods).toEqual(["GET", "GET"]);
});

it("ignores a row that is no object", async () => {
  const simulator = new Simulator();
  const { fetch, ...options } = simulator.clientOptions();
  const odd: typeof fetch = async (url, init) =>
    init?.method === "GET" ? Response.json({ data: [null], hasMore: false }) : fetch(url, init);
  const payments = new PaymentsClient({ ...options, fetch: odd, logLevel: "off" });
  expect(await payments.customers.findOrCreate(ada)).toMatchObject({ platformCustomerId: "ada" });
});

it("rejects with the creation's error if no customer is there", async () => {
  const { simulator, payments } = setUp();
  simulator.faults.add({ kind: "reset-before", operation: "customers.create" });
  expect(await rejection(payments.customers.findOrCreate(ada))).toMatchObject({
    name: "ConnectionError",
    operation: "customers.create",
  });
});

it("does not find a deleted customer", async () => {
  const { payments } = setUp();
  const { id } = await payments.customers.findOrCreate(ada);
  await payments.customers.delete(id ?? "");
  expect(await rejection(payments.customers.findOrCreate(ada))).toMatchObject({ name: "ConflictError" });
});

it("needs a `platformCustomerId`", async () => {
  const { payments } = setUp();
  expect(await rejection(payments.customers.findOrCreate({ ...ada, platformCustomerId: "" }))).toMatchObject({
    name: "InvalidRequestError",
  });
});

const payee = {
  platformAccountId: "payee-1",
  currency: "USD",
  accountInfo: {
    accountType: "USD_ACCOUNT",
    accountNumber: "000123456789",
    routingNumber: "021000021",
    beneficiary: { beneficiaryType: "INDIVIDUAL", fullName: "Ada Lovelace", birthDate: "1990-01-31" },
  },
} as const;

describe.each(["externalAccounts", "platform.externalAccounts"] as const)("%s.findOrCreate", (name) => {
  async function open() {
    const { simulator, ...rest } = setUp();
    const warnings: string[] = [];
    const ignore = () => undefined;
    const logger = {
      debug: ignore,
      info: ignore,
      error: ignore,
      warn: (line: string) => warnings.push(line),
    };
    const payments = rest.payments.withOptions({ logger, logLevel: "warn" });
    const { id: customerId } = await payments.customers.create(ada);
    const isPlatform = name.startsWith("platform");
    const owner = isPlatform ? {} : { customerId };
    const findOrCreate = (
      more: Partial<Omit<typeof payee, "accountInfo">> & { accountInfo?: object } = {},
    ) => {
      const params = { ...payee, ...owner, ...more } as typeof payee;
      return isPlatform
        ? payments.platform.externalAccounts.findOrCreate(params)
        : payments.externalAccounts.findOrCreate(params);
    };
    const all = () => (isPlatform ? payments.platform : payments).externalAccounts.list().toArray();
    return { simulator, payments, findOrCreate, all, warnings };
  }

  it("creates a payee once, and finds it after a lost response", async () => {
    const { simulator, findOrCreate, all } = await open();
    simulator.faults.add({ kind: "reset-after", operation: `${name}.create`, times: 1 });
    const created = await findOrCreate();
    expect(created).toMatchObject({ platformAccountId: "payee-1", currency: "USD" });
    expect(await findOrCreate()).toEqual(created);
    expect(await all()).toHaveLength(1);
  });

  it("names what an existing payee has otherwise, without values, and changes nothing", async () => {
    const { findOrCreate, all, warnings } = await open();
    const created = await findOrCreate();
    const accountInfo = { ...payee.accountInfo, accountNumber: "000999999999" };
    expect(await findOrCreate({ accountInfo })).toEqual(created);
    expect(warnings).toEqual([
      `payments-sdk: ${name}.findOrCreate: ${created.id} exists and does not have the given values of accountInfo.accountNumber. It stays as it is`,
    ]);
    expect(await all()).toEqual([created]);
  });

  it("rejects an empty identifier before it sends anything", async () => {
    const { simulator, findOrCreate } = await open();
    const sent = simulator.requests.length;
    expect(await rejection(findOrCreate({ platformAccountId: "" as "payee-1" }))).toMatchObject({
      name: "InvalidRequestError",
      operation: `${name}.findOrCreate`,
    });
    expect(simulator.requests.length).toBe(sent);
  });
});

it("finds no payee of another customer", async () => {
  const { payments } = setUp();
  const [one, two] = await Promise.all(
    ["one", "two"].map((id) => payments.customers.create({ ...ada, platformCustomerId: id })),
  );
  const first = await payments.externalAccounts.findOrCreate({ ...payee, customerId: one!.id });
  const second = await payments.externalAccounts.findOrCreate({ ...payee, customerId: two!.id });
  expect(second.id).not.toBe(first.id);
  expect(second.customerId).toBe(two!.id);
});

it("`first` asks a list for one row, and has none of an empty list", async () => {
  const { simulator, payments } = setUp();
  expect(await payments.customers.list().first()).toBeUndefined();
  const customer = await payments.customers.findOrCreate(ada);
  expect(await payments.customers.list({ platformCustomerId: "ada" }).first()).toEqual(customer);
  expect(simulator.requests.at(-1)?.query).toMatchObject({ limit: "1" });
});
