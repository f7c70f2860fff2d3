/** The package has no types of its own. */
declare module "object-inspect" {
  export default function inspect(value: unknown, options: { depth: number }): string;
}

/** The viewer of the status page, which the build takes from its source. */
declare module "simulator-viewer" {
  export function mountCalls(root: Element, source: object): void;
}
