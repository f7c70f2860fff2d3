import assert from "node:assert/strict";
import * as verifier from "@simplewebauthn/server";
import fc from "fast-check";
import { Simulator } from "payments-sdk/simulator";
import type { SimulatorOptions, SimulatorSnapshot } from "payments-sdk/simulator";
import { METHODS } from "../../resources/methods";
import { cases } from "../../resources/wire-cases";
import { Api, business, individual, ownerInfo, usdAccount } from "../../support/api";
import { createSimulator } from "../../support/simulator";
import { magicSignature } from "../../support/wallet-service";
import { mutated, mutation } from "../mutate";
import type { Mutation } from "../mutate";
import { defineProperty } from "../property";
import type { FuzzProperty } from "../property";
import { oddText } from "../values";

/** A world with one of everything, restored before each case. */
interface World {
  readonly snapshot: SimulatorSnapshot;
  readonly options: SimulatorOptions;
  /** An id of each kind. */
  readonly ids: Readonly<Record<string, string>>;
  readonly authorization: string;
}

async function createWorld(environment: "sandbox" | "production"): Promise<World> {
  const options: SimulatorOptions = {
    environment,
    seed: "fuzz",
    now: "2026-04-27T09:00:00Z",
    wallet: { webAuthn: { verifier } },
  };
  const simulator = createSimulator(options, { recorded: false });
  const api = new Api(simulator);
  const learnt: unknown[] = [];
  const make = async (path: string, body: unknown) => {
    const { body: made } = await api.post(path, body);
    learnt.push(made);
    return made as { id?: string };
  };
  const { id: customerId } = await make("/customers", { ...individual, platformCustomerId: "ada" });
  const { id: businessId } = await make("/customers", business);
  await make("/beneficial-owners", {
    customerId: businessId,
    roles: ["UBO"],
    ownershipPercentage: 50,
    personalInfo: ownerInfo,
  });
  await make("/verifications", { customerId: businessId });
  const { id: external } = await make("/customers/external-accounts", { ...usdAccount(), customerId });
  await make("/tokens", { name: "reports", permissions: ["VIEW"] });
  const accounts = await api.read(`/customers/internal-accounts?customerId=${String(customerId)}`);
  const wallet = (accounts["data"] as { id: string; type: string }[]).find(
    ({ type }) => type === "EMBEDDED_WALLET",
  );
  learnt.push({ id: wallet?.id });
  await make("/auth/credentials", { type: "EMAIL_OTP", accountId: wallet?.id });
  const quote = await make("/quotes", {
    source: { sourceType: "REALTIME_FUNDING", currency: "USD", customerId },
    destination: { destinationType: "ACCOUNT", accountId: wallet?.id },
    lockedCurrencySide: "SENDING",
    lockedCurrencyAmount: 50_000,
  });
  simulator.payQuote(String(quote.id));
  learnt.push(await api.read("/transactions"), { id: external });
  const ids: Record<string, string> = {};
  for (const [id, kind = ""] of JSON.stringify(learnt).matchAll(/\b([A-Z]\w+):[0-9a-f-]{36}/g))
    ids[kind] = id;
  return { snapshot: simulator.snapshot(), options, ids, authorization: api.authorization };
}

const worlds = { sandbox: await createWorld("sandbox"), production: await createWorld("production") };

/** A request as a client of the service would send it. */
interface Template {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

/** Requests that the service serves: those of the wire cases, and those that METHODS has fuller bodies for. */
const templates: readonly Template[] = cases.map(({ name, request, body }) => {
  const [method = "", path = ""] = request.split(" ");
  return {
    method,
    path,
    body: body ?? (method === "GET" ? undefined : METHODS.find((one) => one.name === name)?.params),
  };
});

/** The same with the ids of the world in the place of the ids of the cases. */
function inWorld({ ids }: World, text: string): string {
  return text.replace(
    /\b([A-Z]\w+)(:|%3A)(?:0 1\+é|0%201%2B%C3%A9|[\w-]+)/g,
    (whole, kind: string) => ids[kind] ?? whole,
  );
}

interface Step {
  readonly template: Template;
  readonly mutations: readonly Mutation[];
  /** Put behind the path, between its segments, or in the place of one. */
  readonly pathChange: { readonly kind: "none" | "append" | "replace"; readonly text: string };
  readonly query: readonly (readonly [string, string])[];
  readonly method: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: "json" | "form" | "raw" | "none";
  readonly raw: string;
  readonly advance: string | undefined;
}

/** What is sent in the form of an import: a CSV file. */
const csv =
  "platformCustomerId,customerType,fullName,birthDate,nationality,region\nb1,INDIVIDUAL,Grace Hopper,1906-12-09,US,US\n";

function bodyOf(
  world: World,
  { template, mutations, body, raw }: Step,
): { content: string | FormData | undefined; type?: string } {
  if (body === "none") return { content: undefined };
  if (body === "raw") return { content: raw, type: "application/json" };
  const { text } = mutated(template.body ?? {}, mutations);
  const json = inWorld(world, text);
  if (body === "json") return { content: json, type: "application/json" };
  const form = new FormData();
  for (const [name, value] of Object.entries(template.body ?? {}))
    form.append(name, typeof value === "string" ? inWorld(world, value) : raw);
  form.append("file", new Blob([`${csv}${raw}`], { type: "text/csv" }), "people.csv");
  return { content: form };
}

function pathOf(world: World, { template, pathChange, query }: Step): string {
  const [path = "", given = ""] = inWorld(world, template.path).split("?");
  const text = encodeURI(pathChange.text.replace(/[\ud800-\udfff]/gu, "?")).slice(0, 3_000);
  const segments = path.split("/");
  if (pathChange.kind === "replace") segments[segments.length - 1] = text;
  const search = new URLSearchParams(given);
  for (const [name, value] of query) search.append(name, value.slice(0, 2_000));
  return `${segments.join("/")}${pathChange.kind === "append" ? text : ""}?${search.toString()}`;
}

/** The body of every error response (contract, Error schemas). */
function requireErrorShape(status: number, text: string): void {
  const body = JSON.parse(text) as Record<string, unknown>;
  assert.equal(body["status"], status);
  assert.ok(
    typeof body["code"] === "string" && /^[A-Z][A-Z0-9_]+$/.test(body["code"]),
    `the code ${String(body["code"])}`,
  );
  assert.ok(typeof body["message"] === "string" && body["message"] !== "");
  assert.ok(
    body["details"] === undefined || (typeof body["details"] === "object" && body["details"] !== null),
  );
}

async function send(simulator: Simulator, world: World, step: Step): Promise<void> {
  const { content, type } = bodyOf(world, step);
  const method = step.method ?? step.template.method;
  const withBody = method !== "GET" && method !== "HEAD" && content !== undefined;
  const headers = new Headers({
    authorization: world.authorization,
    ...(withBody && type !== undefined && { "content-type": type }),
  });
  for (const [name, value] of Object.entries(step.headers)) headers.set(name, value);
  const init = { method, headers, ...(withBody && { body: content }) };
  const address = `${simulator.clientOptions().baseUrl}${pathOf(world, step)}`;
  const response = await simulator.fetch(address, init);
  const text = await response.text();
  const { status } = response;
  assert.ok(status < 500, `${method} ${address} was responded to with ${status} ${text.slice(0, 500)}`);
  assert.ok(status >= 200 && (status < 300 || status >= 400), `the status ${status}`);
  assert.ok(response.headers.get("x-request-id") !== null);
  if (status >= 400) requireErrorShape(status, text);
  else if (text !== "") JSON.parse(text);
}

interface Case {
  readonly environment: "sandbox" | "production";
  readonly steps: readonly Step[];
}

async function holds({ environment, steps }: Case): Promise<void> {
  const world = worlds[environment];
  const simulator = Simulator.restore(world.snapshot, world.options);
  for (const step of steps) {
    await send(simulator, world, step);
    if (step.advance !== undefined) await simulator.clock.advance(step.advance);
  }
  for (const { internal, other } of simulator.totals())
    assert.equal(internal, -other, "the books do not balance");
  assert.equal(
    Simulator.restore(
      JSON.parse(simulator.snapshotText()) as SimulatorSnapshot,
      world.options,
    ).snapshotText(),
    simulator.snapshotText(),
  );
}

const headerText = oddText.filter((text) => text.length < 2_000 && /^[\x20-\x7e\x80-\xff]*$/.test(text));
const stampJson = fc
  .tuple(oddText, oddText)
  .map(([publicKey, signature]) =>
    btoa(
      JSON.stringify({ publicKey, signature, scheme: "SIGNATURE_SCHEME_TK_API_P256" }).replace(
        /[^\0-\xff]/g,
        "?",
      ),
    ),
  );

const step: fc.Arbitrary<Step> = fc.record({
  template: fc.constantFrom(...templates),
  mutations: fc.array(mutation(["ACCOUNT", "USD", "sandbox-valid-oidc-token", "000000", "2026-13-45"]), {
    maxLength: 3,
  }),
  pathChange: fc.oneof(
    { weight: 5, arbitrary: fc.constant({ kind: "none" as const, text: "" }) },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constantFrom("append" as const, "replace" as const), text: oddText }),
    },
  ),
  query: fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    {
      weight: 1,
      arbitrary: fc.array(
        fc.tuple(
          fc.oneof(
            fc.constantFrom(
              "limit",
              "cursor",
              "customerId",
              "startDate",
              "endDate",
              "sortOrder",
              "status",
              "accountId",
              "__proto__",
            ),
            oddText,
          ),
          oddText,
        ),
        { maxLength: 3 },
      ),
    },
  ),
  method: fc.oneof(
    { weight: 9, arbitrary: fc.constant(undefined) },
    {
      weight: 1,
      arbitrary: fc.constantFrom("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "QUERY"),
    },
  ),
  headers: fc.oneof(
    { weight: 3, arbitrary: fc.constant({}) },
    {
      weight: 1,
      arbitrary: fc.dictionary(
        fc.constantFrom(
          "idempotency-key",
          "service-wallet-signature",
          "request-id",
          "authorization",
          "content-type",
          "content-length",
          "accept",
          "content-encoding",
        ),
        fc.oneof(
          headerText,
          stampJson,
          fc.constantFrom(
            magicSignature,
            "Basic x",
            "Basic Og==",
            "multipart/form-data",
            "multipart/form-data; boundary=x",
            "text/csv",
            "application/x+json",
          ),
        ),
        { maxKeys: 3 },
      ),
    },
  ),
  body: fc.oneof(
    { weight: 8, arbitrary: fc.constant("json" as const) },
    { weight: 2, arbitrary: fc.constantFrom("form" as const, "raw" as const, "none" as const) },
  ),
  raw: oddText,
  advance: fc.oneof(
    { weight: 4, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.constantFrom("1s", "10m", "40d") },
  ),
});

export const simulatorRequests: FuzzProperty = defineProperty(
  "any requests to the simulator",
  12,
  fc.record({
    environment: fc.constantFrom("sandbox" as const, "production" as const),
    steps: fc.array(step, { minLength: 1, maxLength: 4 }),
  }),
  holds,
);
