import { WebSocket } from "undici";
import { caller, inTime } from "./engine";
import type { Engine, EngineTab } from "./engine";
import { start } from "./process";
import type { Running } from "./process";

type Json = Record<string, unknown>;

/** WebDriver BiDi over a WebSocket. */
class Connection {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, { resolve(result: Json): void; reject(error: Error): void }>();
  #lastId = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.onmessage = ({ data }) => {
      const { id, type, result, error, message } = JSON.parse(String(data)) as Json & { id: number };
      const call = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (type === "success") call?.resolve(Object(result));
      else call?.reject(new Error(`${String(error)}: ${String(message)}`));
    };
    socket.onclose = () => {
      for (const { reject } of this.#waiting.values())
        reject(new Error("the browser has closed the connection"));
    };
  }

  static async open(address: string): Promise<Connection> {
    const socket = new WebSocket(address);
    const opened = new Promise<void>((resolve, reject) => {
      socket.onopen = () => resolve();
      socket.onerror = () => reject(new Error(`no connection to ${address}`));
    });
    await inTime("the connection", opened);
    return new Connection(socket);
  }

  send(method: string, params: Json = {}): Promise<Json> {
    const id = (this.#lastId += 1);
    const response = new Promise<Json>((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    this.#socket.send(JSON.stringify({ id, method, params }));
    return inTime(method, response);
  }

  close(): void {
    this.#socket.close();
  }
}

class FirefoxTab implements EngineTab {
  readonly #connection: Connection;
  readonly #profile: unknown;
  readonly #url: string;
  readonly #context: unknown;

  private constructor(connection: Connection, profile: unknown, url: string, context: unknown) {
    this.#connection = connection;
    this.#profile = profile;
    this.#url = url;
    this.#context = context;
  }

  static async open(connection: Connection, profile: unknown, url: string): Promise<FirefoxTab> {
    const { context } = await connection.send("browsingContext.create", {
      type: "tab",
      userContext: profile,
    });
    await connection.send("browsingContext.navigate", { context, url, wait: "complete" });
    return new FirefoxTab(connection, profile, url, context);
  }

  async reload(): Promise<void> {
    await this.#connection.send("browsingContext.reload", { context: this.#context, wait: "complete" });
  }

  openAnother(): Promise<EngineTab> {
    return FirefoxTab.open(this.#connection, this.#profile, this.#url);
  }

  async callEach(name: string, calls: readonly (readonly unknown[])[]): Promise<unknown[]> {
    const response = await this.#connection.send("script.callFunction", {
      functionDeclaration: caller,
      arguments: [name, JSON.stringify(calls)].map((value) => ({ type: "string", value })),
      target: { context: this.#context },
      awaitPromise: true,
    });
    if (response["type"] !== "success") {
      throw new Error(`${name}: ${String(Reflect.get(Object(response["exceptionDetails"]), "text"))}`);
    }
    return JSON.parse(String(Reflect.get(Object(response["result"]), "value"))) as unknown[];
  }
}

/** Firefox without a window. */
export class Firefox implements Engine {
  readonly version: string;
  readonly #process: Running;
  readonly #connection: Connection;

  private constructor(version: string, process: Running, connection: Connection) {
    this.version = version;
    this.#process = process;
    this.#connection = connection;
  }

  static async start(command: string): Promise<Firefox> {
    const args = (home: string) =>
      [`--headless --no-remote --remote-debugging-port 0 --profile`, home, "about:blank"]
        .join(" ")
        .split(" ");
    const process = await start(command, args, /WebDriver BiDi listening on (ws:\S+)/);
    const connection = await Connection.open(`${process.found[1] ?? ""}/session`);
    const { capabilities } = await connection.send("session.new", { capabilities: {} });
    const { browserName, browserVersion } = Object(capabilities) as Record<string, string>;
    return new Firefox(`${browserName ?? ""} ${browserVersion ?? ""}`, process, connection);
  }

  async open(url: string): Promise<EngineTab> {
    const { userContext } = await this.#connection.send("browser.createUserContext");
    return FirefoxTab.open(this.#connection, userContext, url);
  }

  async close(): Promise<void> {
    await this.#connection.send("browser.close").catch(() => undefined);
    this.#connection.close();
    await this.#process.close();
  }
}
