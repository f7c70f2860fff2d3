/** Calls between a page and the worker that runs a program, in both directions. */
type Message =
  | {
      readonly type: "call";
      readonly id?: number;
      readonly name: string;
      readonly values: readonly unknown[];
    }
  | { readonly type: "answer"; readonly id: number; readonly result?: unknown; readonly error?: string };

type Answer = Pick<Extract<Message, { type: "answer" }>, "result" | "error">;

/** The functions that one side has for the other, by name. */
type Functions = Readonly<Record<string, ((...values: never[]) => unknown) | undefined>>;

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/**
 * One side of a channel. The other side may be hostile: it reaches nothing but the given functions.
 *
 * @param port sends to the other side, and gets its messages.
 */
export function openChannel(port: Worker | typeof globalThis, functions: Functions) {
  const questions: ((answer: Answer) => void)[] = [];
  const send = (message: Message) => port.postMessage(message);
  let end: Answer | undefined;

  port.addEventListener("message", async (event) => {
    const message = (event as MessageEvent<Message>).data;
    if (end !== undefined) return;
    if (message.type === "answer") return questions[message.id]?.(message);
    const { id, name, values } = message;
    const called = Object.hasOwn(functions, name) ? functions[name] : undefined;
    try {
      const result = await called?.(...(values as never[]));
      if (id !== undefined) send({ type: "answer", id, result });
    } catch (error) {
      if (id !== undefined) send({ type: "answer", id, error: messageOf(error) });
    }
  });
  return {
    /** Calls a function of the other side. Rejects with its error, or when the channel closes. */
    ask: (name: string, ...values: unknown[]) =>
      new Promise<unknown>((resolve, reject) => {
        const settle = ({ result, error }: Answer) =>
          error === undefined ? resolve(result) : reject(new Error(String(error)));
        if (end !== undefined) settle(end);
        else send({ type: "call", id: questions.push(settle) - 1, name, values });
      }),
    /** Calls a function of the other side, without a result. */
    tell: (name: string, ...values: unknown[]) => send({ type: "call", name, values }),
    close(error: string): void {
      end = { error };
      for (const settle of questions) settle(end);
    },
  };
}

export type Channel = ReturnType<typeof openChannel>;
