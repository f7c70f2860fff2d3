import { VirtualClock } from "./clock";
import { EventLog } from "./events";
import type { ResolvedOptions } from "./options";
import { Outbox } from "./outbox";
import { notFound } from "./problem";
import { SeededRandom } from "./random";
import type { BeneficialOwnerRecord } from "./state/beneficial-owners";
import type { ChallengeRecord } from "./state/challenges";
import type { CredentialRecord } from "./state/credentials";
import type { CustomerRecord } from "./state/customers";
import type { DocumentRecord } from "./state/documents";
import type { ExternalAccountRecord } from "./state/external-accounts";
import { internalAccountBody, openPlatformAccounts } from "./state/internal-accounts";
import type { InternalAccountRecord } from "./state/internal-accounts";
import { Ledger } from "./state/ledger";
import type { LookupRecord } from "./state/lookups";
import type { QuoteRecord } from "./state/quotes";
import type { SessionRecord } from "./state/sessions";
import type { TransactionRecord } from "./state/transactions";
import type { VerificationRecord } from "./state/verifications";
import { WalletAuthority } from "./wallet/authority";

function found<T>(records: ReadonlyMap<string, T>, kind: string, id: string): T {
  const record = records.get(id);
  if (record === undefined) throw notFound(kind, id);
  return record;
}

/** What stays when the service starts over, so that whoever watches keeps watching. */
export interface Surroundings {
  clock: VirtualClock;
  random: SeededRandom;
  events: EventLog;
  outbox: Outbox;
}

export function createSurroundings(options: ResolvedOptions): Surroundings {
  const clock = new VirtualClock(options.startMs);
  const random = new SeededRandom(options.seed);
  return { clock, random, events: new EventLog(clock, random), outbox: new Outbox() };
}

/** Everything that the simulated service knows. */
export class World {
  readonly options: ResolvedOptions;
  readonly clock: VirtualClock;
  readonly random: SeededRandom;
  readonly events: EventLog;
  readonly outbox: Outbox;
  /** Announces each change of an internal account's balance once per posting (EVT-02). */
  readonly ledger = new Ledger((accountId) => {
    this.#balanceChanged(accountId);
  });

  readonly customers = new Map<string, CustomerRecord>();
  /** The customer's id by UMA address and by the platform's own identifier. */
  readonly umaAddresses = new Map<string, string>();
  readonly platformCustomerIds = new Map<string, string>();
  readonly internalAccounts = new Map<string, InternalAccountRecord>();
  readonly externalAccounts = new Map<string, ExternalAccountRecord>();
  readonly verifications = new Map<string, VerificationRecord>();
  readonly beneficialOwners = new Map<string, BeneficialOwnerRecord>();
  readonly documents = new Map<string, DocumentRecord>();
  readonly lookups = new Map<string, LookupRecord>();
  readonly quotes = new Map<string, QuoteRecord>();
  readonly transactions = new Map<string, TransactionRecord>();
  readonly credentials = new Map<string, CredentialRecord>();
  readonly sessions = new Map<string, SessionRecord>();
  /** By request id. */
  readonly challenges = new Map<string, ChallengeRecord>();

  readonly #accountsByOwner = new Map<string | null, InternalAccountRecord[]>();

  /** The service's own keys for embedded wallets. */
  readonly walletAuthority: WalletAuthority;

  /** The `customerId` of transactions that belong to no customer (OP-59). */
  readonly platformId: string;

  constructor(options: ResolvedOptions, surroundings: Surroundings = createSurroundings(options)) {
    this.options = options;
    this.clock = surroundings.clock;
    this.random = surroundings.random;
    this.events = surroundings.events;
    this.outbox = surroundings.outbox;
    this.walletAuthority = new WalletAuthority(options, this.clock);
    this.platformId = options.platformId ?? this.random.id("Platform");
    openPlatformAccounts(this);
  }

  /** @throws {Problem} 404 */
  customer(id: string): CustomerRecord {
    return found(this.customers, "Customer", id);
  }

  /** @throws {Problem} 404 */
  internalAccount(id: string): InternalAccountRecord {
    return found(this.internalAccounts, "InternalAccount", id);
  }

  /** @throws {Problem} 404 */
  externalAccount(id: string): ExternalAccountRecord {
    return found(this.externalAccounts, "ExternalAccount", id);
  }

  /** @throws {Problem} 404 */
  verification(id: string): VerificationRecord {
    return found(this.verifications, "Verification", id);
  }

  /** @throws {Problem} 404 */
  beneficialOwner(id: string): BeneficialOwnerRecord {
    return found(this.beneficialOwners, "BeneficialOwner", id);
  }

  /** @throws {Problem} 404 */
  document(id: string): DocumentRecord {
    return found(this.documents, "Document", id);
  }

  /** @throws {Problem} 404 */
  quote(id: string): QuoteRecord {
    return found(this.quotes, "Quote", id);
  }

  /** @throws {Problem} 404 */
  transaction(id: string): TransactionRecord {
    return found(this.transactions, "Transaction", id);
  }

  /** @throws {Problem} 404 */
  credential(id: string): CredentialRecord {
    return found(this.credentials, "AuthMethod", id);
  }

  /** @throws {Problem} 404 */
  session(id: string): SessionRecord {
    return found(this.sessions, "Session", id);
  }

  /** The customer's primary internal account: its first fiat account, else the first of all (OP-38). */
  primaryAccount(customerId: string): InternalAccountRecord | undefined {
    const accounts = this.accountsOf(customerId);
    return accounts.find((account) => account.type === "INTERNAL_FIAT") ?? accounts[0];
  }

  /** The internal accounts of a customer, or with `null` of the platform, in the order of their creation. */
  accountsOf(customerId: string | null): readonly InternalAccountRecord[] {
    return this.#accountsByOwner.get(customerId) ?? [];
  }

  addInternalAccount(account: InternalAccountRecord): void {
    this.internalAccounts.set(account.id, account);
    const siblings = this.#accountsByOwner.get(account.customerId);
    if (siblings) siblings.push(account);
    else this.#accountsByOwner.set(account.customerId, [account]);
  }

  #balanceChanged(accountId: string): void {
    const account = this.internalAccount(accountId);
    account.updatedAt = this.clock.iso();
    this.events.emit("INTERNAL_ACCOUNT.BALANCE_UPDATED", internalAccountBody(this, account));
  }
}
