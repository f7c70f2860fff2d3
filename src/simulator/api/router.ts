import { invalidInput, Problem } from "../domain/problem";
import type { Route } from "./route";

interface Compiled {
  route: Route;
  /** A text is literal, an object a parameter. */
  segments: (string | { parameter: string })[];
}

export interface Match {
  route: Route;
  params: Record<string, string>;
}

function compile(route: Route): Compiled {
  const segments = route.template
    .split("/")
    .slice(1)
    .map((segment) => {
      const parameter = /^\{(\w+)\}$/.exec(segment)?.[1];
      return parameter === undefined ? segment : { parameter };
    });
  return { route, segments };
}

function matches(segments: Compiled["segments"], path: readonly string[]): boolean {
  return segments.every((segment, index) =>
    typeof segment === "string" ? segment === path[index] : (path[index] ?? "") !== "",
  );
}

const parameterCount = ({ segments }: Compiled): number =>
  segments.filter((segment) => typeof segment !== "string").length;

/** Decodes a path segment by segment, so that `%3A` and `:` are the same and an encoded slash stays inside its segment. */
export function decodePath(rawPath: string): string[] {
  let segments: string[];
  try {
    segments = rawPath.split("/").slice(1).map(decodeURIComponent);
  } catch {
    throw invalidInput("The path is not well-formed percent-encoded UTF-8");
  }
  if (segments.some((segment) => segment === "." || segment === "..")) {
    throw invalidInput("The path has a segment . or ..");
  }
  return segments;
}

/** Finds the route of a request: literal segments win over parameters. */
export class Router {
  /** By number of segments; within it, routes with fewer parameters first, newer before older. */
  readonly #routes = new Map<number, Compiled[]>();

  constructor(routes: readonly Route[]) {
    for (const route of routes) this.add(route);
  }

  /** Adds a route; it replaces one with the same method and template. */
  add(route: Route): void {
    const compiled = compile(route);
    const others = (this.#routes.get(compiled.segments.length) ?? []).filter(
      (other) => other.route.method !== route.method || other.route.template !== route.template,
    );
    const sorted = [compiled, ...others].sort((left, right) => parameterCount(left) - parameterCount(right));
    this.#routes.set(compiled.segments.length, sorted);
  }

  get routes(): Route[] {
    return [...this.#routes.values()].flat().map(({ route }) => route);
  }

  /** @param accepts leaves out routes, for example those of another environment. */
  find(method: string, path: readonly string[], accepts: (route: Route) => boolean): Match {
    const candidates = (this.#routes.get(path.length) ?? []).filter(
      ({ route, segments }) => matches(segments, path) && accepts(route),
    );
    const first = candidates[0];
    if (first === undefined) {
      throw new Problem({
        status: 404,
        code: "NOT_FOUND",
        message: `There is no ${method} /${path.join("/")}`,
      });
    }
    // A path that has a literal route is never read as an identifier, whatever the method.
    const fewest = parameterCount(first);
    const nearest = candidates.filter((candidate) => parameterCount(candidate) === fewest);
    const found = nearest.find(({ route }) => route.method === method);
    if (found === undefined) {
      const allowed = [...new Set(nearest.map(({ route }) => route.method))].sort().join(", ");
      const message = `/${path.join("/")} does not know ${method}; it knows ${allowed}`;
      throw new Problem({ status: 405, code: "METHOD_NOT_ALLOWED", message }, { Allow: allowed });
    }
    const params: Record<string, string> = {};
    found.segments.forEach((segment, index) => {
      if (typeof segment !== "string") params[segment.parameter] = path[index] ?? "";
    });
    return { route: found.route, params };
  }
}
