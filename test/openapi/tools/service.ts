import { Simulator } from "payments-sdk/simulator";
import type { SimulatorServer } from "payments-sdk/simulator";
import { afterAll, beforeAll } from "vitest";

/** Serves a simulator over HTTP for the tests of a file. Returns a function for its address and credentials. */
export function useService(): () => { url: string; headers: { authorization: string } } {
  const simulator = new Simulator();
  let server: SimulatorServer;
  beforeAll(async () => {
    server = await simulator.listen();
  });
  afterAll(() => server.close());
  return () => {
    const { clientId, clientSecret } = simulator.clientOptions();
    return { url: server.url, headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` } };
  };
}
