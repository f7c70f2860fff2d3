/** The messages between a page and the worker that runs a program. */
import type { Fault } from "payments-sdk/simulator";
import type { View } from "./view";

/** From the page to the worker. */
export type Order =
  | {
      readonly type: "run";
      readonly code: string;
      readonly hostname: string;
      readonly faults: readonly Fault[];
    }
  | { readonly type: "advance"; readonly by: string }
  | { readonly type: "passkey"; readonly id: number; readonly result?: unknown; readonly error?: string };

/** From the worker to the page. */
export type Report =
  | { readonly type: "line"; readonly text: string }
  | { readonly type: "view"; readonly view: View }
  | {
      readonly type: "passkey";
      readonly id: number;
      readonly kind: "create" | "get";
      readonly options: unknown;
    }
  | { readonly type: "end" };

/** In lines and characters. A page with more output becomes slow. */
export const MOST_LINES = 1_000;
export const MOST_CHARACTERS = 100_000;
