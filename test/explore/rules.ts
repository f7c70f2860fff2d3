/** A rule of the wallet that a planted defect takes away. The defect replaces what the sources call by this name. */
export interface Rule {
  readonly file: string;
  /** The function or class of the rule. */
  readonly name: string;
  /** Statements at the end of the file. They replace the rule. */
  readonly code: string;
  /** The effect of the change. */
  readonly breaks: string;
  /** The search uses the scenarios with names that begin so: those that are first to reveal it. */
  readonly operation: string;
}

const rule = (file: string, name: string, operation: string, breaks: string, code: string): Rule => ({
  file: `src/${file}.ts`,
  name,
  code,
  breaks,
  operation,
});

const LOG = "wallet/payment-log";
const DATABASE = "wallet/stores/indexed-db-store";
const ABSENCE = "wallet/absence";
const RELAYED = "wallet.pay, onePage, codes, aborts, crashes, relayed";
const FAILING_STORE = "wallet.pay, onePage, narrow, aborts, crashes, relayed, failing store";
const NEWER_DATABASE = "wallet.pay, onePage, narrow, aborts, crashes, relayed, newer database";
const MOUNTED = "wallet.pay, mounted";

/** Replaces a method of a class. The code sees the old one as `before`. */
const method = (owner: string, name: string, code: string): string =>
  `{ const before = ${owner}.prototype.${name}; ${owner}.prototype.${name} = ${code}; }`;

/** Replaces a function. The code sees the old one as `before`. */
const replaced = (name: string, code: string): string => `{ const before = ${name}; ${name} = ${code}; }`;

/** The defects of the wallet that lost passkeys and paid twice, planted again. The explorer must find each. */
export const rules: readonly Rule[] = [
  rule(
    LOG,
    "PaymentLog",
    "wallet.pay, twoTabs",
    "W2: a tab keeps its own copy of the stored payments",
    method(
      "PaymentLog",
      "list",
      `async function (...given) {
        const own = (this.own ??= new Map());
        for (const row of await before.apply(this, given)) own.set(row.quoteId, row);
        return [...own.values()];
      }`,
    ),
  ),
  rule(
    "wallet/terms",
    "intentOf",
    "wallet.pay, payTwice",
    "W12: an equal payment can be made while one is unknown",
    replaced("intentOf", "() => crypto.randomUUID()"),
  ),
  rule(
    "wallet/pay",
    "pendingPayments",
    MOUNTED,
    "W13: an outcome is forgotten when it is read",
    replaced(
      "pendingPayments",
      `async (context, call) => {
        const rows = await before(context, call);
        for (const { quoteId, outcome } of rows)
          if (outcome === "executed") await context.payments.dismiss(call.operation, quoteId);
        return rows;
      }`,
    ),
  ),
  rule(
    LOG,
    "PaymentLog",
    FAILING_STORE,
    "W14: a payment is sent although its record could not be written",
    method(
      "PaymentLog",
      "add",
      "function (...given) { return before.apply(this, given).catch(() => true); }",
    ),
  ),
  rule(
    ABSENCE,
    "statesOwner",
    RELAYED,
    "W19: a relay's 404 about another person's cookie erases the record of a payment",
    replaced("statesOwner", "() => true"),
  ),
  rule(
    "wallet/execute-quote",
    "isRefused",
    RELAYED,
    "W18: a relay that refuses the browser's copy says that nothing was paid",
    replaced("isRefused", "async () => true"),
  ),
  rule(
    ABSENCE,
    "statesOwner",
    "wallet.signOut",
    "W19: a relay's 404 about another person's cookie says that a session has ended",
    replaced("statesOwner", "() => true"),
  ),
  rule(
    LOG,
    "PaymentLog",
    FAILING_STORE,
    "W21: a store that cannot be read counts as an empty list",
    method("PaymentLog", "list", "function (...given) { return before.apply(this, given).catch(() => []); }"),
  ),
  rule(
    DATABASE,
    "openVersion",
    NEWER_DATABASE,
    "W21: a store refuses the database of a later release",
    replaced("openVersion", "(name, disconnected, version = VERSION) => before(name, disconnected, version)"),
  ),
  rule(
    DATABASE,
    "openVersion",
    NEWER_DATABASE,
    "W21: an open store keeps a later release from its database",
    replaced(
      "openVersion",
      `async (...given) => {
        const database = await before(...given);
        database.onversionchange = null;
        return database;
      }`,
    ),
  ),
  rule(
    "wallet/payment-watch",
    "PaymentWatch",
    MOUNTED,
    "W12: the page still shows unknown after the payment was finished",
    method("PaymentWatch", "settle", "() => {}"),
  ),
  rule(
    "react/store",
    "WalletStore",
    MOUNTED,
    "W12: the page never repeats a load that failed",
    method("WalletStore", "retryOnChange", "() => () => {}"),
  ),
  rule(
    ABSENCE,
    "isGone",
    "wallet.signOut",
    "W20: a refusal and one list of a replica say that a new session has ended",
    replaced("isGone", "(evidence) => before({ ...evidence, thing: 'session' })"),
  ),
  rule(
    ABSENCE,
    "isGone",
    "wallet.refresh",
    "W11: a refused refresh ends the session without proof",
    replaced("isGone", "(evidence) => evidence.thing === 'session' || before(evidence)"),
  ),
  rule(
    ABSENCE,
    "isGone",
    "wallet.credentials.register",
    "W18: an earlier copy of the own request does not explain a refusal",
    replaced("isGone", "(evidence) => evidence.isNamed === true || before(evidence)"),
  ),
  rule(
    "wallet/code-problem",
    "codeProblemOf",
    "wallet.signIn",
    "W18: a used code says that nobody signed in, although an earlier copy did",
    replaced("codeProblemOf", "() => undefined"),
  ),
  rule(
    "react/store",
    "storeOf",
    MOUNTED,
    "W24: each component begins with a state of its own",
    replaced(
      "storeOf",
      `(wallet) => {
        const store = new WalletStore(wallet);
        const { progress } = wallet.payments;
        const { current } = store.payment;
        const own = () => (wallet.payments.progress === progress ? { status: "idle" } : current());
        return Object.assign(store, { payment: Object.assign(store.payment, { current: own }) });
      }`,
    ),
  ),
];
