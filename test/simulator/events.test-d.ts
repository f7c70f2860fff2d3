import type { WebhookEvent, WebhookEventType } from "payments-sdk/webhooks";
import { Simulator } from "payments-sdk/simulator";
import type { SimulatorEvent, SimulatorEventType } from "payments-sdk/simulator";
import { expectTypeOf, test } from "vitest";

test("a webhook handler accepts an event of the simulator", () => {
  const simulator = new Simulator();
  const handle = (event: WebhookEvent): string => event.type;
  simulator.on("*", handle);
  expectTypeOf(simulator.events.list).toExtend<readonly WebhookEvent[]>();
  expectTypeOf<SimulatorEvent>().toExtend<WebhookEvent>();
  expectTypeOf<SimulatorEventType>().toEqualTypeOf<WebhookEventType>();
});

test("its type determines the data", () => {
  const balanceOf = (event: SimulatorEvent): number | undefined =>
    event.type === "INTERNAL_ACCOUNT.BALANCE_UPDATED" ? event.data.balance.amount : undefined;
  expectTypeOf(balanceOf).returns.toEqualTypeOf<number | undefined>();
});
