const entities = new Map(
  [..."&<>\"'"].map((character) => [character, `&#${String(character.charCodeAt(0))};`]),
);

/** Escaped HTML. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | readonly Html[];

function escaped(part: Part): string {
  if (part instanceof Html) return part.text;
  if (typeof part !== "string") return part.map(({ text }) => text).join("");
  return part.replaceAll(/[&<>"']/g, (character) => entities.get(character) ?? "");
}

/** Builds HTML and escapes every inserted string. */
export function html(fixed: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(fixed.map((text, index) => text + escaped(parts[index] ?? "")).join(""));
}
