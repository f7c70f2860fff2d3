import type { Outcome } from "../shapes";

const root = document.body.dataset["root"] ?? "";

/** Fetches what the page shows; `undefined` when the simulator does not respond. */
export async function read<Shape>(path: string): Promise<Shape | undefined> {
  try {
    const response = await fetch(`${root}/api/${path}`);
    // Both sides of the page are of one version.
    return response.ok ? ((await response.json()) as Shape) : undefined;
  } catch {
    return undefined;
  }
}

/** Carries a control out. @param body JSON. */
export async function send(action: string, body: string): Promise<Outcome> {
  try {
    const headers = { "content-type": "application/json" };
    const response = await fetch(`${root}/api/controls/${action}`, { method: "POST", headers, body });
    return (await response.json()) as Outcome;
  } catch {
    return { error: "The simulator does not respond." };
  }
}
