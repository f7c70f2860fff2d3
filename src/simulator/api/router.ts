import { invalidInput, problem, Problem } from "../domain/problem";
import { decoded } from "../runtime/decoded";
import type { Route } from "./route";

/** What a router needs to know of a route. */
type Routed = Pick<Route, "method" | "template">;

/** A route with the segments of its template. */
interface Entry<R extends Routed> {
  route: R;
  segments: readonly string[];
}

export interface Match<R extends Routed = Route> {
  route: R;
  params: Record<string, string>;
}

export const segmentsOf = (path: string): string[] => path.split("/").slice(1);

const isParameter = (segment: string): boolean => segment.startsWith("{");

/** Whether a path, or a template with other names, matches this template. */
export const fits = (template: readonly string[], path: readonly string[]): boolean =>
  template.length === path.length &&
  template.every((segment, index) => (isParameter(segment) ? path[index] !== "" : segment === path[index]));

const parameterCount = ({ segments }: Entry<Routed>): number => segments.filter(isParameter).length;

/** Decodes a path segment by segment, so that `%3A` and `:` are the same and an encoded slash stays inside its segment. */
export function decodePath(rawPath: string): string[] {
  const segments = decoded(() => segmentsOf(rawPath).map(decodeURIComponent));
  if (!segments) throw invalidInput("The path is not well-formed percent-encoded UTF-8");
  if (segments.some((segment) => segment === "." || segment === "..")) {
    throw invalidInput("The path has a segment . or ..");
  }
  return segments;
}

/** Finds the route of a request. Literal segments take precedence over parameters. */
export class Router<R extends Routed = Route> {
  /** Newer before older. */
  #entries: Entry<R>[];

  constructor(routes: readonly R[]) {
    this.#entries = routes.map((route) => ({ route, segments: segmentsOf(route.template) }));
  }

  /** Adds a route, or replaces the one with the same method and template. */
  add(route: R): void {
    const others = this.#entries.filter(
      (other) => other.route.method !== route.method || other.route.template !== route.template,
    );
    this.#entries = [{ route, segments: segmentsOf(route.template) }, ...others];
  }

  get routes(): R[] {
    return this.#entries.map(({ route }) => route);
  }

  find(method: string, path: readonly string[]): Match<R> {
    const candidates = this.#entries.filter(({ segments }) => fits(segments, path));
    if (candidates.length === 0) {
      throw problem(404, "NOT_FOUND", `Unknown route: ${method} /${path.join("/")}`);
    }
    // A path with a literal route is never read as an identifier, for any method.
    const fewest = Math.min(...candidates.map(parameterCount));
    const nearest = candidates.filter((candidate) => parameterCount(candidate) === fewest);
    const found = nearest.find(({ route }) => route.method === method);
    if (found === undefined) {
      const allowed = [...new Set(nearest.map(({ route }) => route.method))].sort().join(", ");
      const message = `/${path.join("/")} does not know ${method}; it knows ${allowed}`;
      throw new Problem({ status: 405, code: "METHOD_NOT_ALLOWED", message }, { Allow: allowed });
    }
    const values = found.segments.flatMap((segment, index): [string, string][] =>
      isParameter(segment) ? [[segment.slice(1, -1), path[index] ?? ""]] : [],
    );
    return { route: found.route, params: Object.fromEntries(values) };
  }
}
