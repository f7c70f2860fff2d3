import { vi } from "vitest";
/** The functions that make something, with the kind of each of their options, written by hand. */
import { PaymentsClient } from "payments-sdk";
import type { ClientOptions, ClientOverrides } from "payments-sdk";
import { nodeTransport } from "payments-sdk/node";
import type { NodeTransportOptions } from "payments-sdk/node";
import { createWalletRelay, toNodeHandler } from "payments-sdk/relay";
import type { RelayOptions } from "payments-sdk/relay";
import { browserPasskeys, indexedDbStore, Wallet } from "payments-sdk/wallet";
import type {
  BrowserPasskeysOptions,
  IndexedDbStoreOptions,
  WalletClientOptions,
  WalletRelayOptions,
} from "payments-sdk/wallet";
import { verifyWebhook, webhookRouter } from "payments-sdk/webhooks";
import type { VerifyWebhookOptions, WebhookRouterOptions } from "payments-sdk/webhooks";
import {
  all,
  anyText,
  callback,
  elsewhere,
  fine,
  flag,
  group,
  headers,
  integer,
  logger,
  methods,
  milliseconds,
  must,
  object,
  oneOf,
  required,
  SECRET,
  text,
  timerMs,
} from "./kinds";
import type { Rules } from "./kinds";

import { client, configuration } from "./doors";
import type { Door } from "./doors";

type ProxyOptions = Exclude<NonNullable<NodeTransportOptions["proxy"]>, string>;
type TlsOptions = NonNullable<NodeTransportOptions["tls"]>;
type NodeHandlerOptions = NonNullable<Parameters<typeof toNodeHandler>[1]>;
const accountId = "InternalAccount:1";

const timeout = milliseconds(1);
const hookNames = ["onRequest", "onResponse", "onRetry", "onError", "onEnd", "onResponseMismatch"];
const hooks = all(
  group("hooks", Object.fromEntries(hookNames.map((name) => [name, callback])), {
    wrong: [SECRET, 7, () => {}],
    isOpen: true,
  }),
  {
    wrong: [
      { value: [{}, { onEnd: SECRET }], at: "[1].onEnd", says: "`$` must be a function, got a string" },
      {
        value: { onMoon: SECRET },
        at: ".onMoon",
        says: `Unknown option \`$\` for \`hooks\`. Known options: ${hookNames.join(", ")}`,
      },
    ],
    fine: [[], [{}, { onEnd: () => {} }]],
  },
);

/** What `withOptions` can change. */
const overrides: Rules<Omit<ClientOverrides, "logLevel">> = {
  timeout,
  totalTimeout: timeout,
  maxRetries: integer(0),
  retryDelay: callback,
  headers,
  hooks,
  validation: oneOf("lenient", "strict", "off"),
  logger,
};
const logLevel = fine(
  must("be one of off, error, warn, info, debug (variable: PAYMENTS_LOG)", SECRET, "loud", 5, true, {}),
  ...["off", "error", "warn", "info", "debug"],
);
const shared = { ...overrides, fetch: callback, hideServiceText: flag };

const clientRules: Rules<ClientOptions> = {
  ...shared,
  logLevel,
  now: callback,
  baseUrl: required(must("be a string, got", 7, true, {}, [])),
  clientId: required(must("be a string, got", 7, true, {}, [])),
  clientSecret: required(must("be a string, got", 7, true, {}, [])),
  apiVersion: must("be a date such as 2025-10-13", SECRET, "", "2026", "latest", 5, {}),
  credentials: elsewhere,
  limits: group("limits", { concurrent: integer(1), perSecond: integer(1) }),
  allowInsecureHttp: flag,
  dangerouslyAllowBrowser: flag,
  transport: callback,
};

const certificates = must("be PEM text or its bytes", SECRET, "client.pem", 5, {}, [SECRET]);

const tlsRules: Rules<TlsOptions> = {
  ca: certificates,
  cert: elsewhere,
  key: elsewhere,
  pfx: elsewhere,
  passphrase: anyText,
};
const proxyRules: Rules<ProxyOptions> = {
  url: required(anyText),
  username: elsewhere,
  password: elsewhere,
  tls: elsewhere,
};

const walletRules: Rules<Omit<WalletClientOptions, "client" | "customerId" | "relay">> = {
  accountId: required(elsewhere),
  environment: oneOf("production", "sandbox"),
  store: must("be a store with the method `", SECRET, 5, true, {}, [], () => {}, { get: () => {} }),
  allowUnrecordedPayments: flag,
  expiryNotice: milliseconds(0),
  autoRefreshFor: milliseconds(0),
  passkeys: methods("create", "get"),
  relyingParty: object,
  registrationChallenge: callback,
  onSessionRequired: callback,
  checkPayload: callback,
  trustedIssuerKeys: elsewhere,
  codeIssuerKeys: elsewhere,
  sessionKeys: oneOf("held", "sealed"),
  allowUnpinnedIssuer: flag,
  organizationId: anyText,
  executeSignature: oneOf("stamp", "der"),
  oidcTokenMaxAge: milliseconds(0),
  logger,
  logLevel,
  now: callback,
};
const walletOfClient: Rules<Omit<WalletClientOptions, "relay">> = {
  ...walletRules,
  client: required(must("be a PaymentsClient, got", SECRET, 5, {}, { auth: {} }, { quotes: {} })),
  customerId: elsewhere,
};
const walletOfRelay: Rules<Omit<WalletRelayOptions, "client" | "customerId">> = {
  ...walletRules,
  ...shared,
  relay: required(elsewhere),
};

const relayRules: Rules<RelayOptions> = {
  client: required(must("be a PaymentsClient, got", SECRET, 5, true, {}, { request: SECRET })),
  authenticate: required(callback),
  origins: required(must("list at least one origin", SECRET, 7, {}, [])),
  nativeOrigins: elsewhere,
  topOrigins: elsewhere,
  allowAuthorization: flag,
  secret: required(
    must(
      "be at least 32 bytes, as a string or as bytes, got",
      ...[SECRET, "x".repeat(31), new Uint8Array(31), 32, true, {}, []],
    ),
  ),
  basePath: fine(
    must(
      "be a path such as /wallet, or empty, got",
      "wallet",
      "/wallet/",
      "/a/../b",
      "/a//b",
      7,
      true,
      {},
      [],
    ),
    ...["", "/wallet", "/api/v1/wallet"],
  ),
  challengeLifetime: timerMs,
  maxBodyBytes: integer(1),
  bodyTimeout: timerMs,
  authenticateTimeout: timerMs,
  limit: callback,
  senderCustomerInfo: callback,
  onEvent: callback,
  now: callback,
};

/** The generator of P-256 (SEC 2, section 2.4.2). */
const POINT = "036b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296";

const verifyRules: Rules<VerifyWebhookOptions> = {
  publicKeys: required(must("be an array with at least one key, got", SECRET, 7, {}, [])),
  headerName: must("be the name of a header, got", "X Signature", "X-Signature\n", "", 7, true, {}, []),
  maxAge: milliseconds(0),
  now: callback,
};

/** Functions that make something. */
export const constructors: readonly Door[] = [
  {
    refusal: configuration,
    owner: "PaymentsClient",
    rules: clientRules,
    needs: { baseUrl: "https://payments.test", clientId: "id", clientSecret: "secret" },
    call: (options) => new PaymentsClient(options),
    withoutOptions: "refused",
  },
  {
    refusal: configuration,
    owner: "withOptions (other options need another PaymentsClient)",
    rules: { ...overrides, logLevel } satisfies Rules<ClientOverrides>,
    call: (options) => client.withOptions(options),
    withoutOptions: "fine",
  },
  {
    refusal: configuration,
    owner: "a wallet with a `client`",
    rules: walletOfClient,
    needs: { client, accountId },
    call: (options) => new Wallet(options),
    withoutOptions: "refused",
  },
  {
    refusal: configuration,
    owner: "a wallet with a `relay`",
    rules: walletOfRelay,
    needs: { relay: "https://wallet.example/wallet", accountId },
    call: (options) => new Wallet(options),
    withoutOptions: "refused",
  },
  {
    refusal: configuration,
    owner: "indexedDbStore",
    rules: { name: text } satisfies Rules<IndexedDbStoreOptions>,
    call: (options) => indexedDbStore(options),
    withoutOptions: "fine",
  },
  {
    refusal: configuration,
    owner: "browserPasskeys",
    rules: {
      storage: fine(must("be a storage such as `sessionStorage`, or false, got", SECRET, 5, true), false),
    } satisfies Rules<BrowserPasskeysOptions>,
    call: (options) => browserPasskeys(options),
    withoutOptions: "fine",
  },
  {
    refusal: configuration,
    owner: "createWalletRelay",
    rules: relayRules,
    needs: {
      client,
      authenticate: () => undefined,
      origins: ["https://app.example"],
      secret: "0".repeat(32),
    },
    call: (options) => createWalletRelay(options),
    withoutOptions: "refused",
  },
  {
    refusal: configuration,
    owner: "toNodeHandler",
    rules: { onError: callback } satisfies Rules<NodeHandlerOptions>,
    call: (options) => toNodeHandler(() => new Response(), options),
    withoutOptions: "fine",
  },
  {
    refusal: configuration,
    owner: "nodeTransport",
    rules: {
      connections: integer(1),
      pipelining: integer(1),
      keepAlive: integer(1),
      connectTimeout: integer(1),
      proxy: group<ProxyOptions>("proxy", proxyRules, { wrong: [7, []] }),
      tls: group("tls", tlsRules),
      http2: flag,
      autoSelectFamily: flag,
    } satisfies Rules<NodeTransportOptions>,
    call: (options) => nodeTransport(options),
    withoutOptions: "fine",
  },
  {
    refusal: configuration,
    owner: "webhookRouter",
    rules: {
      ...verifyRules,
      store: methods("once"),
      onError: callback,
      approvalTimeout: milliseconds(1, 5_000),
    } satisfies Rules<WebhookRouterOptions>,
    needs: { publicKeys: [POINT] },
    call: (options) => {
      // A router without a store says so once for each process.
      const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
      try {
        return webhookRouter({}, options);
      } finally {
        warn.mockRestore();
      }
    },
    withoutOptions: "refused",
  },
  {
    refusal: configuration,
    owner: "verifyWebhook",
    rules: verifyRules,
    needs: { publicKeys: [POINT] },
    call: (options) => verifyWebhook("{}", {}, options),
  },
];
