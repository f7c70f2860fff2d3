import type { Open } from "./open";

/** Outcome of the identity check of a person. */
export type KycStatus = Open<"UNVERIFIED" | "PENDING" | "APPROVED" | "REJECTED">;
