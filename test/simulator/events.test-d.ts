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

test("a misspelt type of event is an error, because nothing would match", () => {
  const simulator = new Simulator();
  simulator.on("OUTGOING_PAYMENT.COMPLETED", () => undefined);
  // @ts-expect-error -- PAYMENT, COMPLETED
  simulator.on("OUTGOING_PAYMENTS.COMPLETE", () => undefined);
  // @ts-expect-error -- FAILED
  simulator.events.ofType("OUTGOING_PAYMENT.FAILURE");
});

test("its type determines the data", () => {
  const balanceOf = (event: SimulatorEvent): number | undefined =>
    event.type === "INTERNAL_ACCOUNT.BALANCE_UPDATED" ? event.data.balance.amount : undefined;
  expectTypeOf(balanceOf).returns.toEqualTypeOf<number | undefined>();
});
