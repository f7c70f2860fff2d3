/** What the examples of doc comments may use in addition to `names.ts` and the public names of the package. */
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import type {
  AccountInfoParams,
  ApiToken,
  BulkImportAccepted,
  Customer,
  ExternalAccount,
  InternalAccount,
  missingPayerData,
  PersonalInfoParams,
  Quote,
  QuoteCreateParams,
  ReceiverLookup,
  Session,
  SignedRetryChallenge,
  Signer,
  Transaction,
  UmaInvitation,
  UploadedDocument,
  Verification,
  WalletExport,
} from "payments-sdk";
import type { WebhookEvent, WebhookEventOf } from "payments-sdk/webhooks";
import type { RelayOptions, RelayUser } from "payments-sdk/relay";
import type { ClientKeyPair, SessionKey, StoredSessionKey, WalletSession } from "payments-sdk/wallet";

type CustomerInfoFieldName = ReturnType<typeof missingPayerData>[number];
type IncomingPaymentEvent = WebhookEventOf<"INCOMING_PAYMENT.PENDING">;

export declare const account: ExternalAccount;
export declare const accountInfo: AccountInfoParams;
export declare const bankAccount: ExternalAccount;
/** An account of the type INTERNAL_FIAT. */
export declare const balance: InternalAccount;
export declare const business: Customer;
export declare const bytes: Uint8Array<ArrayBuffer>;
export declare const challenge: SignedRetryChallenge;
export declare const ciphertext: Uint8Array;
export declare const clientPublicKey: string;
export declare const code: string;
export declare const credential: { id: string };
export declare const customer: Customer;
export declare const destinationAddress: string;
export declare const document: UploadedDocument;
export declare const encapsulatedKey: Uint8Array;
export declare const file: Blob;
export declare const header: string;
export declare const invitation: UmaInvitation;
export declare const issuerKey: string;
export declare const job: BulkImportAccepted;
export declare const keyPair: ClientKeyPair;
export declare const lookup: ReceiverLookup;
export declare const lostPhone: { id: string };
export declare const mnemonic: string;
export declare const month: string;
/** For a passkey registration, from your backend. */
export declare const optionsJSON: PublicKeyCredentialCreationOptionsJSON;
export declare const otp: string;
export declare const owner: { id: string };
export declare const passkey: { id: string };
export declare const payment: IncomingPaymentEvent["data"];
export declare const personalInfo: PersonalInfoParams;
export declare const privateKeyHex: string;
export declare const publicKeys: string[];
export declare const quote: Quote;
export declare const quoteParams: QuoteCreateParams;
export declare const rawEvent: string;
export declare const relay: (request: Request) => Promise<Response>;
export declare const requestId: string;
/** For a passkey sign-in. */
export declare const requestOptions: PublicKeyCredentialRequestOptionsJSON;
export declare const row: { employeeId: string };
export declare const sealed: WalletExport;
export declare const secret: string;
export declare const senderCustomerInfo: Record<string, string>;
export declare const session: Session;
export declare const sessionKey: SessionKey;
export declare const signer: Signer;
export declare const storedKey: StoredSessionKey;
export declare const token: ApiToken;
export declare const transaction: Transaction;
export declare const verification: Verification;
export declare const walletSession: WalletSession;

// The parts of an application.
export declare const button: HTMLButtonElement;
export declare const options: RelayOptions;
export declare const redis: {
  set(key: string, value: number, options: { PX: number; NX: true }): Promise<unknown>;
  incr(key: string): Promise<number>;
};
export declare const app: {
  use(path: string, handler: unknown): void;
  all(path: string, handler: (context: { req: { raw: Request } }) => Promise<Response>): void;
  post(path: string, handler: (request: Request) => Promise<Response>): void;
};
export declare function ask(about: Quote | CustomerInfoFieldName): Promise<never>;
export declare function findUser(cookie: string | null): Promise<RelayUser | undefined>;
export declare function handler(request: Request): Promise<Response>;
export declare function markPaid(transactionId: string): Promise<void>;
export declare const event: WebhookEvent;
