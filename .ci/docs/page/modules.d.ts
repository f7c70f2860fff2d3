/** The package has no types of its own. */
declare module "object-inspect" {
  export default function inspect(value: unknown, options: { depth: number }): string;
}
