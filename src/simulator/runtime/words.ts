export type WordOf<Line> = Line extends `${infer First} ${infer Rest}` ? First | WordOf<Rest> : Line;

/** A list of names: the words of each line. */
export const words = <const Line extends string>(...lines: readonly Line[]): WordOf<Line>[] =>
  lines.flatMap((line) => line.split(" ") as WordOf<Line>[]);
