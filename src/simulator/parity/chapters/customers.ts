import type { Caller, Json } from "../caller";
import { textAt } from "../caller";
import { account, accountInfo, sampleAddress, createAccount, individual } from "./samples";

export async function customers(caller: Caller): Promise<void> {
  const body = individual(caller.mark);
  const created = await caller.call("create an individual", "POST /customers", { body });
  const path = `/customers/${textAt(created, "id")}`;
  await caller.call("retrieve", `GET ${path}`);
  await caller.call("the same platformCustomerId again", "POST /customers", { body });
  const update = { customerType: "INDIVIDUAL", fullName: "Ada Changed" };
  await caller.call("update", `PATCH ${path}`, { body: update });
  await caller.call("update with an invalid date", `PATCH ${path}`, {
    body: { customerType: "INDIVIDUAL", birthDate: "1990-13-40" },
  });
  await caller.call(
    "list by platformCustomerId",
    `GET /customers?platformCustomerId=${caller.mark}-individual`,
  );
  const invalid: Record<string, Json> = {
    "no customerType": { customerType: undefined },
    "an unknown customerType": { customerType: "ROBOT" },
    "an invalid birthDate": { birthDate: "yesterday" },
    "an invalid nationality": { nationality: "Utopia" },
    "an invalid e-mail": { email: "nobody" },
    "an umaAddress without $": { umaAddress: "ada@example.com" },
    "an address as a text": { address: "1 Main Street" },
  };
  for (const [title, more] of Object.entries(invalid))
    await caller.call(title, "POST /customers", {
      body: individual(caller.mark, {
        platformCustomerId: `${caller.mark}-${title.replaceAll(" ", "-")}`,
        ...more,
      }),
    });
}

export async function internalAccounts(caller: Caller): Promise<void> {
  const body = individual(caller.mark, { platformCustomerId: `${caller.mark}-holder` });
  const customerId = textAt(await caller.call("create a customer", "POST /customers", { body }), "id");
  const list = `/customers/internal-accounts?customerId=${customerId}`;
  const usd = textAt(await caller.call("the account in USD", `GET ${list}&currency=USD`), "data.0.id");
  await caller.call("the wallet", `GET ${list}&type=EMBEDDED_WALLET`);
  await caller.call("an unknown type", `GET ${list}&type=PIGGY_BANK`);
  const fund = `POST /sandbox/internal-accounts/${usd}/fund`;
  await caller.call("fund", fund, { body: { amount: 12_345 } });
  for (const amount of [0, -1, 1.5, "100", null])
    await caller.call(`fund with ${JSON.stringify(amount)}`, fund, { body: { amount } });
}

export async function externalAccounts(caller: Caller): Promise<void> {
  const body = individual(caller.mark, { platformCustomerId: `${caller.mark}-payee` });
  const customerId = textAt(await caller.call("create a customer", "POST /customers", { body }), "id");
  for (const currency of Object.keys(accountInfo)) await createAccount(caller, currency, "000", customerId);
  for (const digits of ["102", "103", "104", "105", "106", "107", "109"])
    await createAccount(caller, "USD", digits, customerId);
  const list = `/customers/external-accounts?customerId=${customerId}`;
  const id = textAt(await caller.call("list", `GET ${list}&currency=EUR&limit=1`), "data.0.id");
  await caller.call("retrieve", `GET /customers/external-accounts/${id}`);
  const path = "POST /customers/external-accounts";
  for (const [currency, field] of [
    ["USD", "accountNumber"],
    ["USD", "routingNumber"],
    ["EUR", "iban"],
    ["MXN", "clabeNumber"],
    ["BRL", "pixKey"],
  ] as const) {
    const info = { ...accountInfo[currency]?.("000"), [field]: undefined };
    await caller.call(`${currency} without ${field}`, path, {
      body: { currency, customerId, accountInfo: info },
    });
  }
  const unknown = {
    ...account(caller.mark, "USD", "001", customerId),
    accountInfo: { accountType: "MOON_ACCOUNT" },
  };
  await caller.call("an unknown kind", path, { body: unknown });
  await caller.call("no kind", path, { body: { ...unknown, accountInfo: {} } });
  const own = await createAccount(caller, "USD", "008", customerId);
  await caller.call("delete", `DELETE /customers/external-accounts/${own}`);
  await caller.call("delete again", `DELETE /customers/external-accounts/${own}`);
}

const business = (mark: string, digits: string): Json => ({
  customerType: "BUSINESS",
  region: "US",
  currencies: ["USD"],
  platformCustomerId: `${mark}-business-${digits}`,
  businessInfo: { legalName: "Parity Engines", registrationNumber: `5523${digits}` },
});

export async function onboarding(caller: Caller): Promise<void> {
  const body = business(caller.mark, "041");
  const customerId = textAt(await caller.call("create a business", "POST /customers", { body }), "id");
  const personalInfo = {
    firstName: "Ada",
    lastName: "Parity",
    birthDate: "1990-12-10",
    nationality: "US",
    address: sampleAddress,
    idType: "SSN",
    identifier: "123456789",
  };
  const owner = { customerId, roles: ["UBO"], ownershipPercentage: 50, personalInfo };
  const created = await caller.call("create an owner", "POST /beneficial-owners", { body: owner });
  const path = `/beneficial-owners/${textAt(created, "id")}`;
  await caller.call("retrieve an owner", `GET ${path}`);
  await caller.call("update an owner", `PATCH ${path}`, { body: { ownershipPercentage: 40 } });
  await caller.call("list owners", `GET /beneficial-owners?customerId=${customerId}`);
  for (const [title, more] of [
    ["an unknown role", { roles: ["KING"] }],
    ["more than 100 percent", { ownershipPercentage: 101 }],
    ["less than 0 percent", { ownershipPercentage: -1 }],
    ["no customer", { customerId: undefined }],
  ] as const)
    await caller.call(title, "POST /beneficial-owners", { body: { ...owner, ...more } });
  const verification = await caller.call("verify", "POST /verifications", { body: { customerId } });
  await caller.call("retrieve a verification", `GET /verifications/${textAt(verification, "id")}`);
  await caller.call("list verifications", `GET /verifications?customerId=${customerId}`);
  await caller.call("verify nobody", "POST /verifications", { body: {} });
}

export async function documents(caller: Caller): Promise<void> {
  const body = individual(caller.mark, { platformCustomerId: `${caller.mark}-papers` });
  const holder = textAt(await caller.call("create a customer", "POST /customers", { body }), "id");
  const form = (type: string, text: string) => {
    const data = new FormData();
    data.set("documentHolder", holder);
    data.set("documentType", "PASSPORT");
    data.set("country", "US");
    data.set("file", new File([text], "parity.pdf", { type }));
    return data;
  };
  const pdf = "%PDF-1.4\n%%EOF\n";
  const created = await caller.call("upload", "POST /documents", { form: form("application/pdf", pdf) });
  await caller.call("retrieve", `GET /documents/${textAt(created, "id")}`);
  await caller.call("a text file", "POST /documents", { form: form("text/plain", "hello") });
}
