import { Simulator } from "payments-sdk/simulator";
import { expect, it, vi } from "vitest";

it("needs no permission to read the environment, as Deno would ask for", async () => {
  const env = vi.spyOn(process, "env", "get").mockImplementation(() => {
    throw new Error('NotCapable: Requires env access to "NODE_ENV"');
  });
  const simulator = new Simulator();
  env.mockRestore();
  expect((await simulator.fetch(`${simulator.clientOptions().baseUrl}/config`)).status).toBe(401);
});
