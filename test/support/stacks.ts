type Prepare = NonNullable<typeof Error.prepareStackTrace> & { findsOnce?: true };

const BEFORE_FRAME = "\n    at ";
const found = new Map<string, string>();

const placeOf = (frame: NodeJS.CallSite) =>
  `${frame.getFileName()} ${frame.getPosition()} ${frame.getFunctionName()}`;

/**
 * Vite looks for the source of each frame of each stack, and the client reads the stack of each failed call. From now on, Vite looks
 * for each place in the code once.
 */
export function findSourcesOnce(): void {
  const findSource = Error.prepareStackTrace as Prepare | undefined;
  if (findSource === undefined || findSource.findsOnce) return;
  const prepare: Prepare = (error, frames) => {
    const places = frames.map(placeOf);
    const lines = frames.map((_, at) => {
      // Vite names a function as its caller does.
      const place = `${places[at]} ${places[at + 1]}`;
      const known = found.get(place);
      if (known !== undefined) return known;
      const text = String(findSource(new Error(), frames.slice(at, at + 2)));
      const [, line = ""] = text.split(BEFORE_FRAME);
      found.set(place, line);
      return line;
    });
    return [`${error.name || "Error"}: ${error.message || ""}`, ...lines].join(BEFORE_FRAME);
  };
  prepare.findsOnce = true;
  Error.prepareStackTrace = prepare;
}
