import { inspect } from "node:util";
import { PaymentsClient } from "payments-sdk";
import type { FetchLike, Hooks } from "payments-sdk";
import { describe, expect, it } from "vitest";
import { argumentsOf, METHODS } from "../resources/methods";
import type { Method } from "../resources/methods";

/** Each value begins with "Zq", so that a part of it is found, too. */
const PERSON = {
  fullName: "ZqGrace Hopper",
  email: "Zqgrace@example.com",
  kycUrl: "https://kyc.example/Zqlink?token=Zq1",
  platformCustomerId: "Zqcustomer",
};

/** A whole body: a row, and lists and texts with rows. */
const BODIES: Readonly<Record<string, string>> = {
  "an object": JSON.stringify({ ...PERSON, id: "Customer:1", nested: [PERSON] }),
  "a list": JSON.stringify({ data: [{ ...PERSON, id: "Customer:1" }], hasMore: false }),
  "a bare list": `  ${JSON.stringify([PERSON])}`,
  "a text of JSON": JSON.stringify(JSON.stringify(PERSON)),
  "an error": JSON.stringify({ details: PERSON, ...PERSON, code: "INVALID_INPUT" }, null, 2),
};

/** Everything that the client shows of a call with this response. */
async function shownBy(method: Method, fetch: FetchLike): Promise<string> {
  const seen: string[] = [];
  const see = (event: object) => void seen.push(inspect(event, { depth: 10, showHidden: true }));
  const log = (line: unknown) => void seen.push(inspect(line, { depth: 10 }));
  const hooks: Hooks = { onResponse: see, onRetry: see, onError: see, onEnd: see, onResponseMismatch: see };
  const payments = new PaymentsClient({
    baseUrl: "https://payments.test/api",
    clientId: "id",
    clientSecret: "secret",
    fetch,
    hooks,
    maxRetries: 0,
    logger: { debug: log, info: log, warn: log, error: log },
    logLevel: "debug",
  });
  const path = method.name.split(".");
  const owner = path.slice(0, -1).reduce<object>((at, name) => Reflect.get(at, name) as object, payments);
  const run = Reflect.get(owner, path.at(-1) ?? "") as () => unknown;
  const options = method.name.endsWith(".waitFor") ? { totalTimeout: 3, interval: 1 } : {};
  try {
    await Reflect.apply(run, owner, [...argumentsOf(method), options]);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    seen.push(String(error), error.stack ?? "", inspect(error, { depth: 10, showHidden: true }));
    seen.push(JSON.stringify(error), JSON.stringify(error, Object.getOwnPropertyNames(error)));
  }
  return seen.join("\n");
}

const cutAt =
  (body: string, at: number, status: number, type: string): FetchLike =>
  async () =>
    new Response(body.slice(0, at), { status, headers: { "content-type": type } });

const CALLS: readonly Method[] = METHODS.filter(({ name }) => !name.endsWith(".waitFor"));

describe("no name, mail address or link of a cut response is shown", () => {
  const whole = CALLS[0] ?? expect.fail("no method");

  it.each(
    Object.entries(BODIES).flatMap(([name, body]) => [200, 502].map((status) => ({ name, body, status }))),
  )("$name with the status $status, cut at every position", async ({ body, status }) => {
    for (let at = 0; at < body.length; at += 1) {
      const type = at % 2 === 0 ? "application/json" : "text/plain";
      const shown = await shownBy(whole, cutAt(body, at, status, type));
      expect(shown.includes("Zq"), `cut at ${at}: ${shown}`).toBe(false);
    }
  });

  it.each(CALLS.map((method, index) => ({ method, index, name: method.name })))(
    "$name",
    async ({ method, index }) => {
      const bodies = Object.values(BODIES);
      for (const [which, status] of [200, 200, 400, 502].entries()) {
        const body = bodies[(index + which) % bodies.length] ?? "";
        const at = 20 + ((index * 7) % (body.length - 20));
        const shown = await shownBy(method, cutAt(body, at, status, "application/json"));
        expect(shown.includes("Zq"), shown).toBe(false);
      }
    },
  );

  it("names the length and the type", async () => {
    const shown = await shownBy(
      whole,
      cutAt(BODIES["an object"] ?? "", 40, 502, "application/json; charset=utf-8"),
    );
    expect(shown).toContain(": 40 characters of application/json");
  });

  it("shows the start of a page that is not JSON", async () => {
    expect(await shownBy(whole, cutAt("<html>Sign in</html>", 99, 502, "text/html"))).toContain(
      "<html>Sign in",
    );
  });

  it("shows no text that a passed `fetch` could not parse", async () => {
    const fetch: FetchLike = async () => JSON.parse(`{"fullName":"${PERSON.fullName}`);
    const shown = await shownBy(whole, fetch);
    expect(shown).toContain("SyntaxError");
    expect(shown).not.toContain("Zq");
  });
});
