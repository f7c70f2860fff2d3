import type { Simulator, SimulatorServer } from "payments-sdk/simulator";
import { onTestFinished } from "vitest";

const plain = (html: string): string =>
  html.replaceAll(/&#(\d+);/g, (_entity, code: string) => String.fromCharCode(Number(code)));

/** Uses the status page of a simulator over real HTTP, like a browser without scripts. */
export class StatusPage {
  readonly simulator: Simulator;
  readonly server: SimulatorServer;
  readonly origin: string;

  private constructor(simulator: Simulator, server: SimulatorServer) {
    this.simulator = simulator;
    this.server = server;
    this.origin = `http://127.0.0.1:${String(server.port)}`;
  }

  /** Listens until the test ends. */
  static async of(simulator: Simulator): Promise<StatusPage> {
    const server = await simulator.listen({ statusPage: true });
    onTestFinished(() => server.close());
    return new StatusPage(simulator, server);
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(`${this.origin}/_simulator${path}`, { headers });
  }

  /** The HTML of a view. */
  async html(view: string): Promise<string> {
    const response = await this.get(`/${view}`);
    if (response.status !== 200) throw new Error(`${view}: ${String(response.status)}`);
    return response.text();
  }

  /** The cells of each row by their titles. `details` has the expandable texts. */
  async rows(view: string): Promise<Record<string, string>[]> {
    const html = await this.html(view);
    const titles = Array.from(html.matchAll(/<th>([^<]*)<\/th>/g), ([, title = ""]) => title);
    return Array.from(html.matchAll(/<tr><td[^]*?<\/tr>/g), ([row]) => {
      const cells = Array.from(row.matchAll(/<td>([^<]*)<\/td>/g), ([, text = ""]) => text);
      const details = Array.from(row.matchAll(/<pre tabindex="0">([^<]*)<\/pre>/g), ([, text = ""]) => text);
      return {
        ...Object.fromEntries(cells.map((text, index) => [titles[index] ?? "", plain(text)])),
        details: plain(details.join("\n")),
      };
    });
  }

  /** Sends a form of a view. `message` is the page's error text. */
  async send(
    view: string,
    fields: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; location: string | null; message: string }> {
    const response = await fetch(`${this.origin}/_simulator/${view}`, {
      method: "POST",
      headers: { origin: this.origin, ...headers },
      body: new URLSearchParams(fields),
      redirect: "manual",
    });
    const [, message = ""] = /<p id="message" role="status">([^<]*)</.exec(await response.text()) ?? [];
    return { status: response.status, location: response.headers.get("location"), message: plain(message) };
  }
}
