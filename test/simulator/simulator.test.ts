/** The simulator's own methods reject calls that would have no effect or a wrong effect. */
import type { Simulator } from "payments-sdk/simulator";
import { describe, expect, it } from "vitest";
import { createSimulator } from "../support/world";

const call = (run: (simulator: Simulator) => unknown) => () => run(createSimulator());
const any = (value: unknown) => value as never;
const respond = () => ({ status: 200, body: {} });

describe("a wrong call is rejected:", () => {
  it.each<[string, () => unknown, string]>([
    [
      "a route of no method",
      call((s) => s.route(any(5), "/x", respond)),
      '`method` must be an HTTP method such as "GET", got 5',
    ],
    [
      "a route of two methods",
      call((s) => s.route("GET POST", "/x", respond)),
      "`method` must be an HTTP method",
    ],
    [
      "a route without a slash",
      call((s) => s.route("GET", "reports", respond)),
      '`template` must be a path such as "/reports/{reportId}", got "reports"',
    ],
    [
      "a route with half a parameter",
      call((s) => s.route("GET", "/reports/{id", respond)),
      "`template` must be a path",
    ],
    [
      "a route that ends in a slash",
      call((s) => s.route("GET", "/reports/", respond)),
      "`template` must be a path",
    ],
    [
      "a route without a handler",
      call((s) => s.route("GET", "/reports", any(undefined))),
      "`handler` must be a function, got undefined",
    ],
    [
      "an event handler that is none",
      call((s) => s.on("*", any({}))),
      "`handler` must be a function, got an object",
    ],
    [
      "a listener that is none",
      call((s) => s.onExchange(any("x"))),
      "`listener` must be a function, got a string",
    ],
    [
      "a token for nobody",
      call((s) => s.issueOidcToken(any({}))),
      "`request.email` must be a non-empty string, got undefined",
    ],
    [
      "a token with a misspelt field",
      call((s) => s.issueOidcToken(any({ email: "a@b.example", mail: 1 }))),
      "Unknown option `request.mail` for `request`. Did you mean `email`?",
    ],
    [
      "a token of no issuer",
      call((s) => s.issueOidcToken({ email: "a@b.example", issuer: any(5) })),
      "`request.issuer` must be a non-empty string, got a number",
    ],
    [
      "a token of no day",
      call((s) => s.issueOidcToken({ email: "a@b.example", issuedAt: "soon" })),
      "`request.issuedAt` must be a valid date",
    ],
    [
      "a token with claims that are none",
      call((s) => s.issueOidcToken({ email: "a@b.example", claims: any("x") })),
      "`request.claims` must be an object, got a string",
    ],
  ])("%s", (_, run, message) => {
    expect(run).toThrow(message);
  });

  it.each<[unknown, string]>([
    [{ port: "4010" }, "`listen.port` must be a port from 0 to 65535, got a string"],
    [{ port: 65_536 }, "`listen.port` must be a port from 0 to 65535, got 65536"],
    [{ statusPage: "yes" }, "`listen.statusPage` must be true or false, got a string"],
    [{ ports: 1 }, "Unknown option `listen.ports` for `listen`. Did you mean `port`?"],
    [4010, "`listen` must be an object, got a number"],
  ])("listening at %o", async (options, message) => {
    await expect(createSimulator().listen(any(options))).rejects.toThrow(message);
  });
});

it("a method in lower case is the same route", async () => {
  const simulator = createSimulator({}, { recorded: false });
  simulator.route("get", "/reports/{reportId}", ({ params }) => ({ status: 200, body: params }));
  const { baseUrl, clientId, clientSecret } = simulator.clientOptions();
  const headers = { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` };
  expect(await (await simulator.fetch(`${baseUrl}/reports/7`, { headers })).json()).toEqual({
    reportId: "7",
  });
});
