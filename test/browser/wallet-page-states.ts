import type { Route } from "playwright-core";
import type { Person, WalletPage } from "./wallet-page-support";

/** A way through the page, as a person would go; `states` names all that it stops at. */
export interface Walk {
  readonly title: string;
  readonly states: readonly string[];
  run(person: Person, wallet: WalletPage, at: (state: string) => Promise<void>): Promise<void>;
}

const EXECUTE = "POST /quotes/{quoteId}/execute";

const gettingIn: Walk = {
  title: "getting in",
  states: [
    "welcome",
    "welcome-mistake",
    "platform-sign-in",
    "first-credential",
    "passkey-hanging",
    "sign-in",
    "overview-empty",
    "send-empty-wallet",
    "confirm-email",
    "wrong-code",
    "security",
    "remove-credential",
    "recovery-phrase-warning",
    "recovery-phrase",
    "enter-code",
  ],
  async run(ada, _wallet, at) {
    await ada.sees("A wallet that only you can open");
    await at("welcome");
    await ada.presses("Create wallet");
    await ada.reads("Enter your name.");
    await at("welcome-mistake");
    await ada.presses("I have a wallet");
    await ada.sees("Sign in to Alder");
    await at("platform-sign-in");
    await ada.presses("Back");
    await ada.createsWallet();
    await at("first-credential");
    await ada.authenticator.setPresent(false);
    await ada.presses("Create a passkey");
    await ada.page.getByRole("button", { name: "Cancel" }).waitFor();
    await at("passkey-hanging");
    await ada.presses("Cancel");
    await ada.authenticator.setPresent(true);
    await ada.registersPasskey();
    await at("sign-in");
    await ada.signsInWithPasskey();
    await ada.reads("0.00 USDC");
    await at("overview-empty");
    await ada.opens("Send");
    await ada.reads("Your wallet is empty");
    await at("send-empty-wallet");
    await ada.opens("Security");
    await ada.presses("Add e-mail");
    await ada.sees("Confirm your e-mail");
    const code = await ada.codeInInbox();
    await at("confirm-email");
    await ada.fills("Code", code === "111111" ? "222222" : "111111");
    await ada.presses("Confirm");
    await ada.reads("This is not the code that we sent");
    await at("wrong-code");
    await ada.fills("Code", code);
    await ada.presses("Confirm");
    await ada.reads("E-mail is now a second way to sign in.");
    await ada.page.getByRole("region", { name: "Signed-in devices" }).getByRole("listitem").first().waitFor();
    await at("security");
    await ada.presses(/^Remove Passkey/);
    await ada.page.getByRole("dialog").waitFor();
    await at("remove-credential");
    await ada.page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    await ada.follows("Show the recovery phrase");
    await ada.sees("Recovery phrase");
    await at("recovery-phrase-warning");
    await ada.page.getByLabel("I am alone").check();
    await ada.presses("Show recovery phrase");
    await ada.page.getByRole("list", { name: "Recovery phrase" }).waitFor();
    await at("recovery-phrase");
    await ada.presses("Sign out");
    await ada.sees("Sign in");
    await ada.presses("E-mail me a code");
    await ada.sees("Check your e-mail");
    await ada.codeInInbox();
    await at("enter-code");
  },
};

const paying: Walk = {
  title: "paying",
  states: [
    "add-money",
    "send",
    "new-payee",
    "send-unclear-amount",
    "review",
    "sent",
    "overview",
    "receipt",
    "quote-expired",
    "payment-unknown",
    "payment-made",
    "payment-pending",
    "payment-refused",
    "payment-unreadable",
  ],
  async run(ada, { simulator }, at) {
    await ada.joins();
    await ada.opens("Add money");
    await ada.page.getByLabel("100.00 USDC").waitFor();
    await at("add-money");
    await ada.addsMoney("500.00 USDC");
    await ada.opens("Send");
    await ada.page.getByLabel("Amount").waitFor();
    await at("send");
    await ada.follows("Pay somebody else");
    await ada.page.getByLabel("How do they get the money?").selectOption("EUR");
    await at("new-payee");
    await ada.follows("Cancel");
    await ada.page.getByLabel("Amount").waitFor();
    await ada.fills("Amount", "1.000");
    await ada.presses("Review payment");
    await ada.reads("can be read in two ways");
    await at("send-unclear-amount");
    await ada.reviewsPayment("Studio Brandt", "120.5", "Poster prints for the show in May");
    await at("review");
    await ada.presses("Sign and send");
    await ada.sees("Payment sent");
    await at("sent");
    await ada.follows("Done");
    await ada.page.getByRole("link", { name: /Studio Brandt/ }).waitFor();
    await ada.reads("379.50 USDC");
    await at("overview");
    await ada.follows(/Studio Brandt/);
    await ada.page.locator("dl").waitFor();
    await at("receipt");
    await ada.reviewsPayment("Grace Hopper", "3");
    await simulator.clock.advance("3m");
    await ada.presses("Sign and send");
    await ada.sees("Quote expired");
    await at("quote-expired");
    await ada.reviewsPayment("Grace Hopper", "4");
    simulator.faults.add({ operation: EXECUTE, kind: "reset-before", times: 10 });
    await ada.presses("Sign and send");
    await ada.reads("We do not know yet whether the payment was made.");
    await ada.reads("379.50 USDC");
    await at("payment-unknown");
    simulator.faults.clear();
    await ada.presses("Finish payment");
    await ada.reads("The payment was made.");
    await ada.reads("375.50 USDC");
    await at("payment-made");
    await ada.presses("Dismiss");
    const isPending = async (route: Route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), status: "PENDING" } });
    };
    await ada.reviewsPayment("Grace Hopper", "5");
    await ada.page.route(/\/wallet\/quotes\/./, isPending);
    await ada.presses("Sign and send");
    await ada.readsPayment("Your payment of 5.00 USDC", "We do not know yet whether the payment was made.");
    await at("payment-pending");
    await ada.page.unroute(/\/wallet\/quotes\/./);
    await ada.presses("Dismiss");
    // Another tab spends the money while this one asks.
    await ada.reviewsPayment("Grace Hopper", "300");
    const other = await ada.another();
    await other.reviewsPayment("Grace Hopper", "301");
    await other.presses("Sign and send");
    await other.sees("Payment sent");
    await other.opens("Overview");
    await other.page.close();
    await ada.presses("Sign and send");
    await ada.reads("too little money");
    await at("payment-refused");
    await ada.reviewsPayment("Grace Hopper", "7");
    simulator.faults.add({ operation: EXECUTE, kind: "reset-before", times: 10 });
    await ada.presses("Sign and send");
    await ada.reads("We do not know yet whether the payment was made.");
    simulator.faults.add({ operation: "GET /quotes/{quoteId}", kind: "status", status: 503 });
    await ada.tab.reload();
    await ada.readsPayment("Your payment of 7.00 USDC to Grace Hopper", "We cannot see this payment now.");
    await at("payment-unreadable");
    simulator.faults.clear();
  },
};

const troubles: Walk = {
  title: "troubles",
  states: [
    "service-down",
    "rate-limit",
    "offline",
    "platform-sign-in-lost",
    "other-user",
    "session-expiring",
    "sign-in-again",
    "session-expired",
  ],
  async run(ada, wallet, at) {
    const { simulator } = wallet;
    await ada.createsWallet();
    await ada.registersPasskey();
    await ada.signsInWithPasskey();
    await ada.opens("Security");
    simulator.faults.add({ operation: /^GET /, kind: "status", status: 503 });
    await ada.opens("Overview");
    await ada.reads("The wallet has a problem.");
    await ada.reads("Could not load the balance.");
    await ada.reads("Could not load the activity.");
    await at("service-down");
    simulator.faults.clear();
    await ada.reads("0.00 USDC");
    simulator.faults.add({ operation: "GET /transactions", kind: "status", status: 429, retryAfter: 20 });
    await ada.opens("Overview");
    await ada.page.locator(".banner").getByText("Too many requests").first().waitFor();
    await ada.reads("0.00 USDC");
    await at("rate-limit");
    simulator.faults.clear();
    await ada.opens("Security");
    await ada.page.context().setOffline(true);
    await ada.opens("Overview");
    await ada.page.locator(".banner").getByText("You are offline").first().waitFor();
    await at("offline");
    await ada.page.context().setOffline(false);
    await ada.reads("0.00 USDC");
    const cookies = await ada.page.context().cookies();
    await ada.page.context().clearCookies();
    // By its address: a list that is still loading may get the 401 first, and then the links are gone.
    await ada.page.evaluate(() => {
      location.hash = "#/security";
    });
    await ada.sees("You are signed out");
    await at("platform-sign-in-lost");
    await ada.page.context().addCookies(cookies);
    await ada.tab.reload();
    await ada.sees("Security");
    const bob = await wallet.visit();
    await bob.createsWallet("Bob", "bob@example.com");
    await ada.page.context().addCookies(await bob.page.context().cookies());
    await ada.page.evaluate(() => {
      location.hash = "#/";
    });
    await ada.sees("Somebody else is signed in");
    await at("other-user");
    await ada.page.context().addCookies(cookies);
    await ada.tab.reload();
    await ada.opens("Security");
    await ada.sees("Security");
    await simulator.clock.advance("14m");
    await ada.opens("Overview");
    await ada.reads(/Your session ends in/);
    await ada.reads("0.00 USDC");
    await at("session-expiring");
    await ada.presses("Sign in again");
    await ada.sees("Sign in again");
    await at("sign-in-again");
    await ada.presses("Back");
    await simulator.clock.advance("2m");
    // The page may notice by itself, and then the links are gone.
    await ada.page.evaluate(() => {
      location.hash = "#/security";
    });
    await ada.sees("Your session has ended");
    await ada.page.getByRole("button", { name: "Sign in with passkey" }).waitFor();
    await at("session-expired");
  },
};

/** Every state of the page: for the pictures, and for the tests that hold in each. */
export const walks: readonly Walk[] = [gettingIn, paying, troubles];
