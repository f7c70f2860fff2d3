/** Orders test files by how likely they see a defect, from the words that they share with its function. */
import { readFileSync } from "node:fs";

const wordsOf = (text) =>
  new Set(
    text
      .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
      .toLowerCase()
      .match(/[a-z]{3,}/g) ?? [],
  );

/**
 * The test files, the likeliest first. A rare word counts more. A word of the file's own name and the same folder count most.
 *
 * @param {string[]} tests
 * @returns {(defect: { file: string, function: string, words: string }) => string[]}
 */
export function likelyTests(tests) {
  const texts = tests.map((test) => ({
    test,
    words: wordsOf(`${test}\n${readFileSync(test, "utf8")}`),
    name: wordsOf(test),
  }));
  const count = new Map();
  for (const { words } of texts) for (const word of words) count.set(word, (count.get(word) ?? 0) + 1);
  const weight = (word) => Math.log(tests.length / (count.get(word) ?? tests.length));
  return ({ file, function: name, words }) => {
    const inside = [...wordsOf(words)].filter((word) => count.has(word));
    const own = [...wordsOf(`${file.split("/").at(-1)} ${name}`)];
    const folder = file.split("/").slice(1, -1)[0] ?? "";
    const scores = texts.map((each) => {
      const shared = inside
        .filter((word) => each.words.has(word))
        .reduce((sum, word) => sum + weight(word), 0);
      const named = own
        .filter((word) => each.name.has(word))
        .reduce((sum, word) => sum + 3 * weight(word), 0);
      const isNear = each.test.startsWith(`test/${folder}/`);
      // A long test file has every word.
      return [each.test, (shared / Math.sqrt(each.words.size) + named) * (isNear ? 3 : 1)];
    });
    return scores.sort(([, a], [, b]) => b - a).map(([test]) => test);
  };
}
