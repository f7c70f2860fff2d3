import { describe, expect, it } from "vitest";
import type { SimulatorEvent } from "payments-sdk/simulator";
import { individual } from "../support/parts";
import type { Json } from "../support/parts";
import { id, items, World } from "../support/world";

const types = (api: World): string[] => api.simulator.events.list.map(({ type }) => type);

describe("events", () => {
  it("have id, type, timestamp and a copy of the resource [EVT-01, EVT-03, OP-64]", async () => {
    const api = new World();
    const customer = await api.created("/customers", individual);
    await api.simulator.clock.advance("1s");
    await api.created("/verifications", { customerId: id(customer) });
    expect(types(api)).toEqual(["CUSTOMER.KYC_APPROVED", "VERIFICATION.APPROVED"]);
    const [event] = api.simulator.events.list;
    expect(event).toEqual({
      id: expect.stringMatching(/^Webhook:/),
      type: "CUSTOMER.KYC_APPROVED",
      timestamp: "2026-04-27T09:00:01.000Z",
      data: { ...customer, kycStatus: "APPROVED", updatedAt: "2026-04-27T09:00:01.000Z" },
    });
    await api.patch(`/customers/${id(customer)}`, { customerType: "INDIVIDUAL", fullName: "Somebody Else" });
    expect(event?.data).toMatchObject({ fullName: "Ada Lovelace" });
  });

  it("are the same in production [EVT-01]", async () => {
    const run = async (environment: "sandbox" | "production") => {
      const api = new World({ environment });
      const customer = await api.created("/customers", individual);
      await api.created("/verifications", { customerId: id(customer) });
      return types(api);
    };
    expect(await run("production")).toEqual(["CUSTOMER.KYC_APPROVED", "VERIFICATION.APPROVED"]);
    expect(await run("sandbox")).toEqual(await run("production"));
  });

  it("report each change of a customer's status once [VER-06]", async () => {
    const api = new World();
    const customer = await api.created("/customers", { customerType: "INDIVIDUAL" });
    const verification = await api.created("/verifications", { customerId: id(customer) });
    for (const status of [
      "IN_PROGRESS",
      "PENDING_MANUAL_REVIEW",
      "REJECTED",
      "READY_FOR_VERIFICATION",
    ] as const) {
      api.simulator.setVerificationStatus(id(verification), status);
    }
    await api.patch(`/customers/${id(customer)}`, { customerType: "INDIVIDUAL", kycStatus: "REJECTED" });
    await api.patch(`/customers/${id(customer)}`, { customerType: "INDIVIDUAL", kycStatus: "APPROVED" });
    await api.patch(`/customers/${id(customer)}`, { customerType: "INDIVIDUAL", kycStatus: "UNVERIFIED" });
    expect(types(api)).toEqual([
      "VERIFICATION.RESOLVE_ERRORS",
      "CUSTOMER.KYC_PENDING",
      "VERIFICATION.IN_PROGRESS",
      "VERIFICATION.PENDING_MANUAL_REVIEW",
      "CUSTOMER.KYC_REJECTED",
      "VERIFICATION.REJECTED",
      // Both states keep in step.
      "CUSTOMER.KYC_PENDING",
      "VERIFICATION.READY_FOR_VERIFICATION",
      "CUSTOMER.KYC_REJECTED",
      "CUSTOMER.KYC_APPROVED",
    ]);
  });

  it("report each change of a balance once, with the account [EVT-02, SBX-01]", async () => {
    const api = new World();
    const account = items(await api.read("/platform/internal-accounts?currency=USD"))[0] ?? {};
    await api.simulator.clock.advance("1s");
    const funded = await api.created(`/sandbox/internal-accounts/${id(account)}/fund`, { amount: 500 });
    const events = api.simulator.events.ofType("INTERNAL_ACCOUNT.BALANCE_UPDATED");
    expect(events.map(({ data }) => data)).toEqual([funded]);
    expect(funded).toMatchObject({ balance: { amount: 500 }, updatedAt: "2026-04-27T09:00:01.000Z" });
    expect((funded as Json)["createdAt"]).toBe("2026-04-27T09:00:00.000Z");
  });

  it("reach handlers of their kind and of all kinds until they unsubscribe [EVT-03, OP-64]", async () => {
    const api = new World();
    const kyc: SimulatorEvent[] = [];
    const all: string[] = [];
    const stop = api.simulator.on("CUSTOMER.KYC_APPROVED", (event) => kyc.push(event));
    api.simulator.on("*", ({ type }) => all.push(type));
    const verify = async () => {
      const customer = await api.created("/customers", individual);
      await api.created("/verifications", { customerId: id(customer) });
      return id(customer);
    };
    const first = await verify();
    stop();
    await verify();
    expect(kyc.map(({ data }) => (data as Json)["id"])).toEqual([first]);
    expect(all).toHaveLength(4);
  });
});
