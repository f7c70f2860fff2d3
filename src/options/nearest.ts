/** The number of characters to insert, remove or replace (Levenshtein). */
export function distance(left: string, right: string): number {
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (const [row, character] of [...left].entries()) {
    const current = [row + 1];
    for (let column = 0; column < right.length; column += 1) {
      const replaced = (previous[column] ?? 0) + (character === right[column] ? 0 : 1);
      current.push(Math.min(replaced, (previous[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1));
    }
    previous = current;
  }
  return previous.at(-1) ?? 0;
}

/** In characters. No option name is longer, and comparing long texts is slow. */
const LONGEST_NAME = 40;

/** A name without case, hyphens and underscores. `Idempotency-Key` and `idempotencyKey` are equal. */
export const plainName = (name: string): string => name.toLowerCase().replace(/[-_]/g, "");

/** The nearest match: at most a third of its characters differ. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  if (name.length > LONGEST_NAME) return undefined;
  const [best] = known
    .map((other) => {
      const edits = distance(plainName(name), plainName(other));
      return { other, edits, isNear: edits <= Math.max(name.length, other.length) / 3 };
    })
    .filter(({ isNear }) => isNear)
    .sort((left, right) => left.edits - right.edits);
  return best?.other;
}

/** The nearest match as a question, or all known names. */
export function adviceOn(name: string, known: readonly string[], what: string): string {
  const meant = nearest(name, known);
  return meant === undefined ? `Known ${what}: ${known.join(", ")}` : `Did you mean \`${meant}\`?`;
}

/** The message about an unknown option. */
export function unknownOption(path: string, name: string, known: readonly string[], owner: string): string {
  return `Unknown option \`${path}\` for ${owner}. ${adviceOn(name, known, "options")}`;
}
