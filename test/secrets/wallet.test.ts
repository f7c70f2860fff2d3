import { inspect } from "node:util";
import { PaymentsClient } from "payments-sdk";
import { createWalletRelay } from "payments-sdk/relay";
import type { Wallet } from "payments-sdk/wallet";
import { memoryStore } from "payments-sdk/wallet";
import { describe, expect, it } from "vitest";
import { pageOrigin, Platform } from "../relay/support";
import { FAILURES, PASSED_ON } from "./failures";
import { everyView, expectHidden, NOTATIONS, plant } from "./plant";

const OTP = "731902";

/** The actions of a wallet. The test calls each while the service fails. */
const ACTIONS: Readonly<Record<string, (wallet: Wallet, known: Known) => PromiseLike<unknown>>> = {
  "wallet.balance": (wallet) => wallet.balance(),
  "wallet.requestCode": (wallet, { credentialId }) => wallet.requestCode(credentialId),
  "wallet.signIn with a code": (wallet, { credentialId }) =>
    wallet.signIn({ type: "EMAIL_OTP", otp: OTP, credentialId }),
  "wallet.signIn with a token": (wallet, { credentialId, oidcToken }) =>
    wallet.signIn({ type: "OAUTH", oidcToken, credentialId }),
  "wallet.signIn with a passkey": (wallet) => wallet.signIn({ type: "PASSKEY" }),
  "wallet.prepareSignIn": (wallet) => wallet.prepareSignIn({ type: "PASSKEY" }),
  "wallet.credentials.register a token": (wallet, { oidcToken }) =>
    wallet.credentials.register({ type: "OAUTH", oidcToken }),
  "wallet.credentials.register a passkey": (wallet) =>
    wallet.credentials.register({ type: "PASSKEY", nickname: "Phone" }),
  "wallet.credentials.list": (wallet) => wallet.credentials.list(),
  "wallet.credentials.revoke": (wallet, { credentialId }) => wallet.credentials.revoke(credentialId),
  "wallet.sessions.list": (wallet) => wallet.sessions.list(),
  "wallet.sessions.revoke": (wallet, { sessionId }) => wallet.sessions.revoke(sessionId),
  "wallet.exportMnemonic": (wallet) => wallet.exportMnemonic(),
  "wallet.quotes.retrieve": (wallet) => wallet.quotes.retrieve("Quote:1"),
  "wallet.transactions.list": (wallet) => wallet.transactions.list(),
  "wallet.externalAccounts.list": (wallet) => wallet.externalAccounts.list(),
  "wallet.signOut": (wallet) => wallet.signOut(),
};

interface Known {
  readonly credentialId: string;
  readonly sessionId: string;
  readonly oidcToken: string;
}

/** The source of the failure: the service, always or only for signed requests, or a proxy before the relay. */
type Place = "service" | "service, when it is signed" | "proxy before the relay";

/** The secrets in a request. */
function carriedBy({ headers, body }: RequestInit): string[] {
  const stamp = new Headers(headers).get("service-wallet-signature");
  const found = stamp === null ? [] : [stamp];
  JSON.parse(typeof body === "string" ? body : "null", (name, value: unknown) => {
    const isSecret = /^(?:otp|oidcToken|signature|authenticatorData|attestationObject)$/.test(name);
    if (isSecret && typeof value === "string") found.push(value);
    return value;
  });
  return found;
}

/**
 * A page with a signed-in wallet behind a relay. `fail` makes one place fail and repeat every secret of the request. `seen` has
 * everything that hooks, logs and the relay's audit got. `planted` has the repeated secrets.
 */
async function world(failure: string, notation: string) {
  const platform = await Platform.create();
  const { ada, simulator } = platform;
  const { fetch, clientId, clientSecret, baseUrl } = simulator.clientOptions();
  const credential = Buffer.from(`${clientId}:${clientSecret}`).toString("base64");
  const cookie = "platform-session=sEcReT-cookie-77";
  const planted = new Set<string>();
  const seen: string[] = [];
  const see = (event: object) => void seen.push(inspect(event, { depth: 10, showHidden: true }));
  const log = (line: string) => void seen.push(line);
  const watched = {
    hooks: {
      onRequest: see,
      onResponse: see,
      onRetry: see,
      onError: see,
      onEnd: see,
      onResponseMismatch: see,
    },
    logger: { debug: log, info: log, warn: log, error: log },
    logLevel: "debug",
    maxRetries: 0,
  } as const;
  let place: Place | undefined;
  const broken = (url: string, init: RequestInit, secrets: string[]) => {
    const carried = [...secrets, ...carriedBy(init)];
    for (const secret of carried) planted.add(secret);
    return (FAILURES[failure] ?? expect.fail(failure))(plant([notation, "as it is"], carried))(url, init);
  };

  const client = new PaymentsClient({
    ...{ ...watched, baseUrl, clientId, clientSecret },
    fetch: async (url, init) => {
      const isSigned = new Headers(init.headers).has("service-wallet-signature");
      const fails = place === "service" || (place === "service, when it is signed" && isSigned);
      return fails
        ? broken(url, init, PASSED_ON.includes(failure) ? [] : [clientSecret, credential])
        : fetch(url, init);
    },
  });
  const relay = createWalletRelay({ ...platform.relayOptions, client, onEvent: see });
  const wallet = platform.wallet(ada, {
    ...watched,
    store: memoryStore(),
    headers: { origin: pageOrigin, cookie: ada.cookie, "x-page": cookie },
    fetch: (url, init) =>
      place === "proxy before the relay" ? broken(url, init, [cookie]) : relay(new Request(url, init)),
  });
  const { id: credentialId } = await wallet.credentials.register({ type: "EMAIL_OTP" });
  const { id: sessionId } = await wallet.signIn({ type: "EMAIL_OTP", otp: platform.code() });
  const oidcToken = simulator.issueOidcToken({ email: ada.email });
  const known = { credentialId, sessionId, oidcToken };
  const fail = (at: Place) => (place = at);
  const hidden = () => plant([notation, "as it is"], [...planted]);
  return { wallet, known, seen, planted, hidden, fail };
}

describe("a wallet, its relay and the relay's client show no secret in any log, hook or error", () => {
  const notations = Object.keys(NOTATIONS);
  const places = ["service", "service, when it is signed", "proxy before the relay"] as const;
  // Without a response, nothing is repeated.
  const cases = Object.keys(FAILURES)
    .filter((failure) => failure !== "no response in time")
    .map((failure, index) => ({
      failure,
      notation: notations[index % notations.length] ?? "as it is",
      index,
    }));

  it.each(cases)("with $failure, $notation [AUT-08]", async ({ failure, notation, index }) => {
    const { wallet, known, seen, planted, hidden, fail } = await world(failure, notation);
    for (const [at, [name, action]] of Object.entries(ACTIONS).entries()) {
      const place = places[(index + at) % places.length] ?? "service";
      fail(place);
      planted.clear();
      const error: unknown = await action(wallet, known).then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      if (error !== undefined) expectHidden(everyView(error), hidden(), `${name}: the error (${place})`);
      expectHidden(seen.splice(0).join("\n"), hidden(), `${name}: a hook or a line (${place})`);
    }
    for (const text of [OTP, known.oidcToken]) planted.add(text);
    for (const part of [wallet, wallet.credentials, wallet.sessions, wallet.session, wallet.sessions.held])
      expectHidden(everyView(part), hidden(), "the wallet");
  });
});
