import { seedHost } from "../api/controls";
import { addFault, removeFault } from "../api/faults";
import type { Host } from "../api/host";
import { asProblem, Problem } from "../domain/problem";
import { parseDuration } from "../runtime/clock";

/** What a viewer can do with a simulator, and the field of a form that does it. The functions are those of the `Simulator` and of the admin API. */
const controls: Readonly<Record<string, (host: Host, value: string) => unknown>> = {
  by: ({ scheduler }, value) => {
    scheduler.advance(parseDuration(value));
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
  if (!Object.hasOwn(controls, name)) return;
  await controls[name]?.(host, value);
  host.onControl();
}

/** Carries out a form. Returns the reason if it cannot. */
export async function control(host: Host, body: Uint8Array | undefined): Promise<string | undefined> {
  const form = new URLSearchParams(new TextDecoder().decode(body));
  const name = Object.keys(controls).find((field) => form.has(field)) ?? "by";
  try {
    await act(host, name, form.get(name) ?? "");
    return undefined;
  } catch (error) {
    const problem = asProblem(error);
    if (problem instanceof Problem) return problem.message;
    throw error;
  }
}
