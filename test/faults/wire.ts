import { setTimeout as wait } from "node:timers/promises";
import type { IncomingMessage, ServerResponse } from "node:http";

/** A response of the service, or one that something between made up. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** What a fault works with: one request of the client, and what it may send back. */
export interface Wire {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The service's own response, for a fault that happens after the service acted. */
  readonly real: Reply | undefined;
  /** Gives the request to the service, once more if it had it: with other headers if any are given. */
  readonly deliver: (headers?: Record<string, string | undefined>) => Promise<Reply>;
  /**
   * Gives the next attempt of this call the service's refusal, and resolves to whether there was one. `isStored`: the service then
   * gives the same response to every request with the key, and executes none.
   */
  readonly refuseNext: (isStored: boolean) => Promise<boolean>;
  /** An earlier response to the same path, to any other, and the last one on this connection. */
  readonly earlier: {
    readonly samePath: Reply | undefined;
    readonly other: Reply | undefined;
    readonly connection: Reply | undefined;
    /** The challenge that this call was given before. */
    readonly challenge: Reply | undefined;
  };
  /** How long the client waits for a response, in milliseconds. */
  readonly timeout: number;
}

/** What a fault does to one response. */
export type Play = (wire: Wire) => void | Promise<void>;

/** One way in which something between the client and the service fails. */
export interface FaultKind {
  readonly name: string;
  /** Whether the service got the request and acted before the fault. */
  readonly acts: "before" | "after";
  readonly play: Play;
  /** The requests that it fits. Default: all. */
  readonly fits?:
    | "keyed"
    | "undelivered"
    | "not-a-204"
    | "signed"
    | "unsigned"
    | "challenge"
    | "deletion"
    | "cached"
    | "any-earlier"
    | "same-connection"
    | undefined;
}

/** A fault as the table has it: one that happens both before and after the service acted is two. */
export type Row = readonly [
  name: string,
  acts: "before" | "after" | "both",
  play: Play,
  fits?: FaultKind["fits"],
];

const jsonType = { "content-type": "application/json; charset=utf-8" };

/** Sends a reply as it is, on a connection that stays open. */
export function send({ response }: Pick<Wire, "response">, { status, headers, body }: Reply): void {
  if (response.destroyed) return;
  const { "content-length": _length, "transfer-encoding": _encoding, connection: _, ...others } = headers;
  const isEmpty = status === 204 || status === 304;
  response.writeHead(status, { ...others, ...(!isEmpty && { "content-length": String(body.length) }) });
  response.end(isEmpty ? undefined : body);
}

/** The service's own response; a fault of the kind `before` that needs one has it made first. */
export async function realOf(wire: Wire): Promise<Reply> {
  return wire.real ?? (await wire.deliver());
}

/** A page. */
export const html =
  (status: number, headers: Record<string, string> = {}): Play =>
  (wire) =>
    send(wire, {
      status,
      headers: { "content-type": "text/html", ...headers },
      body: Buffer.from(
        `<html><head><title>${status}</title></head><body><h1>${status}</h1>gateway</body></html>`,
      ),
    });

/** A JSON response that something made up. */
export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Play =>
  (wire) =>
    send(wire, { status, headers: { ...jsonType, ...headers }, body: Buffer.from(JSON.stringify(body)) });

/** A response of a type and text. */
export const text =
  (status: number, type: string, body: string | Buffer, headers: Record<string, string> = {}): Play =>
  (wire) =>
    send(wire, { status, headers: { "content-type": type, ...headers }, body: Buffer.from(body) });

/** A redirect. */
export const redirect =
  (status: number, location: string): Play =>
  (wire) =>
    send(wire, { status, headers: { location }, body: Buffer.alloc(0) });

/** The service's response with another status, other headers or another body. */
export const changed =
  (change: (reply: Reply) => Partial<Reply>): Play =>
  async (wire) => {
    const reply = await realOf(wire);
    send(wire, { ...reply, ...change(reply) });
  };

/** Breaks the connection with a reset. */
export const reset: Play = ({ request }) => {
  request.socket.resetAndDestroy();
};

/** The service's response as bytes of HTTP, which the fault may spoil. */
export function bytesOf(
  { status, headers, body }: Reply,
  changes: Record<string, string | undefined> = {},
): Buffer {
  const { "transfer-encoding": _, connection: _c, "keep-alive": _k, ...others } = headers;
  const all = { ...others, "content-length": String(body.length), connection: "close", ...changes };
  const lines = Object.entries(all).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${value}`],
  );
  return Buffer.concat([
    Buffer.from(`HTTP/1.1 ${status} OK\r\n${lines.join("\r\n")}\r\n\r\n`, "latin1"),
    body,
  ]);
}

/** Writes bytes past the HTTP server, then closes the connection, or resets it. */
export async function raw(
  { request }: Wire,
  bytes: Buffer | string,
  end: "close" | "reset" = "close",
): Promise<void> {
  const { socket } = request;
  if (socket.destroyed) return;
  await new Promise<void>((resolve) => {
    socket.write(bytes, () => resolve());
    socket.once("close", () => resolve());
  });
  if (end === "close") socket.end();
  else {
    // Else the kernel throws away what it has not sent yet.
    await wait(5);
    socket.resetAndDestroy();
  }
}

/** Writes bytes in pieces, with a pause between them. */
export async function drip(wire: Wire, bytes: Buffer, pieces: number, pauseMs: number): Promise<void> {
  const { socket } = wire.request;
  const size = Math.ceil(bytes.length / pieces);
  for (let at = 0; at < bytes.length && !socket.destroyed; at += size) {
    socket.write(bytes.subarray(at, at + size));
    await wait(pauseMs);
  }
  socket.end();
}

/** Writes some bytes and then nothing until the client has given up. */
export async function stall(wire: Wire, bytes: Buffer | string): Promise<void> {
  const { socket } = wire.request;
  if (bytes.length > 0 && !socket.destroyed) socket.write(bytes);
  for (let waited = 0; waited < 4 * wire.timeout && !socket.destroyed; waited += 50) await wait(50);
  socket.destroy();
}
