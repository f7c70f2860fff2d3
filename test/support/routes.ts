import { createRoutes } from "../../src/simulator/api/routes/index";
import { createDomain } from "../../src/simulator/domain/domain";
import { resolveOptions } from "../../src/simulator/runtime/options";
import { createRuntime } from "../../src/simulator/runtime/runtime";

const options = resolveOptions({});

/** Every route that the simulator serves in sandbox. */
export const routes = createRoutes(
  createDomain(
    options,
    createRuntime(options, () => ""),
  ),
);
