/** Programs with clients that two generators made from its document drive the admin API. */
import createClient from "openapi-fetch";
import { Simulator } from "payments-sdk/simulator";
import { expect, it, onTestFinished } from "vitest";
import type { paths } from "../../../.artifacts/openapi/admin";
import * as hey from "../../../.artifacts/openapi/admin-hey-api/index";
import { client } from "../../../.artifacts/openapi/admin-hey-api/client.gen";

async function served() {
  const simulator = new Simulator({ now: "2026-04-27T09:00:00Z" });
  const server = await simulator.listen({ admin: true });
  onTestFinished(() => server.close());
  return { simulator, baseUrl: server.adminUrl ?? "" };
}

it("is driven by openapi-fetch with the types of openapi-typescript", async () => {
  const { simulator, baseUrl } = await served();
  const admin = createClient<paths>({ baseUrl });
  const { data: clock } = await admin.POST("/clock/advance", { body: { by: "6m" } });
  expect(clock?.now).toBe("2026-04-27T09:06:00.000Z");
  const { data: fault } = await admin.POST("/faults", { body: { kind: "kong", operation: "quotes.create" } });
  expect(fault?.fault.kind).toBe("kong");
  const removed = await admin.DELETE("/faults/{faultId}", { params: { path: { faultId: fault?.id ?? "" } } });
  expect(removed.response.status).toBe(204);
  const seeded = await admin.POST("/seed", { body: { customers: 2, transactions: 3 } });
  expect(seeded.response.status).toBe(200);
  const { error } = await admin.PUT("/rates/{currency}", {
    params: { path: { currency: "EUR" } },
    body: { perUsd: "none" },
  });
  expect(error?.code).toBe("INVALID_INPUT");
  expect(simulator.faults.list).toEqual([]);
});

it("is driven by a client of hey-api's openapi-ts", async () => {
  const { baseUrl } = await served();
  client.setConfig({ baseUrl });
  const { data: clock } = await hey.stopClock({ throwOnError: true });
  expect(clock.stands).toBe(true);
  await hey.addFault({ body: { kind: "reset-after", times: 1 }, throwOnError: true });
  const { data: faults } = await hey.listFaults({ throwOnError: true });
  expect(faults.data).toMatchObject([{ fault: { kind: "reset-after" }, left: 1 }]);
  await hey.reset({ throwOnError: true });
  const { error } = await hey.deliverEvent({ path: { id: "Webhook:none" } });
  expect(error?.message).toContain("No Event has the id Webhook:none");
});
