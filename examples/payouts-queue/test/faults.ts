import type { Fault } from "payments-sdk/simulator";

export const operation = "POST /transfer-out";
const creation = "POST /platform/external-accounts";
/** What goes wrong at the service meanwhile. */
export const EVERYTHING: Fault[] = [
  { operation, kind: "reset-after", rate: 0.03 },
  { operation, kind: "reset-before", rate: 0.02 },
  { operation, kind: "truncate", rate: 0.01 },
  { operation, kind: "stall-headers", rate: 0.003 },
  { operation, kind: "status", status: 503, rate: 0.02 },
  { operation, kind: "status", status: 503, after: true, rate: 0.01 },
  { operation, kind: "status", status: 503, retryAfter: 1, rate: 0.001 },
  { operation, kind: "status", status: 429, retryAfter: 1, rate: 0.002 },
  { operation: creation, kind: "reset-after", rate: 0.01 },
  { operation: creation, kind: "status", status: 503, rate: 0.01 },
  { operation: creation, kind: "status", status: 429, retryAfter: 1, rate: 0.002 },
];
