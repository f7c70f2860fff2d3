import type { Simulator } from "payments-sdk/simulator";
import { operationOf } from "../resources/witness";

/** The state of a service, without the number of its requests. */
const stateOf = (simulator: Simulator): string =>
  JSON.stringify({ ...simulator.snapshot().world, counts: undefined, clock: undefined });

/**
 * A `fetch` that first sends two wrong copies of each operation: with an unknown parameter, and with an unknown field. `refused` has
 * the names that the service refuses. `changed` has the operations that acted on a wrong copy.
 */
export function misspeller(simulator: Simulator) {
  const { fetch: inProcess } = simulator.clientOptions();
  const refused = new Map<string, string[]>();
  const changed: string[] = [];

  async function misspell(request: Request, operation: string): Promise<void> {
    const before = stateOf(simulator);
    const { method } = request;
    const headers = new Headers(request.headers);
    headers.delete("idempotency-key");
    const bytes = await request.clone().arrayBuffer();
    const body = bytes.byteLength === 0 ? null : bytes;
    const copies: [string, RequestInit][] = [
      [`${request.url}${request.url.includes("?") ? "&" : "?"}limitt=1`, { method, headers, body }],
    ];
    const isForm = headers.get("content-type")?.startsWith("multipart/") ?? false;
    if (method !== "GET" && method !== "DELETE" && !isForm) {
      const fields: object = body === null ? {} : (JSON.parse(new TextDecoder().decode(bytes)) as object);
      const json = new Headers(headers);
      json.set("content-type", "application/json");
      copies.push([
        request.url,
        { method, headers: json, body: JSON.stringify({ ...fields, descripton: "Rent" }) },
      ]);
    }
    const names: string[] = [];
    for (const [url, init] of copies) {
      const response = await inProcess(url, init);
      const text = await response.text();
      const { code, details } = JSON.parse(text || "{}") as { code?: string; details?: { field?: string } };
      names.push(response.status === 400 && code === "INVALID_INPUT" ? (details?.field ?? "") : text);
    }
    refused.set(operation, names);
    if (stateOf(simulator) !== before) changed.push(operation);
  }

  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const path = request.url.replace(/^.*?\/\d{4}-\d\d-\d\d/, "");
    const operation = operationOf(`${request.method} ${path}`) ?? "";
    if (!refused.has(operation)) await misspell(request, operation);
    return inProcess(request);
  };
  return { fetch, refused, changed };
}
