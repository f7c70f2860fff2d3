import type { Caller, Json } from "../caller";
import { textAt, foundAt } from "../caller";
import { between, createAccount, createPayer, secondsBetween, unknownId } from "./samples";

const keyed = (caller: Caller, name: string) => ({ "Idempotency-Key": `${caller.mark}-${name}` });

/** The body of a transfer. */
const transfer = (from: string, to: string, amount: number): Json => ({
  source: { accountId: from },
  destination: { accountId: to },
  amount,
});

export async function transfers(caller: Caller): Promise<void> {
  const { customerId, usd } = await createPayer(caller, "the payer");
  const list = `GET /customers/internal-accounts?customerId=${customerId}&currency=USD`;
  const balance = async (title: string) =>
    Number(foundAt(await caller.call(title, list), "data.0.balance.amount"));
  for (const digits of ["000", "002", "003", "004", "005"]) {
    const bank = await createAccount(caller, "USD", digits, customerId);
    await caller.call(`out, ${digits}`, "POST /transfer-out", transfer(usd, bank, 1100));
    await caller.call(`in, ${digits}`, "POST /transfer-in", transfer(bank, usd, 1200));
  }
  const bank = await createAccount(caller, "USD", "010", customerId);
  const body = transfer(usd, bank, 2500);
  const before = await balance("the balance before");
  const headers = keyed(caller, "out");
  const first = await caller.call("with a key", "POST /transfer-out", body, headers);
  const second = await caller.call("with the key again", "POST /transfer-out", body, headers);
  caller.fact("a used key returns the first transaction", textAt(first, "id") === textAt(second, "id"));
  const other = { ...body, amount: 2600 };
  const third = await caller.call("with the key and another body", "POST /transfer-out", other, headers);
  caller.fact("a used key ignores another body", textAt(first, "id") === textAt(third, "id"));
  const after = await balance("the balance after");
  caller.fact("a key moves the money once", before - after === 2500);
  await caller.variants("POST /transfer-out", body, {
    "amount 0": { amount: 0 },
    "a negative amount": { amount: -1 },
    "a fraction": { amount: 1.5 },
    "a text as amount": { amount: "2500" },
    "no source": { source: undefined },
    "no destination": { destination: undefined },
    "an unknown source": { source: { accountId: unknownId("InternalAccount") } },
    "an unknown destination": { destination: { accountId: unknownId("ExternalAccount") } },
    "more than the balance": { amount: 900_000_000 },
    "another currency": { destination: { accountId: await createAccount(caller, "EUR", "000", customerId) } },
  });
}

/** Quotes between accounts. */
export async function quotes(caller: Caller): Promise<void> {
  const { usd } = await createPayer(caller, "the sender");
  for (const digits of ["000", "002", "003", "004", "005", "006", "007"]) {
    const body = between(usd, await createAccount(caller, "EUR", digits));
    const id = await caller.idFrom(`create, ${digits}`, "POST /quotes", body);
    await caller.call(`execute, ${digits}`, `POST /quotes/${id}/execute`);
    await caller.call(`executed, ${digits}`, `GET /quotes/${id}`);
  }
  const bank = await createAccount(caller, "EUR", "010");
  const body = between(usd, bank);
  const headers = keyed(caller, "quote");
  const first = await caller.call("create with a key", "POST /quotes", body, headers);
  const second = await caller.call("create with the key again", "POST /quotes", body, headers);
  caller.fact("a used key returns the first quote", textAt(first, "id") === textAt(second, "id"));
  const other = await caller.call(
    "create with the key and another body",
    "POST /quotes",
    { ...body, lockedCurrencyAmount: 1600 },
    headers,
  );
  caller.fact("a used key ignores another quote", textAt(first, "id") === textAt(other, "id"));
  const seconds = secondsBetween(textAt(first, "createdAt"), textAt(first, "expiresAt"));
  caller.fact("a quote lives 1 to 5 minutes", seconds >= 60 && seconds <= 300);
  const execute = `POST /quotes/${textAt(first, "id")}/execute`;
  const executed = await caller.call("execute with a key", execute, undefined, headers);
  const again = await caller.call("execute with the key again", execute, undefined, headers);
  const transactionOf = (quote: unknown) => textAt(quote, "transactionId");
  caller.fact("a used key returns the first execution", transactionOf(executed) === transactionOf(again));
  await caller.call("execute once more", execute);
  await caller.variants("POST /quotes", body, {
    "the receiving side is locked": { lockedCurrencySide: "RECEIVING" },
    "executed at once": { immediatelyExecute: true },
    "no side": { lockedCurrencySide: undefined },
    "an unknown side": { lockedCurrencySide: "MIDDLE" },
    "amount 0": { lockedCurrencyAmount: 0 },
    "a fraction": { lockedCurrencyAmount: 1.5 },
    "an amount over the limit": { lockedCurrencyAmount: 9_000_000_000_000_001 },
    "an unknown purpose": { purposeOfPayment: "FUN" },
    "no source": { source: undefined },
    "an unknown destination": {
      destination: { destinationType: "ACCOUNT", accountId: unknownId("ExternalAccount") },
    },
    "the same currency": {
      destination: { destinationType: "ACCOUNT", accountId: await createAccount(caller, "USD", "000") },
    },
  });
}

/** Quotes that are paid by instructions, and UMA addresses. */
export async function funding(caller: Caller): Promise<void> {
  const { customerId, usd } = await createPayer(caller, "the receiver");
  const bank = await createAccount(caller, "EUR", "000");
  const body = between(usd, bank, {
    source: { sourceType: "REALTIME_FUNDING", currency: "USD", customerId },
  });
  const quoteId = await caller.idFrom("create", "POST /quotes", body);
  await caller.call("execute what is paid by instructions", `POST /quotes/${quoteId}/execute`);
  const pay = { quoteId, currencyCode: "USD" };
  await caller.call("pay in another currency", "POST /sandbox/send", { quoteId, currencyCode: "EUR" });
  await caller.call("pay", "POST /sandbox/send", pay);
  await caller.call("pay again", "POST /sandbox/send", pay);
  await caller.call("paid", `GET /quotes/${quoteId}`);
  const domain = textAt(await caller.call("the platform", "GET /config"), "umaDomain");
  for (const name of ["success.usd", "success.eur", "fail.compliance.usd"]) {
    const umaAddress = `$${name}@${domain}`;
    await caller.call(`look up ${name}`, `GET /receiver/uma/${encodeURIComponent(umaAddress)}`);
    const destination = {
      destinationType: "UMA_ADDRESS",
      umaAddress,
      currency: name === "success.eur" ? "EUR" : "USD",
    };
    const id = await caller.idFrom(`to ${name}`, "POST /quotes", between(usd, bank, { destination }));
    await caller.call(`execute to ${name}`, `POST /quotes/${id}/execute`);
  }
  await caller.call("look up an account", `GET /receiver/external-account/${bank}`);
  await caller.call("look up no address", "GET /receiver/uma/nobody");
  await caller.call("receive without a receiver", "POST /sandbox/uma/receive", {
    senderUmaAddress: `$success.usd@${domain}`,
    receivingCurrencyCode: "USD",
    receivingCurrencyAmount: 700,
  });
}

export async function transactions(caller: Caller): Promise<void> {
  const { customerId, usd } = await createPayer(caller, "the owner");
  const bank = await createAccount(caller, "USD", "000", customerId);
  const paid = await caller.idFrom("pay", "POST /transfer-out", transfer(usd, bank, 100));
  const path = `/transactions/${paid}`;
  await caller.call("retrieve", `GET ${path}`);
  for (const filter of [
    "type=OUTGOING",
    "type=INCOMING",
    "status=COMPLETED",
    "sortOrder=asc",
    `senderAccountIdentifier=${usd}`,
    "startDate=2020-01-01T00:00:00Z",
    "type=SIDEWAYS",
    "sortOrder=up",
    "startDate=tomorrow",
  ])
    await caller.call(
      `list with ${filter.replace(usd, "the account")}`,
      `GET /transactions?customerId=${customerId}&limit=5&${filter}`,
    );
  const newer = await caller.idFrom("pay again", "POST /transfer-out", transfer(usd, bank, 200));
  const list = `GET /transactions?customerId=${customerId}`;
  const idsOf = (page: unknown) => [0, 1].map((row) => textAt(page, `data.${row}.id`));
  const oldest = await caller.call("the oldest first", `${list}&sortOrder=asc`);
  const newest = await caller.call("the newest first", `${list}&sortOrder=desc`);
  const unsorted = await caller.call("in the order by default", list);
  caller.fact("asc lists the oldest first", idsOf(oldest).join() === [paid, newer].join());
  caller.fact("desc lists the newest first", idsOf(newest).join() === [newer, paid].join());
  caller.fact("the newest come first by default", idsOf(unsorted).join() === idsOf(newest).join());
  const first = await caller.call("the first page", `${list}&limit=1`);
  const cursor = encodeURIComponent(textAt(first, "nextCursor"));
  const second = await caller.call("the second page", `${list}&limit=1&cursor=${cursor}`);
  caller.fact("the second page continues the first", textAt(second, "data.0.id") === idsOf(unsorted)[1]);
  const counts = [first, second].map((page) => foundAt(page, "totalCount"));
  caller.fact(
    "totalCount counts all pages",
    counts.every((count) => count === 2),
  );
  await caller.call("approve what is not pending", `POST ${path}/approve`);
  await caller.call("reject what is not pending", `POST ${path}/reject`);
}
