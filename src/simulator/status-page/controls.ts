import { seedHost } from "../api/controls";
import { addFault, removeFault } from "../api/faults";
import type { Host } from "../api/host";
import { Problem } from "../domain/problem";
import { DURATION_RULE, durationMs } from "../runtime/clock";

/** ISO 8601 has four digits for the year. */
const LAST_INSTANT_MS = Date.UTC(9999, 11, 31);

/** A mistake in a form, in words for the page. */
class FormError extends Error {}

/** What a viewer can do with a simulator, and the field of a form that does it. The functions are those of the `Simulator` and of the admin API. */
const controls: Readonly<Record<string, (host: Host, value: string) => unknown>> = {
  by({ world, scheduler }, value) {
    const ms = durationMs(value);
    if (ms === undefined || world.clock.now() + ms > LAST_INSTANT_MS)
      throw new FormError(`Enter ${DURATION_RULE}. It must end before the year 9999.`);
    scheduler.advance(ms);
  },
  seed: (host, value) => seedHost(host, { transactions: Number(value) }),
  lose: ({ world, service }, operation) =>
    addFault(world, { kind: "reset-after", operation, times: 1 }, service.routes),
  "remove-fault": ({ world }, id) => {
    removeFault(world, id);
  },
  deliver: (host, id) => host.deliveries.redeliver(id),
};

/** Does one of the above. */
export async function act(host: Host, name: string, value: string): Promise<void> {
  if (Object.hasOwn(controls, name)) await controls[name]?.(host, value);
}

/** Carries out a form. Returns the reason if it cannot. */
export async function control(host: Host, body: Uint8Array | undefined): Promise<string | undefined> {
  const form = new URLSearchParams(new TextDecoder().decode(body));
  const name = Object.keys(controls).find((field) => form.has(field)) ?? "by";
  try {
    await act(host, name, form.get(name) ?? "");
    return undefined;
  } catch (error) {
    const isMistake =
      error instanceof FormError ||
      error instanceof Problem ||
      error instanceof TypeError ||
      error instanceof RangeError;
    if (isMistake) return error.message;
    throw error;
  }
}
