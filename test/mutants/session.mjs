/** Runs test files, again and again. `measure.mjs` starts it in a copy of the project. */
import path from "node:path";
import process from "node:process";
import { createVitest } from "vitest/node";
import { loadConfigFromFile } from "vite";

const root = process.cwd();
const { config } = await loadConfigFromFile(
  { command: "serve", mode: "test" },
  path.join(root, "vitest.config.ts"),
);
const bound = { testTimeout: 20_000, hookTimeout: 60_000 };
let order = [];
class Likeliest {
  shard = (files) => files;
  sort = (files) => files.toSorted((a, b) => order.indexOf(a.moduleId) - order.indexOf(b.moduleId));
}

const first = ({ errors = [] }) => errors[0]?.message.split("\n")[0];
const reporter = {
  onTestModuleStart: (module) =>
    process.send({ module: module.relativeModuleId ?? path.relative(root, module.moduleId) }),
  onTestCaseResult: (test) => {
    const { state, errors } = test.result();
    if (state !== "failed") return;
    const module = path.relative(root, test.module.moduleId);
    process.send({ failed: { module, title: test.fullName, error: first({ errors }) } });
  },
  onTestModuleEnd: (module) => {
    const errors = [
      ...module.errors(),
      ...[...module.children.allSuites()].flatMap((suite) => suite.errors()),
    ];
    const name = path.relative(root, module.moduleId);
    if (errors.length > 0)
      process.send({ failed: { module: name, title: "(the file)", error: first({ errors }) } });
    process.send({ ended: name });
  },
};

const vitest = await createVitest(
  "test",
  {
    root,
    config: false,
    watch: false,
    bail: 1,
    reporters: [reporter],
    maxWorkers: 1,
  },
  {
    test: {
      ...bound,
      maxWorkers: 1,
      sequence: { sequencer: Likeliest },
      projects: config.test.projects.map(({ test, ...rest }) => ({
        ...rest,
        test: { ...test, ...bound, sequence: { sequencer: Likeliest } },
      })),
    },
  },
);
const specifications = await vitest.globTestSpecifications();

process.on("message", async ({ tests, changed }) => {
  for (const file of changed) vitest.invalidateFile(path.join(root, file));
  order = tests.map((test) => path.join(root, test));
  vitest.state.filesMap.clear();
  vitest.state.idMap.clear();
  try {
    const { unhandledErrors } = await vitest.runTestSpecifications(
      specifications
        .filter(({ moduleId }) => order.includes(moduleId))
        .sort((a, b) => order.indexOf(a.moduleId) - order.indexOf(b.moduleId)),
    );
    process.send({ done: true, unhandled: unhandledErrors.map(String) });
  } catch (error) {
    process.send({ done: true, unhandled: [String(error)] });
  }
});
process.on("disconnect", () => process.exit());
process.send({ ready: specifications.map(({ moduleId }) => path.relative(root, moduleId)) });
