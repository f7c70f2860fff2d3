import type { SimulatorEvent, SimulatorEventType } from "../runtime/events";
import type { World } from "./world";

/**
 * Records an event, tells the handlers, and has it delivered to the platform's endpoint. The event keeps a copy of `data`.
 * Returns the event's id; a silent world emits nothing and returns an empty text.
 */
export function emit(world: World, type: SimulatorEventType, data: () => unknown): string {
  if (world.isSilent) return "";
  const id = world.random.id("Webhook");
  const timestamp = world.clock.iso();
  // The type decides what the data are. The emitting function keeps both together.
  const event = { id, type, timestamp, data: structuredClone(data()) } as SimulatorEvent;
  world.events.push(event);
  world.outside.announce(event);
  return id;
}
