import { seedHost } from "../api/controls";
import { addFault, removeFault } from "../api/faults";
import type { Host } from "../api/host";
import { asProblem, invalidInput, Problem } from "../domain/problem";
import { parseDuration } from "../runtime/clock";
import type { Fault } from "../runtime/fault";

/** The faults that the page can add, by their words. Each strikes once. */
export const oneFault: Readonly<Record<string, Fault>> = {
  "Lose the response": { kind: "reset-after" },
  "Lose the request": { kind: "reset-before" },
  "Respond 429": { kind: "status", status: 429, retryAfter: 1 },
  "Respond 500": { kind: "status", status: 500 },
  "Send a proxy's page": { kind: "html" },
  "Wait for 5 s": { kind: "delay", delay: "5s" },
};

/** What a viewer can do with a simulator, and the field of a form that does it. The functions are those of the `Simulator` and of the admin API. */
const controls: Readonly<Record<string, (host: Host, value: string, on: string) => unknown>> = {
  by: ({ scheduler }, value) => {
    scheduler.advance(parseDuration(value));
  },
  seed: (host, value) => seedHost(host, { transactions: Number(value) }),
  lose: ({ world, service }, operation) =>
    addFault(world, { kind: "reset-after", operation, times: 1 }, service.routes),
  fault: ({ world, service }, words, on) => {
    const fault = Object.hasOwn(oneFault, words) ? oneFault[words] : undefined;
    if (!fault) throw invalidInput(`Unknown fault ${words}`);
    addFault(world, { ...fault, operation: on || undefined, times: 1 }, service.routes);
  },
  "remove-fault": ({ world }, id) => {
    removeFault(world, id);
  },
  deliver: (host, id) => host.deliveries.redeliver(id),
};

/**
 * Does one of the above.
 *
 * @param on the operation that a fault hits. Empty: every call
 */
export async function act(host: Host, name: string, value: string, on = ""): Promise<void> {
  if (!Object.hasOwn(controls, name)) return;
  await controls[name]?.(host, value, on);
  host.onControl();
}

/** Carries out a form. Returns the reason if it cannot. */
export async function control(host: Host, body: Uint8Array | undefined): Promise<string | undefined> {
  const form = new URLSearchParams(new TextDecoder().decode(body));
  const name = Object.keys(controls).find((field) => form.has(field)) ?? "by";
  try {
    await act(host, name, form.get(name) ?? "", form.get("on") ?? "");
    return undefined;
  } catch (error) {
    const problem = asProblem(error);
    if (problem instanceof Problem) return problem.message;
    throw error;
  }
}
