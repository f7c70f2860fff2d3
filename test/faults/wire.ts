import { setTimeout as wait } from "node:timers/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Answer } from "../support/endings";

/** A response of the service, or of something in between. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** The input of a fault: one request of the client, and the means to respond. */
export interface Wire {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The service's own response, for a fault after the service acted. */
  readonly real: Reply | undefined;
  /** Sends the request to the service, again if it had it already. The headers are optional. */
  readonly deliver: (headers?: Record<string, string | undefined>) => Promise<Reply>;
  /**
   * Gives the next attempt of this call the service's refusal. Resolves to false if no attempt followed. With `isStored`, the service
   * then gives the same response to every request with the key, and executes none.
   */
  readonly refuseNext: (isStored: boolean) => Promise<boolean>;
  /** An earlier response: to the same path, to another path, and the last one on this connection. */
  readonly earlier: {
    readonly samePath: Reply | undefined;
    readonly other: Reply | undefined;
    readonly connection: Reply | undefined;
    /** The earlier challenge of this call. */
    readonly challenge: Reply | undefined;
  };
  /** How long the client waits for a response, in milliseconds. */
  readonly timeout: number;
}

/** Applies a fault to one response. */
export type Play = (wire: Wire) => void | Promise<void>;

/** One kind of failure between the client and the service. */
export interface FaultKind {
  readonly name: string;
  /** Whether the service acts before the fault. */
  readonly acts: "before" | "after";
  readonly play: Play;
  /** The requests that can have this fault. Default: all. */
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

/** A fault as written in the table. One that occurs both before and after the service acts becomes two. */
export type Row = readonly [
  name: string,
  acts: "before" | "after" | "both",
  play: Play,
  fits?: FaultKind["fits"],
];

const jsonType = { "content-type": "application/json; charset=utf-8" };

/** Sends a response unchanged, on a connection that stays open. */
export function send({ response }: Pick<Wire, "response">, { status, headers, body }: Reply): void {
  if (response.destroyed) return;
  const { "content-length": _length, "transfer-encoding": _encoding, connection: _, ...others } = headers;
  const isEmpty = status === 204 || status === 304;
  response.writeHead(status, { ...others, ...(!isEmpty && { "content-length": String(body.length) }) });
  response.end(isEmpty ? undefined : body);
}

/** The service's own response. If a fault of the kind `before` needs it, the service makes it now. */
export async function realOf(wire: Wire): Promise<Reply> {
  return wire.real ?? (await wire.deliver());
}

/** A JSON response that is not the service's. */
export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Play =>
  (wire) =>
    send(wire, { status, headers: { ...jsonType, ...headers }, body: Buffer.from(JSON.stringify(body)) });

/** A response of the common table. */
export const answer =
  ({ status, headers, text }: Answer): Play =>
  (wire) =>
    send(wire, { status, headers, body: Buffer.from(text) });

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

/** The service's response as bytes of HTTP that a fault may spoil. */
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

/** Writes bytes directly to the socket, then closes or resets the connection. */
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
    // Otherwise the kernel drops the bytes that it has not sent yet.
    await wait(5);
    socket.resetAndDestroy();
  }
}

/** Writes bytes in pieces with pauses. */
export async function drip(wire: Wire, bytes: Buffer, pieces: number, pauseMs: number): Promise<void> {
  const { socket } = wire.request;
  const size = Math.ceil(bytes.length / pieces);
  for (let at = 0; at < bytes.length && !socket.destroyed; at += size) {
    socket.write(bytes.subarray(at, at + size));
    await wait(pauseMs);
  }
  socket.end();
}

/** Writes some bytes, then nothing until the client gives up. */
export async function stall(wire: Wire, bytes: Buffer | string): Promise<void> {
  const { socket } = wire.request;
  if (bytes.length > 0 && !socket.destroyed) socket.write(bytes);
  for (let waited = 0; waited < 4 * wire.timeout && !socket.destroyed; waited += 50) await wait(50);
  socket.destroy();
}
