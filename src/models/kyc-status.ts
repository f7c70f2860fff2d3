import type { Open } from "./open";

/** Outcome of the identity check of a person (specification, "Customer"). */
export type KycStatus = Open<"UNVERIFIED" | "PENDING" | "APPROVED" | "REJECTED">;
