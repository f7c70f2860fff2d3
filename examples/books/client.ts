import { PaymentsClient } from "payments-sdk";
import { Gate } from "../postgres/gate";
import type { Queryable } from "../postgres/database";
import { settings } from "./settings";

/** A client that shares one rate with all processes of the database: each request, also a repeated one, passes the gate. */
export function gatedClient(db: Queryable): PaymentsClient {
  const gate = new Gate(db, settings.rate);
  return new PaymentsClient({
    fetch: async (url, init) => {
      await gate.pass();
      const response = await fetch(url, init);
      // What the service asks of one process, it asks of all.
      const seconds = Number(response.headers.get("Retry-After")) || (response.status === 429 ? 1 : 0);
      if (seconds > 0) await gate.pause(seconds);
      return response;
    },
  });
}
