import { distance } from "../../options/nearest";

/** One operation that the service serves: a method and a path template such as `/quotes/{quoteId}`. */
export interface Operation {
  method: string;
  template: string;
}

function fits(template: string, path: string): boolean {
  const pattern = template.split("/");
  const segments = path.split("/");
  return (
    pattern.length === segments.length &&
    pattern.every((segment, index) =>
      /^\{\w+\}$/.test(segment) ? segments[index] !== "" : segment === segments[index],
    )
  );
}

/** Whether a method (any when `undefined`) and a path, or a template, name this operation. */
export function servesOperation(
  { method, template }: Operation,
  wanted: { method: string | undefined; path: string },
): boolean {
  return (wanted.method === undefined || wanted.method === method) && fits(template, wanted.path);
}

/** The operation whose name is most like the given text. */
export function nearestOperation(operations: readonly Operation[], text: string): string {
  const withMethod = !text.startsWith("/");
  const names = operations.map(({ method, template }) => ({
    name: `${method} ${template}`,
    distance: distance(withMethod ? `${method} ${template}` : template, text),
  }));
  return names.sort((left, right) => left.distance - right.distance)[0]?.name ?? "";
}
