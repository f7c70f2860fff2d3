/**
 * What the blocks of the documents may use without an import. Keep it short: a complete example is better.
 */
import type { PaymentsClient, Signer, TransferOutParams } from "payments-sdk";
import type { Simulator } from "payments-sdk/simulator";
import type { Wallet } from "payments-sdk/wallet";

export declare const payments: PaymentsClient;
export declare const wallet: Wallet;
export declare const simulator: Simulator;
/** Signs with a session key of the wallet. */
export declare const signer: Signer;
export declare const baseUrl: string;
export declare const clientId: string;
export declare const clientSecret: string;
/** An embedded wallet. */
export declare const accountId: string;
/** The job of the guide to money safety. */
export declare const advance: (id: string) => Promise<number | undefined>;
/** The parameters of a method. */
export declare const params: TransferOutParams;
