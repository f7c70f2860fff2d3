/**
 * Each npm script, and each command that a page names, with what runs it: a file and a text in it. `NIGHT` is the nightly workflow, and
 * `CHECK` is `.ci/run`.
 */
const NIGHT = ".github/workflows/ci.yml";
const CHECK = ".ci/run";

type Runs = readonly [file: string, text: string];

const night = (script: string): Runs => [NIGHT, `- ${script}\n`];
const check = (command: string): Runs => [CHECK, `step ${command}`];
const webhooks: Runs = ["test/examples/webhooks-start.test.ts", "examples/"];
const frameworks: Runs = ["test/browser/frameworks-start.check.ts", "examples/wallet-frameworks"];

/** Commands of this repository. */
export const commands: Readonly<Record<string, Runs>> = {
  ci: check("npm ci"),
  cit: check("npm cit"),
  test: check("npm cit"),
  start: check("npm start"),
  "run lint": check("npm run --silent lint"),
  "run format": check("npm run --silent format:check"),
  "run format:check": check("npm run --silent format:check"),
  "run typecheck": check("npm run --silent typecheck"),
  "run docs": check("npm run --silent docs"),
  "run check:package": check("npm run --silent check:package"),
  "run size": check("npm run --silent size"),
  "run build": [NIGHT, "npm run build"],
  "run prepack": check("npm run --silent check:package"),
  "run test:openapi": check("npm run --silent test:openapi"),
  "run test:books": night("test:books"),
  "run test:browser": night("test:browser"),
  "run test:compatibility": night("test:compatibility"),
  "run test:crash": night("test:crash"),
  "run test:cron": night("test:cron"),
  "run test:explore": night("test:explore"),
  "run test:faults": night("test:faults"),
  "run test:frameworks": night("test:frameworks"),
  "run test:fuzz": night("test:fuzz"),
  "run test:mutants": night("test:mutants"),
  "run test:next": night("test:next"),
  "run test:nats": night("test:nats"),
  "run test:payouts": night("test:payouts"),
  "run test:soak": night("test:soak"),
  "run test:worker": night("test:worker"),
  "run simulator": ["test/support/simulator-command.ts", "src/simulator/bin.ts"],
  "run demo": ["test/browser/wallet-page-server.test.ts", "examples/wallet-web/demo.ts"],
  "run docs:readme": ["test/docs/readme.test.ts", "npm run docs:readme"],
  "run openapi": ["test/openapi/document.test.ts", "npm run openapi"],
  "run contract:diff": ["test/openapi/contract-diff.test.ts", ".ci/openapi/diff.ts"],
  "payments-simulator": ["test/support/simulator-command.ts", "src/simulator/bin.ts"],
  "payments-simulator parity": ["test/simulator/parity.test.ts", '"parity"'],
  "tsx examples/payouts-from-csv.ts": ["test/examples/payouts.test.ts", "payouts-from-csv.ts"],
  "tsx examples/observability/main.ts": ["test/docs/observability-guide.test.ts", "observability/main.ts"],
  "test/runtimes test": check("npm test --silent --prefix test/runtimes"),
  "test/runtimes it": check("npm test --silent --prefix test/runtimes"),
  "examples/webhooks-express start": webhooks,
  "examples/webhooks-fastify start": webhooks,
  "examples/webhooks-hono start": webhooks,
  "examples/webhooks-next start": webhooks,
  "examples/webhooks-worker start": webhooks,
  "examples/relay-express start": ["test/relay/recipes.test.ts", "../../examples/relay-express/app"],
  "examples/relay-hono start": ["test/relay/recipes.test.ts", "../../examples/relay-hono/app"],
  "examples/relay-next start": ["test/relay/next.mjs", "examples/relay-next"],
  "examples/relay-worker start": ["test/relay/worker.mjs", "examples/relay-worker"],
  "examples/wallet-frameworks react": frameworks,
  "examples/wallet-frameworks svelte": frameworks,
  "examples/wallet-frameworks vue": frameworks,
  "examples/books test": night("test:books"),
  "examples/payouts-queue test": night("test:payouts"),
  "run release:check": [".github/workflows/publish.yml", "npm run release:check"],
};

/** Commands that neither a test nor the nightly workflow runs, each with the reason. */
export const byHand: Readonly<Record<string, string>> = {
  "run api": "writes the report that test/package compares",
  "run bench": "measures for an hour on an idle machine",
  "bench scale": "measures for minutes on an idle machine",
  "bench simulator": "measures for minutes on an idle machine",
  "examples/books figures": "measures on an idle machine",
  "examples/payouts-queue figures": "measures on an idle machine",
  "examples/payouts-queue test:nats:long": "the long form of test:nats",
  "run demo:budget": "prints figures of the demo's page",
  "run demo:screenshots": "test:browser with pictures",
  "run test:engines": "needs an installed browser",
  "examples/books demo": "starts PostgreSQL. test:books tests the same modules",
  "examples/payouts-queue demo": "starts PostgreSQL. test:payouts tests the same modules",
};
