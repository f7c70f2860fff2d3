import { spawn } from "node:child_process";
import process from "node:process";
import { basicAuthorization } from "./api";
import { bundledProgram } from "./bundled-program";

/** Starts payments-simulator on a free port. Resolves when it listens or has ended. */
export async function startCommand(args: readonly string[]) {
  const program = bundledProgram("src/simulator/bin.ts");
  const child = spawn(process.execPath, [program, "--port", "0", ...args], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = { stdout: "", stderr: "" };
  child.stderr.setEncoding("utf8").on("data", (text: string) => (output.stderr += text));
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  const isReady = new Promise<void>((resolve) => {
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      output.stdout += text;
      if (output.stdout.includes("curl")) resolve();
    });
  });
  await Promise.race([isReady, ended]);

  /** The value of a variable that the command printed. */
  const printed = (name: string) => new RegExp(`PAYMENTS_${name}=(.+)`).exec(output.stdout)?.[1] ?? "";
  const call = async (method: string, at: string, body?: unknown, headers?: Record<string, string>) => {
    const response = await fetch(printed("BASE_URL") + at, {
      method,
      headers: {
        authorization: basicAuthorization(printed("CLIENT_ID"), printed("CLIENT_SECRET")),
        "content-type": "application/json",
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  /** Sends a signal and waits for the end. */
  const stop = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return ended;
  };
  return { pid: child.pid, output, ended, printed, call, stop };
}
