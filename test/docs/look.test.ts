import { describe, expect, it } from "vitest";
import { readProjectFile } from "./source-files";

/** The site and the status page share the tokens. The demo has a copy, because a reader takes it home alone. */
const copies = ["src/simulator/status-page/tokens.ts", "examples/wallet-web/page/style.css"];

const blockOf = (file: string) => /^:root \{$.*?^\}$/ms.exec(readProjectFile(file))?.[0] ?? file;

const [tokens = ""] = copies.map(blockOf);

/** The colours of a scheme, by name. */
const coloursOf = (scheme: "light" | "dark") =>
  new Map(
    [...tokens.matchAll(/--([\w-]+): light-dark\((#[\da-f]{6}), (#[\da-f]{6})\);/g)].map(
      ([, name = "", light = "", dark = ""]) => [name, scheme === "light" ? light : dark],
    ),
  );

/** Relative luminance (WCAG 2.2). */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const grounds = ["ground", "surface", "sunken"];

/** Text, and what it lies on. */
const texts = [
  ...["ink", "muted", "accent", "accent-strong", "warn", "danger"].map((text) => [text, ...grounds]),
  ...["keyword", "string", "number", "function", "type", "comment"].map((kind) => [
    `code-${kind}`,
    ...grounds,
  ]),
  ["ink", "accent-soft", "warn-soft", "danger-soft"],
  ["muted", "accent-soft", "warn-soft", "danger-soft"],
  ["accent", "accent-soft"],
  ["accent-strong", "accent-soft"],
  ["warn", "warn-soft"],
  ["danger", "danger-soft"],
  ["on-accent", "accent", "accent-strong"],
  ["on-danger", "danger"],
];

describe("the look", () => {
  it("is the same in the site, the status page and the demo", () => {
    for (const file of copies) expect(blockOf(file), file).toBe(tokens);
  });

  it.each(["light", "dark"] as const)("has the contrast of WCAG 2.2 AA in the %s scheme", (scheme) => {
    const colours = coloursOf(scheme);
    const tooWeak = [
      ...texts.map(([text, ...on]) => ({ text, on, needed: 4.5 })),
      { text: "control", on: grounds, needed: 3 },
    ].flatMap(({ text = "", on, needed }) =>
      on
        // A name that is not in the scheme counts as no contrast at all.
        .filter((ground) => !(contrast(colours.get(text) ?? "", colours.get(ground) ?? "") >= needed))
        .map((ground) => `${text} on ${ground}`),
    );
    expect(tooWeak).toEqual([]);
  });
});
