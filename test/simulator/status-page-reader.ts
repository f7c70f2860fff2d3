import type { Simulator, SimulatorServer } from "payments-sdk/simulator";
import { onTestFinished } from "vitest";
import { items } from "../support/api";
import type { Json } from "../support/api";

/** The status page of a simulator over real HTTP, as its own script calls it. */
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
    return fetch(`${this.origin}/_simulator${path}`, { headers, redirect: "manual" });
  }

  async read(path: string): Promise<Json> {
    const response = await this.get(`/api/${path}`);
    if (response.status !== 200) throw new Error(`${path}: ${String(response.status)}`);
    const body: Json = JSON.parse(await response.text());
    return body;
  }

  /** The cells of a table's rows, and the id of each as `rowId`. */
  async cells(list: string, page = 1): Promise<Json[]> {
    const { rows } = await this.read(`lists/${list}?page=${String(page)}`);
    return items({ data: rows }).map(({ cells, id: rowId }) => ({ ...Object(cells), rowId }));
  }

  /** The first row of a table. */
  async newest(list: string): Promise<Json> {
    const { rows } = await this.read(`lists/${list}`);
    const [row] = items({ data: rows });
    if (!row) throw new Error(`${list} has no rows`);
    return row;
  }

  /** Uses a control; a text is sent as it is. */
  async control(
    action: string,
    input: unknown,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; body: unknown }> {
    const response = await fetch(`${this.origin}/_simulator/api/controls/${action}`, {
      method: "POST",
      headers: { origin: this.origin, "content-type": "application/json", ...headers },
      body: typeof input === "string" ? input : JSON.stringify(input),
    });
    return { status: response.status, body: JSON.parse(await response.text()) };
  }
}
