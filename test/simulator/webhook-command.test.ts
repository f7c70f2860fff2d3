import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { verifyWebhook } from "payments-sdk/webhooks";
import { readCommand, UsageError } from "../../src/simulator/transports/command-line";
import { basicAuthorization } from "../support/api";
import { startEndpoint } from "../support/endpoint";
import { empty } from "../support/local-server";

const bin = fileURLToPath(new URL("../../src/simulator/bin.ts", import.meta.url));

describe("payments-simulator --webhook-url", () => {
  it("delivers to the address, and prints the key that checks it", async () => {
    const endpoint = await startEndpoint(() => empty(200));
    const child = spawn(
      process.execPath,
      ["--import", "tsx", bin, "--port", "0", "--webhook-url", endpoint.url],
      { stdio: ["ignore", "pipe", "inherit"] },
    );
    onTestFinished(() => void child.kill());
    let output = "";
    child.stdout.on("data", (chunk: Uint8Array) => (output += new TextDecoder().decode(chunk)));
    await vi.waitFor(() => {
      expect(output).toContain("curl");
    }, 15_000);
    const printed = (name: string) => new RegExp(`PAYMENTS_${name}=(\\S+)`).exec(output)?.[1] ?? "";
    const response = await fetch(`${printed("BASE_URL")}/sandbox/webhooks/test`, {
      method: "POST",
      headers: { authorization: basicAuthorization(printed("CLIENT_ID"), printed("CLIENT_SECRET")) },
    });
    expect(await response.json()).toMatchObject({ url: endpoint.url, response_status: 200 });
    const [request] = endpoint.requests;
    if (!request) throw new Error("nothing was delivered");
    const publicKeys = [printed("WEBHOOK_PUBLIC_KEY")];
    expect(await verifyWebhook(request.body, request.headers, { publicKeys })).toMatchObject({
      type: "TEST",
    });
  });

  it("is an http or https address", () => {
    const address = "https://shop.example/webhooks";
    expect(readCommand(["--webhook-url", address])?.options).toMatchObject({ webhooks: { url: address } });
    for (const wrong of ["shop.example", "ftp://shop.example/", "https://me:secret@shop.example/"]) {
      expect(() => readCommand(["--webhook-url", wrong])).toThrow(UsageError);
    }
  });
});
