import { spawn } from "node:child_process";
import process from "node:process";
import { basicAuthorization } from "./world";
import { bundledProgram } from "./bundled-program";

/**
 * Starts payments-simulator on a free port. Resolves when it listens or exits.
 *
 * @param fileKilobytes the most kilobytes of a file that it writes, as on a full disk
 */
export async function startCommand(args: readonly string[], fileKilobytes?: number) {
  const program = bundledProgram("src/simulator/bin.ts");
  const command = [process.execPath, program, "--port", "0", ...args];
  const limited = ["bash", "-c", `ulimit -f ${String(fileKilobytes)} && exec "$0" "$@"`, ...command];
  const [file = "", ...rest] = fileKilobytes === undefined ? command : limited;
  const child = spawn(file, rest, { stdio: ["ignore", "pipe", "pipe"] });
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

  /** The value of a variable in the command's output. */
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
  /** Makes a call of the admin API. */
  const admin = (method: string, at: string, body?: unknown) =>
    fetch(printed("BASE_URL").replace("2025-10-13", "_simulator/api") + at, {
      method,
      headers: { "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  /** Sends a signal and waits for the exit. */
  const stop = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return ended;
  };
  return { pid: child.pid, output, ended, printed, call, admin, stop };
}
