import { flag, text } from "../../options/kinds";
import type { Kinds } from "../../options/kinds";
import { isHttpAddress } from "../runtime/options/reader";
import { readCommandLine, requireArgument } from "../transports/command-line";
import { basicOf, runParity } from "./run";
import type { Report } from "./run";

export const parityHelp = `payments-simulator parity: compares a sandbox with the simulator

Usage: payments-simulator parity --base-url <address> --sandbox

  --base-url <address>    with the version segment (default: PAYMENTS_BASE_URL)
  --sandbox               says that the address is a sandbox. Required: the suite creates records and pays
  --client-id <text>      API token id (default: PAYMENTS_CLIENT_ID)
  --client-secret <text>  API client secret (default: PAYMENTS_CLIENT_SECRET)
  --help                  this text

The first request is a sandbox operation with an invalid body. If it is not refused as invalid, nothing is written.
What the suite creates has a mark. It removes what can be removed, also after Ctrl-C, and counts the rest.
It prints names, statuses and codes, never ids, amounts or secrets. It ends with 1 if something differs.
`;

interface ParityOptions {
  "base-url"?: string;
  sandbox?: boolean;
  "client-id"?: string;
  "client-secret"?: string;
}

const kinds: Kinds<ParityOptions> = {
  "base-url": text,
  sandbox: flag,
  "client-id": text,
  "client-secret": text,
};

function lines({ compared, differences, left, mark }: Report): string[] {
  const found = [...differences].flatMap(([label, each]) => [label, ...each.map((one) => `  ${one}`), ""]);
  const kept = Object.entries(left).map(([kind, count]) => `${String(count)} ${kind}`);
  return [
    `${String(compared)} compared, ${String(differences.size)} differ.`,
    "",
    ...found,
    kept.length === 0 ? "Everything was removed." : `Not removed: ${kept.join(", ")}. The mark is ${mark}.`,
  ];
}

/**
 * Runs the command. Returns its exit status: 0 if nothing differs.
 *
 * @param environment the variables of the process
 * @param stop ends the suite early
 * @throws {UsageError} when an argument is missing or wrong
 * @throws {NotSandboxError} when the target is not a sandbox
 */
export async function runParityCommand(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  write: (text: string) => void,
  stop?: AbortSignal,
): Promise<number> {
  if (args.includes("--help") || args.includes("-h")) {
    write(parityHelp);
    return 0;
  }
  const given = readCommandLine(args, kinds, "payments-simulator parity");
  const baseUrl = given["base-url"] ?? environment["PAYMENTS_BASE_URL"] ?? "";
  const clientId = given["client-id"] ?? environment["PAYMENTS_CLIENT_ID"] ?? "";
  const clientSecret = given["client-secret"] ?? environment["PAYMENTS_CLIENT_SECRET"] ?? "";
  requireArgument(given.sandbox, "--sandbox is required: it says that the address is a sandbox");
  requireArgument(
    isHttpAddress(baseUrl),
    "--base-url is an http or https address without a username or password",
  );
  requireArgument(clientId && clientSecret, "--client-id and --client-secret are required");
  const authorization = basicOf(clientId, clientSecret);
  const target = { baseUrl: baseUrl.replace(/\/+$/, ""), authorization, fetch, stop };
  const report = await runParity(target);
  const isWhole = stop?.aborted !== true;
  write(`${isWhole ? "" : "Interrupted. "}${lines(report).join("\n")}\n`);
  return isWhole && report.differences.size === 0 ? 0 : 1;
}
