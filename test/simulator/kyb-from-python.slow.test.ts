import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { served } from "./served-admin";

const program = fileURLToPath(new URL("kyb_from_nothing.py", import.meta.url));

it("takes a business to APPROVED through three refusals, over HTTP from Python", async () => {
  const { simulator, server } = await served({ customers: { fullVerification: true } });
  const { clientId, clientSecret } = simulator.clientOptions();
  const given = [program, server.url, clientId, clientSecret];
  const { stdout } = await promisify(execFile)("python3", given);
  const papers = [
    "MISSING_LEGAL_PRESENCE_DOCUMENT",
    "MISSING_COMPANY_DETAILS_DOCUMENT",
    "MISSING_CONTROL_STRUCTURE_DOCUMENT",
    "MISSING_OWNERSHIP_STRUCTURE_DOCUMENT",
    "MISSING_PROOF_OF_ADDRESS_DOCUMENT",
  ];
  const fields = Array<string>(5).fill("MISSING_FIELD");
  const identity = "MISSING_IDENTITY_DOCUMENT";
  const lines = stdout.trim().split("\n");
  expect(lines.map((line): unknown => JSON.parse(line))).toEqual([
    ["RESOLVE_ERRORS", "UNVERIFIED", [...fields, "MISSING_BENEFICIAL_OWNER", ...papers]],
    ["RESOLVE_ERRORS", "UNVERIFIED", ["INVALID_FIELD", ...papers, identity, identity]],
    ["RESOLVE_ERRORS", "UNVERIFIED", [identity]],
    ["APPROVED", "APPROVED", []],
  ]);
  expect(simulator.events.list.at(-1)?.type).toBe("VERIFICATION.APPROVED");
});
