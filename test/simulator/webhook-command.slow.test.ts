import { describe, expect, it, onTestFinished } from "vitest";
import { verifyWebhook } from "payments-sdk/webhooks";
import { readCommand, UsageError } from "../../src/simulator/transports/command-line";
import { startEndpoint } from "../support/endpoint";
import { empty } from "../support/local-server";
import { startCommand } from "../support/simulator-command";

describe("payments-simulator --webhook-url", () => {
  it("delivers to the address, and prints the public key", async () => {
    const endpoint = await startEndpoint(() => empty(200));
    const { call, printed, stop } = await startCommand(["--webhook-url", endpoint.url]);
    onTestFinished(() => void stop("SIGTERM"));
    expect((await call("POST", "/sandbox/webhooks/test")).body).toMatchObject({
      url: endpoint.url,
      response_status: 200,
    });
    const [request] = endpoint.requests;
    if (!request) throw new Error("nothing was delivered");
    const publicKeys = [printed("WEBHOOK_PUBLIC_KEY")];
    expect(await verifyWebhook(request.body, request.headers, { publicKeys })).toMatchObject({
      type: "TEST",
    });
  });

  it("must be an http or https address", () => {
    const address = "https://shop.example/webhooks";
    expect(readCommand(["--webhook-url", address])?.options).toMatchObject({ webhooks: { url: address } });
    for (const wrong of ["shop.example", "ftp://shop.example/", "https://me:secret@shop.example/"]) {
      expect(() => readCommand(["--webhook-url", wrong])).toThrow(UsageError);
    }
  });
});
