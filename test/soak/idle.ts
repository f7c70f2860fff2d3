/** The platform's own connections end after so long without a request, in milliseconds: each look waits for that. */
const IDLE_MS = 500;

/**
 * Lets idle connections of the platform's `fetch` end soon. By default they stay for four seconds, and the heap of a sample would follow
 * their number: 5 KB for each. Node has no option for it: its dispatcher stands under a symbol, for the package undici.
 */
export function endIdleConnectionsSoon(): void {
  // Loads the platform's `fetch`.
  void new Request("http://localhost");
  const place = Symbol.for("undici.globalDispatcher.1");
  const { constructor } = Reflect.get(globalThis, place) as { constructor: new (options: object) => object };
  const options = { keepAliveTimeout: IDLE_MS, keepAliveMaxTimeout: IDLE_MS };
  if (!Reflect.set(globalThis, place, new constructor(options))) throw new Error("the dispatcher stays");
}
