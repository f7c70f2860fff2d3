import { describe, expect, it } from "vitest";
import type { PaymentsClient } from "payments-sdk";
import { createClient, fakeFetch } from "../core/client";
import { genuineWith } from "./genuine";
import { argumentsOf, callMethod, methodNames, METHODS } from "./methods";
import { operationOf, WITNESS } from "./witness";
import type { Witness } from "./witness";

const BASE = /^https:\/\/payments\.test\/api\/[\d-]+/;
const helpers = /\.(?:waitFor|findWallet|findOrCreate)$/;

/** Calls the method of an operation with valid arguments and these options. */
async function sent({ name }: Witness, options: object = {}) {
  const method = METHODS.find((candidate) => candidate.name === name);
  if (method === undefined) throw new Error(`no arguments for ${name}`);
  return callMethod(name, [...argumentsOf(method), options]);
}

/** The request of a raw call. */
async function raw({ method }: Witness, path: string, options: object) {
  const { fetch, calls } = fakeFetch(genuineWith({}));
  await createClient({ fetch }).request(method as "GET", path, options);
  expect(calls).toHaveLength(1);
  return calls[0];
}

/** A value for each parameter of a template. */
const valuesOf = (template: string) =>
  Object.fromEntries([...template.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => [name, `${name}:0 1`]));

describe.each(WITNESS)("$name", (witness) => {
  const { name, http, template, isKeyed, isSigned } = witness;

  it(`is ${http}`, async () => {
    const { calls } = await sent(witness);
    expect(calls.map(({ init, url }) => operationOf(`${init.method} ${url.replace(BASE, "")}`))).toEqual([
      http,
    ]);
  });

  it(`sends ${isKeyed ? "a" : "no"} key, as a method and as a raw call by template and by path`, async () => {
    const path = valuesOf(template);
    const concrete = template.replaceAll(/\{(\w+)\}/g, (_, id: string) => encodeURIComponent(path[id] ?? ""));
    const requests = [
      (await sent(witness)).calls[0],
      await raw(witness, template, { path }),
      await raw(witness, concrete, {}),
    ];
    expect(requests.map((request) => request?.headers.has("idempotency-key"))).toEqual([
      isKeyed,
      isKeyed,
      isKeyed,
    ]);
    if (name === "quotes.execute") expect(requests[2]?.url).toContain("/quotes/quoteId%3A0%201/execute");
  });

  it(`${isKeyed ? "accepts" : "rejects"} a key of the caller`, async () => {
    const { calls, error } = await sent(witness, { idempotencyKey: "row-7" });
    if (isKeyed) expect(calls[0]?.headers.get("idempotency-key")).toBe("row-7");
    else expect(error).toMatchObject({ code: "INVALID_REQUEST", issues: [{ path: "idempotencyKey" }] });
    expect(calls).toHaveLength(isKeyed ? 1 : 0);
  });

  it(`${isSigned ? "accepts" : "rejects"} a signer`, async () => {
    const { calls, error } = await sent(witness, { signer: { stamp: () => "stamp" } });
    expect(calls.length > 0).toBe(isSigned);
    if (!isSigned) expect(error).toMatchObject({ code: "INVALID_REQUEST", issues: [{ path: "signer" }] });
  });
});

describe.each(WITNESS.filter(({ name }) => name.endsWith(".list")))("$name", ({ name, isPaged }) => {
  it(`is ${isPaged ? "read in pages" : "one page"}`, async () => {
    const { fetch, calls } = fakeFetch(() => Response.json({ data: [], hasMore: false }));
    const payments = createClient({ fetch });
    const path = name.split(".");
    const owner = path.slice(0, -1).reduce<object>((at, key) => Reflect.get(at, key) as object, payments);
    const params = METHODS.find((method) => method.name === name)?.params;
    const list = Reflect.apply(Reflect.get(owner, "list") as PaymentsClient["customers"]["list"], owner, [
      params as object,
    ]);
    expect(await list.toArray()).toEqual([]);
    expect(calls.map(({ url }) => new URL(url).searchParams.get("limit"))).toEqual([isPaged ? "100" : null]);
  });
});

it("names every method of the client that has its own operation", () => {
  const names = methodNames(createClient({ fetch: () => Promise.reject(new Error("not called")) }));
  expect(WITNESS.map(({ name }) => name).sort()).toEqual(names.filter((name) => !helpers.test(name)).sort());
});
