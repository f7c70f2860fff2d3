import type { WebhookEvent, WebhookEventType } from "payments-sdk/webhooks";
import { Simulator } from "payments-sdk/simulator";
import type { SimulatorEvent, SimulatorEventType } from "payments-sdk/simulator";
import { expectTypeOf, test } from "vitest";

test("an event of the simulator is one that a webhook handler takes", () => {
  const simulator = new Simulator();
  const handle = (event: WebhookEvent): string => event.type;
  simulator.on("*", handle);
  expectTypeOf(simulator.events.list).toExtend<readonly WebhookEvent[]>();
  expectTypeOf<SimulatorEvent>().toExtend<WebhookEvent>();
  expectTypeOf<SimulatorEventType>().toEqualTypeOf<WebhookEventType>();
});

test("its type tells the data apart", () => {
  const balanceOf = (event: SimulatorEvent): number | undefined =>
    event.type === "INTERNAL_ACCOUNT.BALANCE_UPDATED" ? event.data.balance.amount : undefined;
  expectTypeOf(balanceOf).returns.toEqualTypeOf<number | undefined>();
});
