/**
 * Every way of calling, with a failure. `callers` returns the stack of each error. The mark `// CALL` and the name of the way
 * are on the line of the call, `// OUTER` on a line that waits for it.
 */
import { PaymentsClient } from "payments-sdk";

const refusal = JSON.stringify({ status: 404, code: "NOT_FOUND", message: "no" });
const headers = { "content-type": "application/json" };
const payments = new PaymentsClient({
  baseUrl: "https://api.example.com",
  clientId: "id",
  clientSecret: "secret",
  logLevel: "off",
  fetch: async () => new Response(refusal, { status: 404, headers }),
});
const { quotes, customers, transactions } = payments;

/** Passes the error of a call that nobody awaits. */
const settled = (start) => new Promise((resolve) => start(resolve));

const ways = {
  async awaited() {
    await quotes.retrieve("Quote:1"); // CALL awaited
  },
  async awaitedLater() {
    const running = quotes.retrieve("Quote:1"); // CALL awaitedLater
    await null;
    await running; // OUTER awaitedLater
  },
  async then() {
    await quotes.retrieve("Quote:1").then(String); // CALL then
  },
  async catch() {
    await quotes.retrieve("Quote:1").catch((error) => Promise.reject(error)); // CALL catch
  },
  async all() {
    await Promise.all([quotes.retrieve("Quote:1"), 1]); // CALL all
  },
  async allSettled() {
    const [{ reason }] = await Promise.allSettled([quotes.retrieve("Quote:1")]); // CALL allSettled
    throw reason;
  },
  async forAwait() {
    for await (const row of customers.list()) void row; // CALL forAwait
  },
  async pages() {
    for await (const page of transactions.list().pages()) void page; // CALL pages
  },
  async toArray() {
    await customers.list().toArray(); // CALL toArray
  },
  async firstPage() {
    await customers.list(); // CALL firstPage
  },
  async raw() {
    await payments.request("GET", "/none"); // CALL raw
  },
  async invalid() {
    await quotes.retrieve("Customer:1"); // CALL invalid
  },
  async invalidList() {
    await customers.list({ limit: 101 }); // CALL invalidList
  },
  async wrapper() {
    const wrapped = async () => quotes.retrieve("Quote:1"); // CALL wrapper
    await wrapped(); // OUTER wrapper
  },
  async class() {
    class Service {
      async find() {
        return await quotes.retrieve("Quote:1"); // CALL class
      }
    }
    await new Service().find(); // OUTER class
  },
  async timer() {
    const wait = settled((resolve) => {
      setTimeout(async () => {
        try {
          await quotes.retrieve("Quote:1"); // CALL timer
        } catch (error) {
          resolve(error);
        }
      });
    });
    throw await wait; // OUTER timer
  },
};

/** Nobody awaits these calls. They use methods of their own, because a method that failed so is noted. */
const unawaited = {
  unawaited() {
    return settled((resolve) => {
      payments.tokens.retrieve("Token:1").catch(resolve); // CALL unawaited
    });
  },
  unawaitedList() {
    return settled((resolve) => {
      payments.discoveries.list().toArray().catch(resolve); // CALL unawaitedList
    });
  },
};

/** The stacks by way. The calls that nobody awaits come last, and a second time: then their methods are noted. */
export async function callers() {
  const found = {};
  for (const [name, way] of Object.entries(ways)) found[name] = (await way().catch((error) => error)).stack;
  for (const [name, way] of Object.entries(unawaited)) {
    found[name] = (await way()).stack;
    found[`${name}, noted`] = (await way()).stack;
  }
  // The noted methods again, in another way.
  found.awaitedNoted = await (async function awaitedNoted() {
    return payments.tokens.retrieve("Token:1").catch(({ stack }) => stack); // CALL awaitedNoted
  })();
  return found;
}
