import { once } from "node:events";
import { createServer } from "node:http";
import process from "node:process";
import type { Simulator } from "payments-sdk/simulator";

/** A simulator in another process, as its program announces it. */
export interface Served {
  readonly connection: { readonly baseUrl: string; readonly clientId: string; readonly clientSecret: string };
  /** The second address. */
  readonly controlUrl: string;
}

/** Asks the second address: `/token`, `/advance`, or a question of the program. */
export async function ask<Answer>(
  { controlUrl }: Served,
  path: string,
  asked: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const response = await fetch(`${controlUrl}${path}?${new URLSearchParams(asked)}`);
  return (await response.json()) as Answer; // The program's `serve` says it.
}

/**
 * Serves a simulator over real sockets, and announces it with the other facts of the program. A second address, without faults,
 * says what only the simulator knows.
 */
export async function serve<Facts>(
  simulator: Simulator,
  facts: Facts,
  more: Readonly<Record<string, () => unknown>> = {},
): Promise<void> {
  const control = createServer((request, response) => {
    void (async () => {
      const { pathname, searchParams } = new URL(request.url ?? "/", "http://control");
      const { email = "", by = "0s", ...asked } = Object.fromEntries(searchParams);
      const answers: Readonly<Record<string, () => unknown>> = {
        "/token": () => simulator.issueOidcToken({ email, ...asked }),
        "/advance": () => simulator.clock.advance(by),
        ...more,
      };
      const answer = (await answers[pathname]?.()) ?? null;
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
    })();
  });
  control.listen(0, "127.0.0.1");
  await once(control, "listening");
  const address = control.address();
  const { url: baseUrl } = await simulator.listen();
  const { clientId, clientSecret } = simulator.clientOptions();
  const served: Served & Facts = {
    ...facts,
    connection: { baseUrl, clientId, clientSecret },
    controlUrl: `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`,
  };
  process.stdout.write(`${JSON.stringify(served)}\n`);
}
