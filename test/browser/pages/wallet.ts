import { base64urlnopad } from "@scure/base";
import { browserPasskeys, indexedDbStore, verifyStamp, Wallet } from "payments-sdk/wallet";
import type { WalletRequestOptions, WalletSession, WalletStore } from "payments-sdk/wallet";
import { storage } from "./storage";

type CodeType = "EMAIL_OTP" | "SMS_OTP";

/** The wallet of the page's user. */
export interface WalletSetup {
  accountId: string;
  trustedIssuerKey: string;
  relyingPartyId?: string;
  /** The older flow has no key for codes. */
  sessionKeys?: "held" | "sealed";
  codeIssuerKey?: string;
  /** The first write of a payment settles when the test calls `settleWrite`. */
  isStoreLate?: boolean;
}

/** What a test may know about a session. */
export interface SessionFacts {
  id: string;
  /** Of a stamp that was verified. */
  publicKey: string | undefined;
}

/** An error, as a test looks at it. */
export interface Refusal {
  name: string;
  code?: unknown;
  reason?: unknown;
  hint?: unknown;
  message: string;
}

const pay = (
  accountId: string,
  lockedCurrencyAmount: number,
  options?: WalletRequestOptions,
  confirm: () => boolean | Promise<boolean> = () => true,
) => {
  const destination = { destinationType: "ACCOUNT", accountId } as const;
  return opened().pay({ destination, lockedCurrencySide: "SENDING", lockedCurrencyAmount, confirm }, options);
};

type Bytes = Record<string, string | string[] | null>;

let wallet: Wallet | undefined;
let settleWrite: (() => void) | undefined;

/** A store that writes a payment at once, and says so late. */
function lateStore(inner: WalletStore): WalletStore {
  const put: WalletStore["put"] = async (table, key, row, condition) => {
    const isWritten = await inner.put(table, key, row, condition);
    if (table === "payments" && settleWrite === undefined)
      await new Promise<void>((resolve) => (settleWrite = resolve));
    return isWritten;
  };
  return { ...inner, put };
}

const warnings: string[] = [];
const log = (...words: unknown[]) => void warnings.push(words.map(String).join(" "));
const logger = { debug: log, info: log, warn: log, error: log };

function opened(): Wallet {
  if (wallet === undefined) throw new Error("the page has no wallet yet");
  return wallet;
}

async function factsOf(session: WalletSession | undefined): Promise<SessionFacts | undefined> {
  if (session === undefined) return undefined;
  return {
    id: session.id,
    publicKey: (await verifyStamp(await session.stamp("payload"), "payload")).publicKey,
  };
}

function refusalOf(error: unknown): Refusal {
  if (!(error instanceof Error)) return { name: "", message: String(error) };
  const { name, message } = error;
  const member = (key: string): unknown => Reflect.get(error, key);
  return { name, message, code: member("code"), reason: member("reason"), hint: member("hint") };
}

/** The error that an attempt ends with. */
async function refusal(attempt: Promise<unknown>): Promise<Refusal> {
  return attempt.then(() => ({ name: "", message: "there was no error" }), refusalOf);
}

const base64url = (bytes: ArrayBuffer) => base64urlnopad.encode(new Uint8Array(bytes));

/** What the tests of the wallet do in a page. */
export const program = {
  ...storage,

  open: (setup: WalletSetup) => {
    const { accountId, trustedIssuerKey, relyingPartyId, sessionKeys, codeIssuerKey, isStoreLate } = setup;
    const store = indexedDbStore();
    wallet = new Wallet({
      relay: "/wallet",
      accountId,
      passkeys: browserPasskeys(),
      store: isStoreLate ? lateStore(store) : store,
      relyingParty: { id: relyingPartyId },
      trustedIssuerKeys: [trustedIssuerKey],
      ...(codeIssuerKey !== undefined && { codeIssuerKeys: [codeIssuerKey] }),
      sessionKeys,
      logger,
    });
  },
  warnings: () => warnings,

  /** Lets the test know the scalar of each held key. The wallet still gets a key that cannot be exported. */
  watchKeys: () => {
    const { subtle } = crypto;
    const generateKey = subtle.generateKey.bind(subtle) as (...given: unknown[]) => Promise<CryptoKeyPair>;
    const scalars: string[] = [];
    Object.defineProperty(subtle, "generateKey", {
      value: async (algorithm: EcKeyGenParams, isExtractable: boolean, usages: KeyUsage[]) => {
        if (algorithm.name !== "ECDSA") return generateKey(algorithm, isExtractable, usages);
        const pair = await generateKey(algorithm, true, usages);
        const jwk = await subtle.exportKey("jwk", pair.privateKey);
        scalars.push(jwk.d ?? "");
        delete jwk.ext;
        const privateKey = await subtle.importKey("jwk", jwk, algorithm, isExtractable, ["sign"]);
        return { ...pair, publicKey: pair.publicKey, privateKey };
      },
    });
    const messages: string[] = [];
    const { postMessage } = BroadcastChannel.prototype;
    BroadcastChannel.prototype.postMessage = function (message: unknown) {
      messages.push(JSON.stringify(message));
      postMessage.call(this, message);
    };
    Object.assign(globalThis, { scalars, messages });
  },
  /** What held keys are made of. */
  watchedScalars: (): string[] => Reflect.get(globalThis, "scalars"),
  /** Everything that the wallet said to other tabs, to its listeners and in its log. */
  saidByWallet: (): string[] => [...(Reflect.get(globalThis, "messages") as string[]), ...warnings],

  registerEmail: async () => (await opened().credentials.register({ type: "EMAIL_OTP" })).id,
  requestCode: async (type?: CodeType) => (await opened().requestCode(type)).id,
  signInByCode: async (type: CodeType, otp: string) => factsOf(await opened().signIn({ type, otp })),
  registerSms: async () => (await opened().credentials.register({ type: "SMS_OTP" })).id,
  registerToken: async (oidcToken: string) =>
    (await opened().credentials.register({ type: "OAUTH", oidcToken })).id,
  /** Starts a sign-in with a token. Returns the nonce that the token must have. */
  askForToken: () =>
    new Promise<string>((resolve) => {
      const oidcToken = (nonce: string) =>
        new Promise<string>((giveToken) => {
          Object.assign(globalThis, { giveToken });
          resolve(nonce);
        });
      Object.assign(globalThis, { signingIn: opened().signIn({ type: "OAUTH", oidcToken }) });
    }),
  giveToken: async (oidcToken: string) => {
    (Reflect.get(globalThis, "giveToken") as (token: string) => void)(oidcToken);
    return factsOf((await Reflect.get(globalThis, "signingIn")) as WalletSession);
  },
  refresh: async () => factsOf(await opened().refresh()),
  signInByEmail: async (otp: string) => factsOf(await opened().signIn({ type: "EMAIL_OTP", otp })),
  registerPasskey: async (excludeCredentials: string[]) =>
    (await opened().credentials.register({ type: "PASSKEY", nickname: "Laptop", excludeCredentials })).id,
  signInByPasskey: async () => factsOf(await opened().signIn({ type: "PASSKEY" })),

  /** The field that the browser offers passkeys in. */
  addField: () => {
    const field = document.createElement("input");
    field.autocomplete = "username webauthn";
    document.body.append(field);
  },
  signInByAutofill: async () => factsOf(await opened().signIn({ type: "PASSKEY", mediation: "conditional" })),
  /** Offers the passkey, and leaves the offer open. Resolves when the browser has the request, or the offer has ended. */
  offerPasskey: async () => {
    const { credentials } = navigator;
    const get = credentials.get.bind(credentials);
    const asked = new Promise<void>((resolve) => {
      credentials.get = (options) => {
        credentials.get = get;
        const answer = get(options);
        resolve();
        return answer;
      };
    });
    const offered = refusal(program.signInByAutofill());
    Object.assign(globalThis, { offered });
    await Promise.race([asked, offered]);
  },
  endOfOffer: (): Promise<Refusal> => Reflect.get(globalThis, "offered"),
  /** Opens the dialog over an offer. Closes it when the offer has ended, and returns how both ended. */
  openDialogOverOffer: async () => {
    const controller = new AbortController();
    const dialog = refusal(opened().signIn({ type: "PASSKEY" }, { signal: controller.signal }));
    const offer = await program.endOfOffer();
    controller.abort(new RangeError("the page moved on"));
    return [offer, await dialog];
  },
  revokeCredential: (id: string) => opened().credentials.revoke(id),

  restore: async () => factsOf(await opened().restore()),
  // Without a check of the key, which loads a file.
  refreshOnly: async () => (await opened().refresh()).id,
  restoreOnly: async () => (await opened().restore())?.id,
  signInByPasskeyOnly: async () => (await opened().signIn({ type: "PASSKEY" })).id,
  session: () => factsOf(opened().session),
  heldSessions: () => opened().sessions.held.map(({ id }) => id),
  executeQuote: async (quoteId: string) => (await opened().executeQuote(quoteId)).status,
  exportMnemonic: () => opened().exportMnemonic(),
  revokeSession: (id: string) => opened().sessions.revoke(id),
  signOut: () => opened().signOut(),

  watchState: () => {
    const statuses: string[] = [];
    opened().subscribe(() => statuses.push(opened().state.status));
    Object.assign(globalThis, { statuses });
  },
  seenStates: (): string[] => Reflect.get(globalThis, "statuses"),

  startQuestion: (id: string, amount: number) => void pay(id, amount, {}, () => new Promise(() => {})),
  /** Starts a payment. Resolves when the customer is asked. */
  askToPay: (id: string, amount: number) =>
    new Promise<void>((asked) => {
      const confirm = () =>
        new Promise<boolean>((answer) => {
          Object.assign(globalThis, { answer });
          asked();
        });
      Object.assign(globalThis, { paying: pay(id, amount, { maxRetries: 0 }, confirm) });
    }),
  /** The customer confirms. Resolves to the status of the quote, or to the error. */
  confirmPayment: async (): Promise<string | Refusal> => {
    (Reflect.get(globalThis, "answer") as (isConfirmed: boolean) => void)(true);
    const paying = Reflect.get(globalThis, "paying") as ReturnType<typeof pay>;
    return paying.then((quote) => quote?.status ?? "declined", refusalOf);
  },
  paymentStatus: () => opened().payments.progress.status,
  pay: async (accountId: string, amount: number) => (await pay(accountId, amount))?.status,
  failToPay: (accountId: string, amount: number) => refusal(pay(accountId, amount, { maxRetries: 0 })),
  pendingOutcomes: async () => (await opened().pending()).map(({ outcome }) => outcome),
  finishPending: async () => {
    const [payment] = await opened().pending();
    if (payment?.outcome !== "unknown") throw new Error("nothing to finish");
    return (await payment.finish()).status;
  },
  failToFinish: async () => {
    const [payment] = await opened().pending();
    if (payment?.outcome !== "unknown") throw new Error("nothing to finish");
    return refusal(payment.finish({ maxRetries: 0 }));
  },
  isWriteLate: () => settleWrite !== undefined,
  settleWrite: () => settleWrite?.(),
  /** A page without HTTPS has no Web Locks. */
  removeLocks: () => void Object.defineProperty(navigator, "locks", { value: undefined }),
  /** How many tabs wait for a lock. */
  waitingForLocks: async () => (await navigator.locks.query()).pending?.length,
  dismissPending: async () => {
    for (const payment of await opened().pending()) await payment.dismiss();
  },

  failToRestore: () => refusal(opened().restore()),
  failToRegisterPasskey: (excludeCredentials: string[]) =>
    refusal(program.registerPasskey(excludeCredentials)),
  failToSignInByPasskey: () => refusal(program.signInByPasskey()),
  failToSignInByCode: (otp: string) => refusal(opened().signIn({ type: "EMAIL_OTP", otp })),
  failToExecuteQuote: (quoteId: string) => refusal(opened().executeQuote(quoteId)),

  /** Opens two dialogs, and closes the first. */
  openTwoDialogs: async () => {
    const controller = new AbortController();
    const [first, second] = await Promise.all([
      opened().prepareSignIn({ type: "PASSKEY" }),
      opened().prepareSignIn({ type: "PASSKEY" }),
    ]);
    const open = refusal(opened().signIn(first, { signal: controller.signal }));
    const beside = await refusal(opened().signIn(second));
    controller.abort(new RangeError("the page moved on"));
    return [beside, await open];
  },

  loadedScripts: () =>
    performance.getEntriesByType("resource").filter(({ name }) => name.endsWith(".js")).length,

  /** Records what the browser returns to the page, byte for byte. */
  watchPasskeys: () => {
    const { credentials } = navigator;
    const given: Bytes[] = [];
    for (const name of ["create", "get"] as const) {
      const original = credentials[name].bind(credentials);
      credentials[name] = async (options: CredentialCreationOptions & CredentialRequestOptions) => {
        const credential = await original(options);
        if (credential instanceof PublicKeyCredential) {
          const { rawId, response } = credential;
          const bytes: Bytes = {
            rawId: base64url(rawId),
            clientDataJSON: base64url(response.clientDataJSON),
          };
          if (response instanceof AuthenticatorAttestationResponse) {
            bytes["attestationObject"] = base64url(response.attestationObject);
            bytes["transports"] = response.getTransports();
          }
          if (response instanceof AuthenticatorAssertionResponse) {
            bytes["authenticatorData"] = base64url(response.authenticatorData);
            bytes["signature"] = base64url(response.signature);
            bytes["userHandle"] = response.userHandle && base64url(response.userHandle);
          }
          given.push(bytes);
        }
        return credential;
      };
    }
    Object.assign(globalThis, { given });
  },
  givenPasskeys: (): Bytes[] => Reflect.get(globalThis, "given"),

  /** What a strict policy forbids: code from text, and markup from text. The names of the errors. */
  breakPolicy: () =>
    [() => new Function("return 1"), () => (document.body.innerHTML = "<b>text</b>")].map((attempt) => {
      try {
        attempt();
        return "allowed";
      } catch (error) {
        return error instanceof Error ? error.name : "not an error";
      }
    }),

  removeAbortHelpers: () => {
    Reflect.deleteProperty(AbortSignal, "any");
    Reflect.deleteProperty(AbortSignal, "timeout");
  },
};

export type WalletProgram = typeof program;
Object.assign(globalThis, { program });
