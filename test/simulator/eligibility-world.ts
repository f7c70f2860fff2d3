import type { AuthMethod, Quote } from "payments-sdk";
import { magicSignature } from "../support/parts";
import { World } from "../support/world";
import type { ApiResponse, Payer } from "../support/world";

export type Party = "customer" | "external account" | "quote";

/** The states of each kind of party. */
export const states = {
  customer: [
    "customer UNVERIFIED",
    "customer PENDING",
    "customer APPROVED",
    "customer REJECTED",
    "customer deleted",
  ],
  "external account": [
    "external account PENDING",
    "external account ACTIVE",
    "external account UNDER_REVIEW",
    "external account INACTIVE",
    "external account deleted",
  ],
  quote: ["quote PENDING", "quote PROCESSING", "quote COMPLETED", "quote FAILED", "quote EXPIRED"],
} as const satisfies Record<Party, readonly string[]>;

export type PartyState = (typeof states)[Party][number];

/** The body of a quote from one side to the other. */
export function quoteOf(from: object, to: object) {
  const { destinationType: _, ...source } = from as Record<string, unknown>;
  const { sourceType: __, ...destination } = to as Record<string, unknown>;
  return { source, destination, lockedCurrencySide: "SENDING", lockedCurrencyAmount: 1000 };
}

/** The party with the changing state, and all objects that an operation may name. */
export class EligibilityWorld {
  readonly service = new World({ approval: { mode: "manual" } });
  party: Payer = { id: "", platformCustomerId: "", umaAddress: "", accounts: {}, wallet: "" };
  /** The party's external account. */
  external = "";
  quote: Quote | undefined;

  async open(currency: "USD" | "EUR"): Promise<void> {
    this.party = await this.service.customer(["USD", "EUR"], {
      customerType: "BUSINESS",
      businessInfo: { legalName: "Analytical Engines Inc.", registrationNumber: "5523041" },
      email: "owner@example.com",
      fullName: undefined,
    });
    await this.service.fund(this.usd, 100_000);
    const more = { customerId: this.party.id, defaultUmaDepositAccount: true };
    this.external = await this.service.external(currency, "000", more);
  }

  get usd(): string {
    return this.party.accounts["USD"] ?? "";
  }

  async put(state: PartyState): Promise<void> {
    const { simulator } = this.service;
    const name = state.slice(state.lastIndexOf(" ") + 1);
    switch (state) {
      case "customer deleted":
        simulator.markDeleted(this.party.id);
        break;
      case "external account deleted":
        await this.service.must("DELETE", `/customers/external-accounts/${this.external}`);
        break;
      case "external account PENDING":
      case "external account ACTIVE":
      case "external account UNDER_REVIEW":
      case "external account INACTIVE":
        simulator.setExternalAccountStatus(
          this.external,
          state.slice("external account ".length) as "PENDING", // one of the four above
        );
        break;
      default:
        if (state.startsWith("quote ")) {
          const { id } = await this.service.transactionOf(this.quote ?? { id: "" });
          if (name !== "PENDING") simulator.setTransactionStatus(id, name);
        } else {
          const body = { customerType: "BUSINESS", kycStatus: name };
          await this.service.must("PATCH", `/customers/${this.party.id}`, body);
        }
    }
  }

  async createQuote(from: object, to: object): Promise<Quote> {
    this.quote = await this.service.quote(quoteOf(from, to));
    return this.quote;
  }

  /** The first credential of the party's wallet, with a mailed code. */
  credential(): Promise<AuthMethod> {
    return this.service.registerEmail(this.party.wallet);
  }

  upload(method: string, path: string): Promise<ApiResponse> {
    const body = new FormData();
    body.append("file", new File([new Uint8Array(3)], "passport.pdf", { type: "application/pdf" }));
    body.append("documentHolder", this.party.id);
    body.append("documentType", "PASSPORT");
    body.append("country", "US");
    return this.service.send(method, path, { body });
  }

  /** Both requests of a signed retry. The initial one runs now, and the function runs the signed one. */
  async signed(method: string, path: string, body: unknown): Promise<() => Promise<ApiResponse>> {
    const { requestId } = await this.service.begin(method, path, body);
    return () => this.service.complete(method, path, requestId, magicSignature, body);
  }
}
