import { describe, expect, it } from "vitest";
import { createClient, fakeFetch, json } from "../core/client";
import smallest from "../fixtures/smallest-bodies.json";
import { cases } from "../resources/wire-cases";

/*
 * The smallest bodies that the contract allows for each write still resolve. The service of August adds `direction` to a transaction,
 * and allows card transactions without source and destination.
 */

const bodies: Readonly<Record<string, readonly unknown[]>> = smallest;

/** The writes with a body, each with its smallest one. The file has them in the order of the wire cases. */
const writes = Object.entries(bodies).flatMap(([name, all]) =>
  cases
    .filter((wire) => wire.name === name && !wire.request.startsWith("GET ") && wire.response !== undefined)
    .flatMap((wire, index) => (all[index] ? [{ wire, body: all[index] }] : [])),
);

describe("the smallest body that the schema allows is a result [C1]", () => {
  it("of most writes of the client", () => {
    expect(writes.length).toBe(43);
    const shrunk = writes.filter(
      ({ wire, body }) => Object.keys(body as object).length < Object.keys(wire.response as object).length,
    );
    expect(shrunk.length).toBeGreaterThan(15);
  });

  it.each(writes.map(({ wire, body }) => [wire.name, wire, body] as const))(
    "of %s",
    async (_name, wire, body) => {
      const { fetch } = fakeFetch(() => json(body, wire.status));
      await expect(wire.call(createClient({ fetch, maxRetries: 0 }))).resolves.toBeDefined();
    },
  );

  it.each(["umaDomain", "webhookEndpoint", "proxyUmaSubdomain", "isRegulatedFinancialInstitution"])(
    "of config.update: `%s` alone [C19]",
    async (name) => {
      const { fetch } = fakeFetch(() => json({ [name]: null, id: "config-1", supportedCurrencies: null }));
      const other = fakeFetch(() => json({ [name]: name.startsWith("is") ? true : "text" }));
      const update = (with_: typeof fetch) =>
        createClient({ fetch: with_, maxRetries: 0 }).config.update({ supportedCurrencies: [] });
      await expect(update(fetch)).rejects.toMatchObject({ outcome: "unknown" });
      await expect(update(other.fetch)).resolves.toBeDefined();
    },
  );

  const ids = { id: "0195", customerId: "c", platformCustomerId: "p" };
  const card = { type: "CARD", direction: "DEBIT", accountId: "a", authorizedAmount: {}, merchant: {} };
  const transactions = [
    ...["CREATED", "PENDING_AUTHORIZATION", "REFUNDED"].flatMap((status) => [
      { ...ids, type: "INCOMING", direction: "CREDIT", status, destination: {}, receivedAmount: {} },
      { ...ids, type: "OUTGOING", direction: "DEBIT", status, source: {}, destination: {}, sentAmount: {} },
    ]),
    ...["AUTHORIZED", "EXCEPTION"].map((status) => ({ ...ids, ...card, status })),
  ];
  const transfers = cases.filter(({ name }) => name.startsWith("transfers."));
  it.each(transfers.flatMap((wire) => transactions.map((body) => [wire.name, body, wire] as const)))(
    "of %s at the service of August: %j",
    async (_name, body, wire) => {
      const { fetch } = fakeFetch(() => json(body, 201));
      expect(await wire.call(createClient({ fetch, maxRetries: 0 }))).toEqual(body);
    },
  );
});
