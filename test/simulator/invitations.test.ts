import { describe, expect, it } from "vitest";
import type { SimulatorOptions } from "payments-sdk/simulator";
import type { Json } from "../support/parts";
import { World } from "../support/world";

const invitee = "$grace@elsewhere.test";

async function inviting(options: SimulatorOptions = {}) {
  const api = new World(options);
  const { umaAddress: inviterUma } = await api.must<{ umaAddress: string }>("POST", "/customers", {
    customerType: "INDIVIDUAL",
    currencies: ["EUR"],
  });
  const invite = (more: Json = {}) => api.created("/invitations", { inviterUma, ...more });
  const act = (invitation: Json, action: "claim" | "cancel", body?: Json) =>
    api.call("POST", `/invitations/${String(invitation["code"])}/${action}`, body);
  const claim = (invitation: Json) => act(invitation, "claim", { inviteeUma: invitee });
  const cancel = (invitation: Json) => act(invitation, "cancel");
  const read = (invitation: Json) => api.read(`/invitations/${String(invitation["code"])}`);
  return { api, clock: api.simulator.clock, inviterUma, invite, act, claim, cancel, read };
}

describe("an invitation", () => {
  it("is created by a customer, and found by its code", async () => {
    const { inviterUma, invite, read } = await inviting();
    const invitation = await invite({
      firstName: "Grace",
      amountToSend: 1250,
      expiresAt: "2026-05-01T00:00:00+02:00",
    });
    expect(invitation).toEqual({
      code: expect.stringMatching(/^[A-Z\d]{8}$/),
      url: `https://sandbox.payments.test/invitations/${String(invitation["code"])}`,
      inviterUma,
      status: "PENDING",
      firstName: "Grace",
      amountToSend: { amount: 1250, currency: { code: "EUR", name: "Euro", symbol: "€", decimals: 2 } },
      createdAt: "2026-04-27T09:00:00.000Z",
      expiresAt: "2026-04-30T22:00:00.000Z",
    });
    expect(await read(invitation)).toEqual(invitation);
    expect((await invite())["code"]).not.toBe(invitation["code"]);
  });

  it("can be claimed once with an event, and the platform still pays the amount", async () => {
    const { api, clock, invite, claim, cancel, read } = await inviting();
    const invitation = await invite({ amountToSend: 1250 });
    const totals = api.simulator.totals();
    await clock.advance("1m");
    const claimed = {
      ...invitation,
      status: "CLAIMED",
      inviteeUma: invitee,
      claimedAt: "2026-04-27T09:01:00.000Z",
    };
    expect(await claim(invitation)).toMatchObject({ status: 200, body: claimed });
    expect(await read(invitation)).toEqual(claimed);
    const events = api.simulator.events.list.map(({ type, data }) => [type, data]);
    expect(events).toEqual([["INVITATION.CLAIMED", claimed]]);
    expect(api.simulator.totals()).toEqual(totals);
    expect(await api.read("/transactions")).toMatchObject({ totalCount: 0 });

    const refused = { status: 400, body: { code: "INVITATION_ALREADY_CLAIMED" } };
    expect(await claim(invitation)).toMatchObject(refused);
    expect(await cancel(invitation)).toMatchObject(refused);
    expect(api.simulator.events.list).toHaveLength(1);
  });

  it("cannot be claimed after a cancellation", async () => {
    const { api, invite, claim, cancel, read } = await inviting();
    const invitation = await invite();
    expect(await cancel(invitation)).toMatchObject({
      status: 200,
      body: { ...invitation, status: "CANCELLED" },
    });
    const refused = { status: 400, body: { code: "INVITATION_CANCELLED" } };
    expect(await claim(invitation)).toMatchObject(refused);
    expect(await cancel(invitation)).toMatchObject(refused);
    expect(await read(invitation)).toMatchObject({ status: "CANCELLED" });
    expect(api.simulator.events.list).toEqual([]);
  });

  it("expires on the simulator's clock if it is not claimed", async () => {
    const { clock, invite, claim, cancel, read } = await inviting();
    const expiresAt = "2026-04-27T10:00:00.000Z";
    const [early, late] = [await invite({ expiresAt }), await invite({ expiresAt })];
    await clock.advance(3_599_999);
    expect(await read(late)).toMatchObject({ status: "PENDING" });
    expect(await claim(early)).toMatchObject({ status: 200 });
    await clock.advance(1);
    expect(await read(late)).toEqual({ ...late, status: "EXPIRED" });
    expect(await read(early)).toMatchObject({ status: "CLAIMED" });
    const refused = { status: 400, body: { code: "EXPIRED" } };
    expect(await claim(late)).toMatchObject(refused);
    expect(await cancel(late)).toMatchObject(refused);
  });

  it("is refused for unknown customers and wrong fields", async () => {
    const { api, clock, inviterUma } = await inviting();
    const now = clock.iso();
    for (const [body, code, field] of [
      [{}, "INVALID_INPUT", "inviterUma"],
      [{ inviterUma: "grace" }, "INVALID_UMA_ADDRESS", "inviterUma"],
      [{ inviterUma: invitee }, "INVALID_UMA_ADDRESS", "inviterUma"],
      [{ inviterUma, firstName: 7 }, "INVALID_INPUT", "firstName"],
      [{ inviterUma, amountToSend: 0 }, "INVALID_AMOUNT", "amountToSend"],
      [{ inviterUma, amountToSend: 1.5 }, "INVALID_AMOUNT", "amountToSend"],
      [{ inviterUma, expiresAt: "tomorrow" }, "INVALID_INPUT", "expiresAt"],
      [{ inviterUma, expiresAt: now }, "INVALID_INPUT", "expiresAt"],
    ] as const) {
      const headers = { "x-invalid-request": "yes" };
      expect(await api.post("/invitations", body, headers), field).toMatchObject({
        status: 400,
        body: { code, details: { field } },
      });
    }
  });

  it("can be claimed only by another person with a UMA address", async () => {
    const { inviterUma, invite, act, read } = await inviting();
    const invitation = await invite();
    for (const [body, code] of [
      [{ inviteeUma: "grace" }, "INVALID_UMA_ADDRESS"],
      [{ inviteeUma: inviterUma }, "INVALID_INPUT"],
    ] as const) {
      expect(await act(invitation, "claim", body)).toMatchObject({ status: 400, body: { code } });
    }
    expect(await read(invitation)).toEqual(invitation);
  });

  it("with an unknown code is not found", async () => {
    const { api, act } = await inviting();
    const none = { code: "NONE" };
    const missing = { status: 404, body: { code: "INVITATION_NOT_FOUND" } };
    expect(await api.get("/invitations/NONE")).toMatchObject(missing);
    expect(await act(none, "claim", { inviteeUma: invitee })).toMatchObject(missing);
    expect(await act(none, "cancel")).toMatchObject(missing);
  });
});
