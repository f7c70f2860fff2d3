import { decoded } from "../runtime/decoded";
import { isRecord } from "../runtime/saved";
import { words } from "../runtime/words";

/** A service to call: the simulator, another implementation, or a sandbox. */
export interface Target {
  /** With the version segment. */
  baseUrl: string;
  /** The value of `Authorization`. */
  authorization: string;
  fetch: (input: string, init: RequestInit) => Promise<Response>;
  /** Ends the suite early. It still removes what it created. */
  stop?: AbortSignal | undefined;
}

/** JSON of a request or a response. */
export type Json = Readonly<Record<string, unknown>>;

/** A response, or a fact about several responses. */
export interface Seen {
  /** 0 for a fact, `NO_RESPONSE` without a response. */
  status: number;
  body: unknown;
  /** What the request sent. A response repeats some of it. */
  sent: unknown;
}

/** How long a response may take. */
const TIMEOUT_MS = 30_000;

/** Sends one request, and follows no redirection. */
export function send(
  { baseUrl, authorization, fetch }: Target,
  operation: string,
  body?: FormData | string,
  headers?: Readonly<Record<string, string>>,
): Promise<Response> {
  const [method = "", path = ""] = operation.split(" ");
  const type = typeof body === "string" && { "content-type": "application/json" };
  return fetch(baseUrl + path, {
    method,
    headers: { authorization, ...type, ...headers },
    ...(body !== undefined && { body }),
    redirect: "manual",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
}

/** What is created under these paths can be deleted. */
const DELETABLE = words("/customers /customers/external-accounts /platform/external-accounts /documents");

/** The status of an exchange without a response. */
export const NO_RESPONSE = -1;

/** Stands for an id that a response did not have. */
const NO_ID = "Missing:00000000-0000-4000-8000-000000000000";

/** The value at a path of a response, such as `data.0.id`. */
export const foundAt = (body: unknown, path: string): unknown =>
  path.split(".").reduce((value, name) => (value as Json | null | undefined)?.[name], body);

/** The text at a path. */
export function textAt(body: unknown, path: string): string {
  const found = foundAt(body, path);
  return typeof found === "string" ? found : NO_ID;
}

/** Makes the exchanges of the suite with one service, and keeps what it saw. */
export class Caller {
  /** What was seen, by section and title. */
  readonly seen = new Map<string, Seen>();
  /** What the suite created. `path` deletes it. It is absent if no operation does. */
  readonly created: { kind: string; path?: string }[] = [];
  /** Stands in everything that the suite creates. */
  readonly mark: string;
  readonly #target: Target;
  #section = "";

  constructor(target: Target, mark: string) {
    this.#target = target;
    this.mark = mark;
  }

  /** Names the section of the specification that the next exchanges are about. */
  section(name: string): void {
    this.#section = name;
  }

  /**
   * Makes one exchange. Returns the body of the response.
   *
   * @param body a form is sent as multipart/form-data, a text unchanged, anything else as JSON
   */
  async call(
    title: string,
    operation: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<unknown> {
    this.#target.stop?.throwIfAborted();
    const [, path = ""] = operation.split(" ");
    const isSentAsIs = body === undefined || body instanceof FormData || typeof body === "string";
    const sent = [body instanceof FormData ? undefined : body, headers, path];
    try {
      const response = await send(this.#target, operation, isSentAsIs ? body : JSON.stringify(body), headers);
      const text = await response.text();
      const received = text === "" ? undefined : (decoded<unknown>(() => JSON.parse(text)) ?? "not JSON");
      this.#keep(title, { status: response.status, body: received, sent });
      if (response.status === 201 && isRecord(received)) this.#remember(path, received);
      return received;
    } catch (error) {
      const { cause, name } = error as Error & { cause?: { code?: string } };
      this.#keep(title, { status: NO_RESPONSE, body: cause?.code ?? name, sent });
      return undefined;
    }
  }

  /** Makes one exchange. Returns the id in the response. */
  async idFrom(title: string, operation: string, body?: unknown): Promise<string> {
    return textAt(await this.call(title, operation, body), "id");
  }

  /** Makes an exchange for each title, with a body that differs in some fields. */
  async variants(operation: string, body: Json, changes: Readonly<Record<string, Json>>): Promise<void> {
    for (const [title, change] of Object.entries(changes))
      await this.call(title, operation, { ...body, ...change });
  }

  /** Keeps a fact about several responses, such as `the same id as the first`. */
  fact(title: string, value: unknown): void {
    this.#keep(title, { status: 0, body: { fact: value }, sent: [] });
  }

  #keep(title: string, seen: Seen): void {
    this.seen.set(`${this.#section}: ${title}`, seen);
  }

  #remember(path: string, body: Json): void {
    const id = textAt(body, "id");
    const [kind = ""] = id.split(":");
    const isDeletable = DELETABLE.some((root) => root === path);
    if (id !== NO_ID) this.created.push({ kind, ...(isDeletable && { path: `${path}/${id}` }) });
  }

  /** Deletes what can be deleted, newest first. Returns how many of each kind stay. */
  async removeCreated(): Promise<Record<string, number>> {
    const left: Record<string, number> = {};
    for (const { kind, path } of this.created.reverse()) {
      const isGone = path !== undefined && (await this.#delete(path));
      if (!isGone) left[kind] = (left[kind] ?? 0) + 1;
    }
    return left;
  }

  async #delete(path: string): Promise<boolean> {
    const response = await send(this.#target, `DELETE ${path}`).catch(() => undefined);
    await response?.body?.cancel();
    return response !== undefined && (response.ok || response.status === 404);
  }
}
