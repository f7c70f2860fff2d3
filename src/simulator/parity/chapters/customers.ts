import type { Caller, Json } from "../caller";
import { textAt } from "../caller";
import { account, accountInfo, createAccount, createCustomer, individual, sampleAddress } from "./samples";

export async function customers(caller: Caller): Promise<void> {
  const body = individual(caller.mark);
  const path = `/customers/${await caller.idFrom("create an individual", "POST /customers", body)}`;
  await caller.call("retrieve", `GET ${path}`);
  await caller.call("the same platformCustomerId again", "POST /customers", body);
  const update = { customerType: "INDIVIDUAL", fullName: "Ada Changed" };
  await caller.call("update", `PATCH ${path}`, update);
  await caller.call("update with an invalid date", `PATCH ${path}`, {
    ...update,
    birthDate: "1990-13-40",
  });
  await caller.call(
    "list by platformCustomerId",
    `GET /customers?platformCustomerId=${caller.mark}-individual`,
  );
  const gone = await createCustomer(caller, "create one to delete", "gone");
  await caller.call("delete", `DELETE /customers/${gone}`);
  await caller.call("retrieve the deleted", `GET /customers/${gone}`);
  const listed = `GET /customers?platformCustomerId=${caller.mark}-gone`;
  await caller.call("list without the deleted", listed);
  await caller.call("list with the deleted", `${listed}&isIncludingDeleted=true`);
  await caller.call("verify the deleted", "POST /verifications", { customerId: gone });
  const invalid: Record<string, Json> = {
    "no customerType": { customerType: undefined },
    "an unknown customerType": { customerType: "ROBOT" },
    "an invalid birthDate": { birthDate: "yesterday" },
    "an invalid nationality": { nationality: "Utopia" },
    "a region outside of ISO 3166-1": { region: "UK" },
    "an invalid e-mail": { email: "nobody" },
    "an umaAddress without $": { umaAddress: "ada@example.com" },
    "an address as a text": { address: "1 Main Street" },
  };
  // Each has an id of its own: a service that accepts one does not refuse the next as a duplicate.
  for (const [title, more] of Object.entries(invalid)) {
    const name = title.replaceAll(" ", "-");
    await caller.call(title, "POST /customers", individual(caller.mark, name, more));
  }
}

export async function internalAccounts(caller: Caller): Promise<void> {
  const customerId = await createCustomer(caller, "create a customer", "holder");
  const list = `/customers/internal-accounts?customerId=${customerId}`;
  const usd = textAt(await caller.call("the account in USD", `GET ${list}&currency=USD`), "data.0.id");
  await caller.call("the wallet", `GET ${list}&type=EMBEDDED_WALLET`);
  await caller.call("an unknown type", `GET ${list}&type=PIGGY_BANK`);
  const fund = `POST /sandbox/internal-accounts/${usd}/fund`;
  await caller.call("fund", fund, { amount: 12_345 });
  for (const amount of [0, -1, 1.5, "100", null])
    await caller.call(`fund with ${JSON.stringify(amount)}`, fund, { amount });
}

export async function externalAccounts(caller: Caller): Promise<void> {
  const customerId = await createCustomer(caller, "create a customer", "payee");
  for (const currency of Object.keys(accountInfo)) await createAccount(caller, currency, "000", customerId);
  for (const digits of ["102", "103", "104", "105", "106", "107", "109"])
    await createAccount(caller, "USD", digits, customerId);
  const list = `/customers/external-accounts?customerId=${customerId}`;
  const id = textAt(await caller.call("list", `GET ${list}&currency=EUR&limit=1`), "data.0.id");
  await caller.call("retrieve", `GET /customers/external-accounts/${id}`);
  await caller.call("retrieve as the platform's", `GET /platform/external-accounts/${id}`);
  const ofPlatform = await createAccount(caller, "USD", "000");
  await caller.call("retrieve the platform's", `GET /customers/external-accounts/${ofPlatform}`);
  const path = "POST /customers/external-accounts";
  for (const [currency, field] of [
    ["USD", "accountNumber"],
    ["USD", "routingNumber"],
    ["EUR", "iban"],
    ["MXN", "clabeNumber"],
    ["BRL", "pixKey"],
  ] as const) {
    const info = { ...accountInfo[currency]?.("000"), [field]: undefined };
    await caller.call(`${currency} without ${field}`, path, { currency, customerId, accountInfo: info });
  }
  await caller.variants(path, account(caller.mark, "USD", "001", customerId), {
    "an unknown kind": { accountInfo: { accountType: "MOON_ACCOUNT" } },
    "no kind": { accountInfo: {} },
  });
  const own = await createAccount(caller, "USD", "008", customerId);
  await caller.call("delete", `DELETE /customers/external-accounts/${own}`);
  await caller.call("delete again", `DELETE /customers/external-accounts/${own}`);
}

export async function onboarding(caller: Caller): Promise<void> {
  const business = (digits: string): Json => ({
    customerType: "BUSINESS",
    region: "US",
    currencies: ["USD"],
    platformCustomerId: `${caller.mark}-business-${digits}`,
    businessInfo: { legalName: "Parity Engines", registrationNumber: `5523${digits}` },
  });
  for (const digits of ["001", "002"]) {
    const tested = await caller.idFrom(`create a business, ${digits}`, "POST /customers", business(digits));
    await caller.call(`verify, ${digits}`, "POST /verifications", { customerId: tested });
    await caller.call(`verified, ${digits}`, `GET /customers/${tested}`);
  }
  const customerId = await caller.idFrom("create a business", "POST /customers", business("041"));
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
  const path = `/beneficial-owners/${await caller.idFrom("create an owner", "POST /beneficial-owners", owner)}`;
  await caller.call("retrieve an owner", `GET ${path}`);
  await caller.call("update an owner", `PATCH ${path}`, { ownershipPercentage: 40 });
  await caller.call("list owners", `GET /beneficial-owners?customerId=${customerId}`);
  for (const suffix of ["001", "002", "003"])
    await caller.call(`an owner named Parity${suffix}`, "POST /beneficial-owners", {
      ...owner,
      ownershipPercentage: 5,
      personalInfo: { ...personalInfo, lastName: `Parity${suffix}` },
    });
  await caller.variants("POST /beneficial-owners", owner, {
    "an unknown role": { roles: ["KING"] },
    "more than 100 percent": { ownershipPercentage: 101 },
    "less than 0 percent": { ownershipPercentage: -1 },
    "no customer": { customerId: undefined },
  });
  const verification = await caller.idFrom("verify", "POST /verifications", { customerId });
  await caller.call("retrieve a verification", `GET /verifications/${verification}`);
  await caller.call("list verifications", `GET /verifications?customerId=${customerId}`);
  await caller.call("verify nobody", "POST /verifications", {});
}

export async function documents(caller: Caller): Promise<void> {
  const holder = await createCustomer(caller, "create a customer", "papers");
  const form = (type: string, text: string) => {
    const data = new FormData();
    data.set("documentHolder", holder);
    data.set("documentType", "PASSPORT");
    data.set("country", "US");
    data.set("file", new File([text], "parity.pdf", { type }));
    return data;
  };
  const pdf = "%PDF-1.4\n%%EOF\n";
  const id = await caller.idFrom("upload", "POST /documents", form("application/pdf", pdf));
  await caller.call("retrieve", `GET /documents/${id}`);
  await caller.call("a text file", "POST /documents", form("text/plain", "hello"));
}
