import { readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { nextStep } from "payments-sdk/payouts";

const file = fileURLToPath(new URL("../../src/payouts/next-step.ts", import.meta.url));

/** A change of one text in `src/payouts/next-step.ts` that breaks a rule. */
export interface PayoutDefect {
  readonly breaks: string;
  readonly text: string;
  readonly replacement: string;
}

export const defects: readonly PayoutDefect[] = [
  {
    breaks: "a refusal after an unknown try counts at once",
    text: "isSettled = unknownAt === undefined ||",
    replacement: "isSettled = true ||",
  },
  {
    breaks: "a refusal from before the longest delay counts",
    text: "timeOf(last.at) > unknownAt + maxDelay",
    replacement: "true",
  },
  {
    breaks: "a try without an ending was not made",
    text: 'return ended?.result?.id == null && ended?.error?.outcome !== "not-executed";',
    replacement: 'return ended !== undefined && ended.error?.outcome !== "not-executed";',
  },
  {
    breaks: "a person who goes on gets a new key after an unknown try",
    text: "key: isRefused ? key + 1 : key",
    replacement: "key: refusal !== undefined ? key + 1 : key",
  },
  {
    breaks: "a new key after an unknown outcome",
    text: "if (triesSince(history) < maxTries) return again(history, key,",
    replacement: "if (triesSince(history) < maxTries) return again(history, key + 1,",
  },
  {
    breaks: "a candidate may be older than the first try",
    text: "timeOf(only.createdAt) >= firstAt",
    replacement: "firstAt > 0",
  },
  {
    breaks: "a candidate may be claimed",
    text: "!isClaimed && ",
    replacement: "",
  },
  {
    breaks: "equal open payments do not matter",
    text: " && (looked.equalOpen ?? 0) === 0",
    replacement: "",
  },
];

/** The function with one defect. */
export async function nextStepWith({ text, replacement }: PayoutDefect): Promise<typeof nextStep> {
  const source = await readFile(file, "utf8");
  if (source.split(text).length !== 2) throw new Error(`next-step.ts must have this text once: ${text}`);
  const contents = source.replace(text, () => replacement);
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: path.dirname(file), loader: "ts" },
    bundle: true,
    format: "esm",
    write: false,
  });
  const code = outputFiles[0]?.text ?? "";
  const broken = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
    nextStep: typeof nextStep;
  };
  return broken.nextStep;
}
