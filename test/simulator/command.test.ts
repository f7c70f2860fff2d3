import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Simulator } from "payments-sdk/simulator";
import { describe, expect, it, onTestFinished } from "vitest";
import { help, readCommand, UsageError } from "../../src/simulator/transports/command-line";
import { basicAuthorization } from "../support/api";
import { startCommand } from "../support/simulator-command";

async function start(...args: string[]) {
  const command = await startCommand(args);
  onTestFinished(async () => void (await command.stop("SIGKILL")));
  return command;
}

describe("the command payments-simulator", () => {
  it("serves, prints the variables for a client, and stops on a signal", async () => {
    const token = ["--client-id", "me", "--client-secret", "pä'sswörd"];
    const { output, stop } = await start(...token);
    const [, user = "", address = ""] = /curl -u '(.*)' (http:\S+)/.exec(output.stdout) ?? [];
    // Parsed as a shell would.
    const [id = "", secret = ""] = user.replaceAll("'\\''", "'").split(":");
    const response = await fetch(address, { headers: { authorization: basicAuthorization(id, secret) } });
    expect(response.status).toBe(200);
    const baseUrl = /PAYMENTS_BASE_URL=(\S+)/.exec(output.stdout)?.[1];
    expect(baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/2025-10-13$/);
    expect(output.stdout).toContain("PAYMENTS_CLIENT_ID=me\n");
    expect(output.stdout).toContain("PAYMENTS_CLIENT_SECRET=pä'sswörd\n");
    const page = /control it: (http:\S+)/.exec(output.stdout)?.[1] ?? "";
    expect(page).toBe(baseUrl?.replace("/2025-10-13", "/_simulator"));
    expect(await (await fetch(page)).text()).toContain("<h1>Payments simulator</h1>");
    expect(await stop("SIGTERM")).toBe(0);
    expect(output.stderr).toBe("");
  });

  it("has new random credentials at each start, independent of the seed", async () => {
    const [one, two] = await Promise.all([start("--seed", "s"), start("--seed", "s")]);
    const credentials = [one, two].map(({ printed }) => [printed("CLIENT_ID"), printed("CLIENT_SECRET")]);
    for (const pair of credentials)
      expect(pair).toEqual([
        expect.stringMatching(/^simulator-[0-9a-f]{12}$/),
        expect.stringMatching(/^[0-9a-f]{48}$/),
      ]);
    expect(new Set(credentials.flat()).size).toBe(4);
    expect(await one.call("GET", "/customers")).toMatchObject({ status: 200 });
    const { clientId, clientSecret } = new Simulator({ seed: "s" }).clientOptions();
    for (const [id = "", secret = ""] of [...credentials.slice(1), [clientId, clientSecret]]) {
      const headers = { authorization: basicAuthorization(id, secret) };
      expect(await one.call("GET", "/customers", undefined, headers)).toMatchObject({
        status: 401,
        body: { code: "UNAUTHORIZED" },
      });
    }
  });

  it("prints help", async () => {
    const { output, ended } = await start("--help");
    expect(await ended).toBe(0);
    expect(output.stdout).toBe(help);
  });

  it("exits with status 2 after a wrong argument", async () => {
    const { output, ended } = await start("--prot", "1");
    expect(await ended).toBe(2);
    expect(output.stderr).toContain("--prot");
    expect(output.stderr).toContain("--help");
  });

  it.each([
    [["--port", "many"], "--port is a number from 0 to 65535"],
    [["--port", "65536"], "--port is a number from 0 to 65535"],
    [["--environment", "staging"], "--environment is sandbox or production"],
    [["--client-id", "me"], "--client-id and --client-secret go together"],
    [["--client-id", "me", "--client-secret", ""], "--client-id and --client-secret go together"],
    [["--client-id", "a:b", "--client-secret", "c"], "--client-id must not contain a colon"],
    [["surplus"], "surplus"],
  ])("rejects %j", (args, message) => {
    expect(() => readCommand(args)).toThrow(UsageError);
    expect(() => readCommand(args)).toThrow(message);
  });

  it("has defaults, and accepts every flag", () => {
    expect(readCommand([])).toEqual({
      port: 4010,
      statusPage: true,
      options: { environment: "sandbox", seed: undefined, webhooks: {} },
    });
    const flags = [
      "--port",
      "1",
      "--environment",
      "production",
      "--seed",
      "s",
      "--client-id",
      "a",
      "--client-secret",
      "b",
      "--no-status-page",
    ];
    expect(readCommand(flags)).toEqual({
      port: 1,
      statusPage: false,
      options: {
        environment: "production",
        seed: "s",
        webhooks: {},
        tokens: [{ clientId: "a", clientSecret: "b" }],
      },
    });
    expect(readCommand(["--seed", "s", "-h"])).toBeUndefined();
  });

  it("reports a port that is in use", async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const { port } = other.address() as AddressInfo;
    onTestFinished(() => void other.close());
    const { output, ended } = await start("--port", String(port));
    expect(await ended).toBe(1);
    expect(output.stderr).toContain("the port is in use; choose another one with --port");
  });
});
