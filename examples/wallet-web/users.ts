import { isPaymentsError } from "payments-sdk";
import type { ExternalAccountCreateParams, PaymentsClient } from "payments-sdk";
import type { Simulator } from "payments-sdk/simulator";
import type { InboxMessage, Payee, UserInfo } from "./shared";
import { MOST_FUNDING } from "./shared";

/** A user with a cookie, and their customer at the service. */
export interface User {
  readonly customerId: string;
  readonly info: UserInfo;
}

/** The user's input is not valid. The message is for the user. */
export class UserError extends Error {}

/** The maximum of payees for a user. */
const MOST_PAYEES = 100;

const FRIEND = { fullName: "Grace Hopper", umaAddress: "$grace@alder.example" };

function textOf(body: unknown, field: string): string {
  const value: unknown = typeof body === "object" && body !== null ? Reflect.get(body, field) : undefined;
  return typeof value === "string" ? value.trim() : "";
}

/**
 * The platform's users, by the value of their cookie. Each user has one demo customer with one wallet. A real platform has
 * its own sign-in here.
 */
export class Users {
  readonly #payments: PaymentsClient;
  readonly #simulator: Simulator;
  readonly #byToken = new Map<string, User>();
  #friend: Promise<unknown> | undefined;

  constructor(payments: PaymentsClient, simulator: Simulator) {
    this.#payments = payments;
    this.#simulator = simulator;
  }

  find(token: string | undefined): User | undefined {
    return token === undefined ? undefined : this.#byToken.get(token);
  }

  /**
   * Signs in a known user. A real platform asks for more than an address.
   *
   * @returns the user, and the token for their cookie
   * @throws {UserError} when no user has the address
   */
  signIn(body: unknown): { token: string; user: User } {
    const email = textOf(body, "email");
    const user = [...this.#byToken.values()].findLast(({ info }) => info.email === email);
    if (user === undefined) throw new UserError("There is no wallet with this address.");
    const token = crypto.randomUUID();
    this.#byToken.set(token, user);
    return { token, user };
  }

  /**
   * Creates a wallet for a new user, with people to pay.
   *
   * @returns the user, and the token for their cookie
   * @throws {UserError} when the name or the address is not valid
   */
  async create(body: unknown): Promise<{ token: string; user: User }> {
    const name = textOf(body, "name");
    const email = textOf(body, "email");
    if (name === "" || name.length > 80) throw new UserError("Enter a name of at most 80 characters.");
    if (!/^[^\s@]{1,64}@[^\s@]{1,190}$/.test(email)) throw new UserError("Enter an e-mail address.");
    const customer = await this.#payments.customers.create({
      customerType: "INDIVIDUAL",
      region: "US",
      currencies: ["USD"],
      fullName: name,
      email,
    });
    const customerId = customer.id ?? "";
    const wallet = await this.#payments.internalAccounts.findWallet(customerId);
    if (wallet === undefined) throw new Error("the service opened no wallet for the customer");
    const info = {
      name,
      email,
      accountId: wallet.id,
      payees: await this.#payees(customerId),
      trustedIssuerKeys: [this.#simulator.walletExportIssuerKey],
      codeIssuerKeys: [this.#simulator.oneTimeCodeIssuerKey],
      organizationId: this.#simulator.organizationId,
    };
    const token = crypto.randomUUID();
    const user = { customerId, info };
    this.#byToken.set(token, user);
    return { token, user };
  }

  /**
   * Simulates a bank transfer into the wallet.
   *
   * @throws {UserError} when the amount is not valid
   */
  async fund({ customerId, info }: User, body: unknown): Promise<void> {
    const amount: unknown =
      typeof body === "object" && body !== null ? Reflect.get(body, "amount") : undefined;
    if (typeof amount !== "number" || !Number.isSafeInteger(amount) || amount < 1 || amount > MOST_FUNDING) {
      throw new UserError("Choose an amount of at most 10,000.");
    }
    const quote = await this.#payments.quotes.create({
      source: { sourceType: "REALTIME_FUNDING", currency: "USD", customerId },
      destination: { destinationType: "ACCOUNT", accountId: info.accountId },
      lockedCurrencySide: "RECEIVING",
      lockedCurrencyAmount: amount,
    });
    this.#simulator.payQuote(quote.id);
  }

  /**
   * Adds a payee of the user.
   *
   * @throws {UserError} when nobody has the address, or the service refuses the account
   */
  async addPayee({ customerId, info }: User, body: unknown): Promise<Payee> {
    if (info.payees.length >= MOST_PAYEES) throw new UserError("You have too many payees.");
    const payee = await this.#payeeOf(customerId, body).catch((error: unknown) => {
      const isTheirs = isPaymentsError(error) && error.outcome === "not-executed" && error.advice === "fix";
      throw isTheirs ? new UserError("Nobody can be paid there. Check what you entered.") : error;
    });
    info.payees.push(payee);
    return payee;
  }

  async #payeeOf(customerId: string, body: unknown): Promise<Payee> {
    const id = crypto.randomUUID();
    const umaAddress = textOf(body, "umaAddress");
    if (umaAddress !== "") {
      await this.#payments.receivers.lookupUma(umaAddress, { customerId });
      return {
        id,
        name: umaAddress,
        detail: "UMA address",
        destination: { destinationType: "UMA_ADDRESS", umaAddress },
      };
    }
    const { currency, accountInfo } = Object(body) as ExternalAccountCreateParams; // The service checks it.
    const account = await this.#payments.externalAccounts.create({ customerId, currency, accountInfo });
    const destination = { destinationType: "ACCOUNT", accountId: account.id } as const;
    const owner: unknown = Reflect.get(accountInfo, "beneficiary");
    const name = textOf(owner, "fullName") || textOf(owner, "legalName");
    return { id, name, detail: `Bank account in ${currency}`, destination };
  }

  /** The emails to this user's wallet, newest first. */
  inbox({ info }: User): InboxMessage[] {
    return this.#simulator.outbox.list
      .filter(({ accountId }) => accountId === info.accountId)
      .map(({ subject, text, at }) => ({ subject, text, at }))
      .reverse();
  }

  async #payees(customerId: string): Promise<Payee[]> {
    this.#friend ??= this.#payments.customers.create({
      customerType: "INDIVIDUAL",
      region: "US",
      currencies: ["USD"],
      ...FRIEND,
    });
    const { externalAccounts } = this.#payments;
    const [landlord, studio] = await Promise.all([
      externalAccounts.create({
        customerId,
        currency: "USD",
        accountInfo: {
          accountType: "USD_ACCOUNT",
          accountNumber: "000123456789",
          routingNumber: "021000021",
          beneficiary: { beneficiaryType: "BUSINESS", legalName: "Elm Street Rentals" },
        },
      }),
      externalAccounts.create({
        customerId,
        currency: "EUR",
        accountInfo: {
          accountType: "EUR_ACCOUNT",
          iban: "DE89370400440532013000",
          beneficiary: { beneficiaryType: "BUSINESS", legalName: "Studio Brandt" },
        },
      }),
      this.#friend,
    ]);
    return [
      {
        id: "friend",
        name: FRIEND.fullName,
        detail: FRIEND.umaAddress,
        destination: { destinationType: "UMA_ADDRESS", umaAddress: FRIEND.umaAddress },
      },
      {
        id: "landlord",
        name: "Elm Street Rentals",
        detail: "US bank account ending in 6789",
        destination: { destinationType: "ACCOUNT", accountId: landlord.id },
      },
      {
        id: "studio",
        name: "Studio Brandt",
        detail: "Euro account ending in 3000",
        destination: { destinationType: "ACCOUNT", accountId: studio.id },
      },
    ];
  }
}
