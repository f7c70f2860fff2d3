import { onTestFinished } from "vitest";
import type { Json } from "../support/parts";
import { createSimulator, World } from "../support/world";
import type { ListenOptions, SimulatorOptions } from "payments-sdk/simulator";

interface Answer {
  status: number;
  body: Json;
}

/** A served simulator, its API and its admin API, over sockets. */
export async function served(options: SimulatorOptions = {}, listen: ListenOptions = {}) {
  const simulator = createSimulator(options, { recorded: false });
  const server = await simulator.listen({ admin: true, ...listen });
  onTestFinished(() => server.close());
  const root = server.adminUrl ?? "";
  const admin = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) => {
    const response = await fetch(root + path, {
      method,
      headers: { ...(body !== undefined && { "content-type": "application/json" }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === "" ? {} : JSON.parse(text) } as Answer;
  };
  return { simulator, server, root, admin, api: new World(simulator, server.url) };
}
