import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const file = fileURLToPath(new URL("../../examples/wallet-web/page/styles/base.css", import.meta.url));

/** The colours of a `:root` block, by name. */
function colours(block: string): Map<string, string> {
  return new Map(
    [...block.matchAll(/--([\w-]+): (#[\da-f]{6});/g)].map(([, name = "", hex = ""]) => [name, hex]),
  );
}

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

/** Text on its ground, as the page combines them. */
const texts = [
  ["ink", "ground"],
  ["ink", "surface"],
  ["muted", "ground"],
  ["muted", "surface"],
  ["muted", "accent-soft"],
  ["accent", "ground"],
  ["accent", "surface"],
  ["accent", "accent-soft"],
  ["accent-strong", "accent-soft"],
  ["on-accent", "accent"],
  ["on-accent", "accent-strong"],
  ["danger", "surface"],
  ["danger", "danger-soft"],
  ["on-danger", "danger"],
  ["warn", "warn-soft"],
  ["warn", "surface"],
] as const;

const borders = [
  ["control", "surface"],
  ["control", "ground"],
  ["accent", "surface"],
  ["danger", "surface"],
] as const;

describe("the colours of the wallet page", () => {
  it.each(["light", "dark"])("have the contrast of WCAG 2.2 AA in the %s scheme", async (scheme) => {
    const blocks = (await readFile(file, "utf8")).match(/:root \{[^}]*\}/g) ?? [];
    const [light = "", dark = ""] = blocks;
    const palette = colours(scheme === "light" ? light : dark);
    const tooWeak = [
      ...texts.map(([text, ground]) => ({ text, ground, needed: 4.5 })),
      ...borders.map(([text, ground]) => ({ text, ground, needed: 3 })),
    ].filter(({ text, ground, needed }) => {
      // A name that is not in the scheme counts as no contrast at all.
      const [one, other] = [palette.get(text), palette.get(ground)];
      return one === undefined || other === undefined || contrast(one, other) < needed;
    });
    expect(tooWeak).toEqual([]);
  });
});
