import { execFile } from "node:child_process";
import { createServer } from "node:http";
import type { IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { Simulator } from "payments-sdk/simulator";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { parityHelp, runParityCommand } from "../../src/simulator/parity/command";
import { NotSandboxError } from "../../src/simulator/parity/run";
import { UsageError } from "../../src/simulator/transports/command-line";
import { bundledProgram } from "../support/bundled-program";

/** Changes a request or a response of the server. */
interface Deviation {
  request?: (request: { method: string; path: string; headers: Headers; body: string }) => void;
  response?: (operation: string, response: { status: number; body: string }) => void;
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** A simulator but for one deviation, and the operations that were called. */
function deviating(simulator: Simulator, { request: change, response: alter }: Deviation) {
  const { baseUrl } = simulator.clientOptions();
  const calls: string[] = [];
  const respond = async (method: string, path: string, headers: Headers, content: BodyInit | null) => {
    const operation = `${method} ${path}`;
    calls.push(operation);
    const sent = { method, path, headers, body: typeof content === "string" ? content : "" };
    change?.(sent);
    const body = typeof content === "string" ? sent.body : content;
    const given = await simulator.fetch(baseUrl + sent.path, {
      method,
      headers,
      ...(method !== "GET" && method !== "DELETE" && { body }),
    });
    const received = { status: given.status, body: await given.text() };
    alter?.(operation, received);
    return received;
  };
  return { calls, respond };
}

/** The arguments of the command for a simulator at this address. */
function argumentsFor(simulator: Simulator, address: string): string[] {
  const { clientId, clientSecret } = simulator.clientOptions();
  return [
    ...["--base-url", address, "--sandbox"],
    ...["--client-id", clientId, "--client-secret", clientSecret],
  ];
}

/** A server that is a simulator but for one deviation. */
async function server(simulator: Simulator, deviation: Deviation = {}) {
  const { calls, respond } = deviating(simulator, deviation);
  const listening = createServer((request, response) => {
    void (async () => {
      const { method = "", url: path = "" } = request;
      const headers = new Headers(request.headers as Record<string, string>);
      const bytes = await bytesOf(request);
      const isForm = headers.get("content-type")?.startsWith("multipart") === true;
      const content = isForm ? new Uint8Array(bytes) : bytes.toString();
      const { status, body } = await respond(method, path, headers, content);
      response.writeHead(status, { "content-type": "application/json" });
      response.end(status === 204 ? undefined : body);
    })();
  });
  await new Promise<void>((resolve) => listening.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void listening.close());
  const { port } = listening.address() as AddressInfo;
  return { args: argumentsFor(simulator, `http://127.0.0.1:${String(port)}`), calls };
}

/** The same without sockets. Until the end of the test, it takes the place of the global `fetch`. */
function inProcess(simulator: Simulator, deviation: Deviation = {}) {
  const address = "https://parity.test";
  const { calls, respond } = deviating(simulator, deviation);
  vi.stubGlobal("fetch", async (url: string, { method = "", headers, body }: RequestInit) => {
    const received = await respond(method, url.slice(address.length), new Headers(headers), body ?? null);
    return new Response(received.status === 204 ? null : received.body, { status: received.status });
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  return { args: argumentsFor(simulator, address), calls };
}

/** Runs the command. Returns its status, its output, and the exchanges that differ. */
async function run(args: readonly string[]) {
  let output = "";
  const status = await runParityCommand(args, {}, (text) => (output += text));
  const labels = output.split("\n").filter((line) => /^[A-Z][\w ]+: /.test(line) && !line.startsWith("Not"));
  return { status, output, labels };
}

describe("payments-simulator parity", () => {
  /** The responses to keyed transfers so far. */
  let transfers = 0;

  it("finds no difference between two simulators, and removes what it can", async () => {
    const simulator = new Simulator({ seed: "another" });
    const { args } = await server(simulator);
    const { status, output } = await run(args);
    expect(output).toMatch(
      /^3\d\d compared, 0 differ\.\n\n(?:Not removed: .+ The mark is parity-\w{8}\.)\n$/,
    );
    expect(status).toBe(0);
    const { baseUrl, clientId, clientSecret } = simulator.clientOptions();
    for (const secret of [clientId, clientSecret]) expect(output).not.toContain(secret);
    const accounts = await simulator.fetch(`${baseUrl}/platform/external-accounts`, {
      headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
    });
    expect(await accounts.json()).toMatchObject({ data: [] });
  });

  it.each<[string, Deviation, string[]]>([
    [
      "pays again under a used key",
      {
        request: ({ path, headers }) => {
          if (path === "/transfer-out") headers.delete("idempotency-key");
        },
      },
      [
        "Transfers: a used key returns the first transaction",
        "Transfers: with the key and another body",
        "Transfers: a used key ignores another body",
        "Transfers: a key moves the money once",
      ],
    ],
    [
      "finds accounts on every path",
      {
        response: (operation, response) => {
          const isFound = /^GET \/\w+\/external-accounts\/ExternalAccount:(?!0000)/.test(operation);
          if (isFound) response.status = 200;
        },
      },
      ["External accounts: retrieve as the platform's", "External accounts: retrieve the platform's"],
    ],
    [
      "accepts any one-time code",
      {
        request: (request) => {
          request.body = request.body.replace('"otp":"999999"', '"otp":"000000"');
        },
      },
      // The code is used up, so what follows differs, too.
      expect.arrayContaining(["Credentials: a wrong code", "Credentials: the code"]) as string[],
    ],
    [
      "says 400 with another code, and leaves out a field",
      {
        response: (operation, response) => {
          const { status, body } = response;
          if (operation === "POST /quotes" && status === 201)
            response.body = body.replace(/"expiresAt":"[^"]+",/, "");
          if (status === 409) response.body = body.replace('"CONFLICT"', '"ALREADY_THERE"');
        },
      },
      expect.arrayContaining([
        "Customers: the same platformCustomerId again",
        "Quotes: create, 000",
        "Quotes: execute once more",
      ]) as string[],
    ],
  ])("names what a server does that %s", async (_case, deviation, labels) => {
    const { args } = inProcess(new Simulator(), deviation);
    const found = await run(args);
    expect(found.status).toBe(1);
    expect(found.labels).toEqual(labels);
  });

  const json = (change: (body: Record<string, unknown>) => void) => (response: { body: string }) => {
    const body = JSON.parse(response.body) as Record<string, unknown>;
    change(body);
    response.body = JSON.stringify(body);
  };
  /** A deviation of every response of some operations. */
  const responding = (pattern: RegExp, change: (body: Record<string, unknown>) => void): Deviation => ({
    response: (operation, response) => {
      if (pattern.test(operation) && response.status < 300 && response.body) json(change)(response);
    },
  });
  const later = (body: Record<string, unknown>, ms: number) =>
    (body["expiresAt"] = new Date(Date.parse(String(body["createdAt"])) + ms).toISOString());

  it.each<[string, Deviation, string]>([
    [
      "starts again on the second page",
      { request: (sent) => (sent.path = sent.path.replace(/&cursor=[\w%-]+/, "")) },
      "Transactions: the second page continues the first",
    ],
    [
      "counts one page only",
      responding(/^GET \/transactions\?.*limit=1/, (body) => (body["totalCount"] = 1)),
      "Transactions: totalCount counts all pages",
    ],
    [
      "ignores the order",
      { request: (sent) => (sent.path = sent.path.replace("sortOrder=asc", "sortOrder=desc")) },
      "Transactions: asc lists the oldest first",
    ],
    [
      "takes a second credential of a type",
      {
        response: (operation, response) => {
          if (operation === "POST /auth/credentials" && response.body.includes("ALREADY_EXISTS"))
            response.status = 201;
        },
      },
      "Credentials: add a second EMAIL_OTP: the challenge",
    ],
    [
      "refuses a used key with another body",
      {
        response: (operation, response) => {
          if (operation === "POST /transfer-out" && response.body.includes(":2500,")) transfers += 1;
          if (transfers === 3) [transfers, response.status] = [4, 409];
        },
      },
      "Transfers: with the key and another body",
    ],
    [
      "approves every owner",
      responding(/^POST \/beneficial-owners$/, (body) => (body["kycStatus"] = "APPROVED")),
      "Onboarding: an owner named Parity002",
    ],
    [
      "approves every business",
      responding(/^POST \/verifications$/, (body) => (body["verificationStatus"] = "APPROVED")),
      "Onboarding: verify, 002",
    ],
    [
      "shows deleted customers",
      {
        request: (sent) => {
          if (sent.path.endsWith("-gone")) sent.path += "&isIncludingDeleted=true";
        },
      },
      "Customers: list without the deleted",
    ],
    [
      "exports to any key",
      {
        response: (operation, response) => {
          if (operation.endsWith("/export") && response.status >= 400) response.status = 200;
        },
      },
      "Credentials: an export with another key than its challenge",
    ],
    [
      "keeps a quote for an hour",
      responding(/^POST \/quotes$/, (body) => later(body, 3_600_000)),
      "Quotes: a quote lives 1 to 5 minutes",
    ],
    [
      "keeps a session for a day",
      responding(/^POST \/auth\/credentials\/.*\/verify$/, (body) => later(body, 86_400_000)),
      "Credentials: a session lives 15 minutes",
    ],
    [
      "takes any credentials",
      { response: (_, response) => void (response.status === 401 && (response.status = 200)) },
      "Conventions: wrong credentials",
    ],
    [
      "serves pages of any size",
      {
        response: (operation, response) => {
          if (operation.endsWith("limit=101")) response.status = 200;
        },
      },
      "Pages: /customers?limit=101",
    ],
    [
      "has another code for an unknown id",
      {
        response: (operation, response) => {
          if (operation.startsWith("GET /transactions/Transaction:0000"))
            response.body = response.body.replace(/"code":"\w+"/, '"code":"GONE"');
        },
      },
      "Errors: GET /transactions/{id}",
    ],
    [
      "lists no wallet",
      responding(/^GET \/customers\/internal-accounts.*EMBEDDED_WALLET/, (body) => (body["data"] = [])),
      "Internal accounts: the wallet",
    ],
    [
      "takes documents of any type",
      {
        response: (operation, response) => {
          if (operation === "POST /documents" && response.status === 400) response.status = 201;
        },
      },
      "Documents: a text file",
    ],
    [
      "finds an address without a $",
      {
        response: (operation, response) => {
          if (operation === "GET /receiver/uma/nobody") response.status = 200;
        },
      },
      "Funding: look up no address",
    ],
    [
      "lets every transfer succeed",
      responding(/^POST \/transfer-out$/, (body) => (body["status"] = "COMPLETED")),
      "Transfers: out, 002",
    ],
    [
      "lets every quote succeed",
      responding(/^GET \/quotes\//, (body) => (body["status"] = "COMPLETED")),
      "Quotes: executed, 002",
    ],
    [
      "executes a wallet's quote without a signature",
      {
        response: (operation, response) => {
          if (operation.endsWith("/execute") && response.status === 401) response.status = 200;
        },
      },
      "Wallet payments: without a signature",
    ],
    [
      "takes regions that no standard has",
      { request: (sent) => (sent.body = sent.body.replace('"region":"UK"', '"region":"GB"')) },
      "Customers: a region outside of ISO 3166-1",
    ],
  ])("sees a server that %s", async (_case, deviation, label) => {
    transfers = 0;
    const { args } = inProcess(new Simulator(), deviation);
    const found = await run(args);
    expect(found.status).toBe(1);
    expect(found.labels).toContain(label);
  });

  it("sees each exchange that a server answers with another status", async () => {
    /** What the command says of a server with one deviation in every response but the first, which shows that it is a sandbox. */
    const outputOf = async (change: (response: { status: number }) => void) => {
      let isFirst = true;
      const response: Deviation["response"] = (_, received) => {
        if (!isFirst) change(received);
        isFirst = false;
      };
      return run(inProcess(new Simulator(), { response }).args);
    };
    const silent = await outputOf(() => {
      throw new TypeError("fetch failed");
    });
    const exchanges = [...silent.output.matchAll(/^(.+)\n {2}got no response/gm)].map(
      ([, label = ""]) => label,
    );
    expect(exchanges.length).toBeGreaterThan(300);
    const { labels } = await outputOf((received) => (received.status += received.status === 204 ? -4 : 1));
    expect(exchanges.filter((label) => !labels.includes(label))).toEqual([]);
  });

  it("takes a random reference that looks like a name for a text", async () => {
    const { args } = inProcess(new Simulator(), {
      response: (_operation, response) => {
        response.body = response.body.replace(/"reference":"[A-Z0-9]{12}"/g, '"reference":"ABCDEFGHIJKL"');
      },
    });
    const { status, output } = await run(args);
    expect(output).toMatch(/^3\d\d compared, 0 differ\./);
    expect(status).toBe(0);
  });

  it("shows names and kinds of values, never the values", async () => {
    const { args } = inProcess(new Simulator(), {
      response: (operation, response) => {
        if (operation.startsWith("GET /customers?platformCustomerId"))
          response.body = response.body.replaceAll(/"id":"Customer:[^"]+"/g, '"id":"secret-4711"');
      },
    });
    const { output } = await run(args);
    expect(output).toContain("data[].id is a text, expected an id of Customer");
    expect(output).not.toMatch(/secret-4711|[A-Z]\w+:[0-9a-f]{8}-/);
  });

  it.each<[string, Deviation]>([
    ["accepts the invalid body", { response: (_, response) => (response.status = 200) }],
    ["does not know the operation", { response: (_, response) => (response.status = 404) }],
    ["refuses it without a code", { response: (_, response) => (response.body = "{}") }],
    [
      "refuses it for another reason than the body",
      { response: (_, response) => (response.body = '{"status":400,"code":"SANDBOX_ONLY","message":"no"}') },
    ],
    ["is a page", { response: (_, response) => (response.body = "<html>") }],
  ])("writes nothing to a server that %s", async (_case, deviation) => {
    const { args, calls } = inProcess(new Simulator(), deviation);
    await expect(run(args)).rejects.toThrow(NotSandboxError);
    expect(calls).toEqual(["POST /sandbox/send"]);
  });

  it("writes nothing to production", async () => {
    const { args, calls } = inProcess(new Simulator({ environment: "production" }));
    await expect(run(args)).rejects.toThrow("Got 403. Nothing was written.");
    expect(calls).toEqual(["POST /sandbox/send"]);
  });

  it.each(["SIGINT", "SIGTERM"] as const)(
    "removes what it can also after %s, and says so",
    async (signal) => {
      const simulator = new Simulator();
      const stop = vi.fn();
      const { args, calls } = await server(simulator, {
        response: (operation, { status }) => {
          if (operation === "POST /customers" && status === 201) stop();
        },
      });
      const program = bundledProgram("src/simulator/bin.ts");
      const ended = promisify(execFile)(process.execPath, [program, "parity", ...args]);
      stop.mockImplementationOnce(() => ended.child.kill(signal));
      await expect(ended).rejects.toMatchObject({
        code: 1,
        stdout: expect.stringMatching(
          /^Interrupted\. \d+ compared, 0 differ\.\n\nEverything was removed\.\n$/,
        ),
      });
      expect(calls.at(-1)).toMatch(/^DELETE \/customers\/Customer:/);
    },
  );

  it("follows no redirection: its credentials go nowhere else", async () => {
    const elsewhere = await server(new Simulator());
    const redirecting = createServer((_, response) => {
      response.writeHead(307, { location: `${elsewhere.args[1] ?? ""}/sandbox/send` }).end();
    });
    await new Promise<void>((resolve) => redirecting.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void redirecting.close());
    const { port } = redirecting.address() as AddressInfo;
    const args = elsewhere.args.map((one) => one.replace(/^http:.*/, `http://127.0.0.1:${String(port)}`));
    await expect(run(args)).rejects.toThrow("Got 307. Nothing was written.");
    expect(elsewhere.calls).toEqual([]);
  });

  it("names an address that does not respond", async () => {
    const { args } = await server(new Simulator());
    const dead = args.map((one) => one.replace(/^http:.*/, "http://127.0.0.1:1/2025-10-13"));
    await expect(run(dead)).rejects.toThrow(
      /^No response from http:\/\/127\.0\.0\.1:1\/2025-10-13: .*Nothing was/,
    );
  });

  it("starts only with the flag, an address and credentials", async () => {
    const { args, calls } = await server(new Simulator());
    const refused: [string[], string][] = [
      [args.filter((one) => one !== "--sandbox"), "--sandbox is required"],
      [args.slice(2), "--base-url is an http or https address"],
      [args.slice(0, 3), "--client-id and --client-secret are required"],
      [[...args, "--sandbx"], "Did you mean `sandbox`?"],
    ];
    for (const [given, message] of refused) {
      await expect(run(given)).rejects.toThrow(UsageError);
      await expect(run(given)).rejects.toThrow(message);
    }
    expect(calls).toEqual([]);
  });

  it("is a command with variables for the address and the credentials", async () => {
    const program = bundledProgram("src/simulator/bin.ts");
    const execute = promisify(execFile);
    const { stdout } = await execute(process.execPath, [program, "parity", "--help"]);
    expect(stdout).toBe(parityHelp);
    const { args } = await server(new Simulator());
    const [, address = "", , , id = "", , secret = ""] = args;
    const env = { PAYMENTS_BASE_URL: address, PAYMENTS_CLIENT_ID: id, PAYMENTS_CLIENT_SECRET: secret };
    const ended = await execute(process.execPath, [program, "parity", "--sandbox"], { env });
    expect(ended.stdout).toContain(" 0 differ.");
    await expect(execute(process.execPath, [program, "parity"], { env })).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining("Try payments-simulator parity --help"),
    });
  });
});
