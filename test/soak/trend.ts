/** Fits a line through the measurements of a phase, and decides whether it rises. */

/** A least-squares line: its slope per operation, with its standard error. */
export interface Slope {
  readonly perOperation: number;
  readonly standardError: number;
}

/** The definition of growth. */
export interface Verdict extends Slope {
  readonly first: number;
  readonly last: number;
  readonly grows: boolean;
}

/** Over all measured operations, a smaller rise may be the engine's own housekeeping. */
export const HEAP_BOUND_BYTES = 256 * 1024;
/** A count rises if it is one higher. */
export const COUNT_BOUND = 1;
const STANDARD_ERRORS = 3;

export const RULE = `grows: the slope is above ${STANDARD_ERRORS} standard errors, and over the measured operations it makes more than ${HEAP_BOUND_BYTES / 1024} KiB of heap, or one handle, listener or timer`;

/** The line through the measured values, by the number of operations before each. */
export function slopeOf(points: readonly (readonly [operations: number, value: number])[]): Slope {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const meanX = mean(points.map(([x]) => x));
  const meanY = mean(points.map(([, y]) => y));
  let squares = 0;
  let products = 0;
  for (const [x, y] of points) {
    squares += (x - meanX) ** 2;
    products += (x - meanX) * (y - meanY);
  }
  const perOperation = products / squares;
  let residuals = 0;
  for (const [x, y] of points) residuals += (y - meanY - perOperation * (x - meanX)) ** 2;
  const standardError = Math.sqrt(residuals / Math.max(1, points.length - 2) / squares);
  return { perOperation, standardError };
}

/** True if the values rise by more than the bound and by more than noise. */
export function verdictOf(points: readonly (readonly [number, number])[], bound: number): Verdict {
  const slope = slopeOf(points);
  const [start = 0, first = 0] = points[0] ?? [];
  const [end = 0, last = 0] = points.at(-1) ?? [];
  const rise = slope.perOperation * (end - start);
  const isNoise = slope.perOperation <= STANDARD_ERRORS * slope.standardError;
  // Allows for rounding: a rise by one in each slice is exactly the bound.
  return { ...slope, first, last, grows: !isNoise && rise > bound * (1 - 1e-9) - 1e-9 };
}
