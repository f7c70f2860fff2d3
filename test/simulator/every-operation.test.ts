/** Calls every method of the client against the simulator. Each response is recognised and has the shape of its model. */
import { beforeAll, describe, expect, it } from "vitest";
import { OPERATIONS as DECLARED } from "../../src/operations/all";
import { operationOf } from "../resources/witness";
import { misspeller } from "../support/misspeller";
import { clientOf, createSimulator } from "../support/world";
import { callIn, methodOf, OPTIONS, prepare } from "./operation-world";
import type { Prepared } from "./operation-world";

describe("each operation is served by the simulator", () => {
  let world: Prepared;

  beforeAll(async () => {
    world = await prepare();
  });

  it.each(DECLARED.map(({ name, http }) => [name, http]))("%s", async (name, http) => {
    const simulator = createSimulator(OPTIONS, { from: world.start });
    const misspelt = misspeller(simulator);
    const reached = new Set<string | undefined>();
    const onRequest = ({ method, url }: { method: string; url: string }) =>
      void reached.add(operationOf(`${method} ${url.replace(/^.*?\/\d{4}-\d\d-\d\d/, "")}`));
    const payments = clientOf(simulator, {
      fetch: misspelt.fetch,
      validation: "strict",
      hooks: { onRequest },
    });
    await callIn(payments, name, world.namesFor(name));
    expect([...reached]).toEqual([http]);
    const { file, params } = methodOf(name);
    const hasJson = !/^(?:GET|DELETE)/.test(http) && file === undefined && !params?.["file"];
    expect(misspelt.refused.get(http)).toEqual(hasJson ? ["limitt", "descripton"] : ["limitt"]);
    expect(misspelt.changed).toEqual([]);
  });
});
