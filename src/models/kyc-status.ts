import type { Open } from "./open";

/** The outcome of a person's identity check. */
export type KycStatus = Open<"UNVERIFIED" | "PENDING" | "APPROVED" | "REJECTED">;
