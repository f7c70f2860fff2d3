import type { ServiceKeys } from "../crypto/service-keys";
import { BoundedList, BoundedMap } from "../runtime/bounded";
import { Clock } from "../runtime/clock";
import type { SimulatorEvent, SimulatorEventType } from "../runtime/events";
import type { ArmedFault } from "../runtime/fault";
import type { ResolvedOptions } from "../runtime/options";
import type { OutboxMessage } from "../runtime/outbox";
import { SeededRandom } from "../runtime/random";
import { savedList, recordOf } from "../runtime/saved";
import type { AttemptResult } from "../runtime/webhook-attempt";
import type { StoredResponse } from "../runtime/wire";
import type { Rates } from "./pricing";
import { externalAccountKeys, internalAccountKeys } from "./records/accounts";
import type { Balance, LedgerEntry } from "./records/accounts";
import { customerKeys, beneficialOwnerKeys, documentKeys, verificationKeys } from "./records/customers";
import type { BulkImportRecord, InvitationRecord } from "./records/customers";
import { transactionKeys } from "./records/payments";
import type { Failure, QuoteRecord, TransactionRecord } from "./records/payments";
import { tokenKeys } from "./records/platform";
import type { PlatformRecord } from "./records/platform";
import { credentialKeys, sessionKeys } from "./records/wallets";
import type { PasskeyChallengeRecord, SignedRequestRecord } from "./records/wallets";
import { Table } from "./table";

/** What each task of `domain/scheduler.ts` needs to run: ids, not records. */
export interface TaskData {
  "quote.expire": { quoteId: string };
  "transaction.end": { transactionId: string; failure?: Failure | undefined };
  "payment-approval.time-out": { transactionId: string };
  "bulk-import.row": { jobId: string };
  "webhook.retry": Attempt;
}

export interface DueTask {
  id: string;
  /** When it is due, in milliseconds since 1970-01-01 UTC. */
  dueMs: number;
  task: keyof TaskData;
  data: unknown;
}

export interface Attempt {
  event: SimulatorEvent;
  attempt: number;
  dueMs: number;
}

interface Endpoint {
  /** As set at run time; `null` for none. Absent: that of the options. */
  url?: string | null;
  /** The attempts under way. A restored world makes them again. */
  attempts: Attempt[];
}

/** The state of a world as a snapshot has it, by name. Nothing in it is checked yet. */
export type SavedState = Readonly<Record<string, unknown>>;

/** Decides which calls a fault with a `rate` hits. */
export const faultRandomOf = (seed: string, saved?: unknown) => new SeededRandom(`${seed}:faults`, saved);

/** Everything the service knows: plain records that refer to each other by id. */
export function createState(options: ResolvedOptions, saved?: SavedState) {
  const { keep, seed } = options;
  return {
    clock: new Clock(options.startMs, saved?.["clock"]),
    random: new SeededRandom(seed, saved?.["random"]),
    tasks: new Table<DueTask>("Task", {}, saved?.["tasks"]),
    /** How many tasks, requests and faults there were so far. Their ids are made from it. */
    counts: { tasks: 0, requests: 0, faults: 0, ...(saved && recordOf(saved["counts"])) },

    platform: (saved && recordOf(saved["platform"])) as unknown as PlatformRecord,
    tokens: new Table("Token", tokenKeys, saved?.["tokens"]),
    customers: new Table("Customer", customerKeys, saved?.["customers"]),
    internalAccounts: new Table("InternalAccount", internalAccountKeys, saved?.["internalAccounts"]),
    externalAccounts: new Table("ExternalAccount", externalAccountKeys, saved?.["externalAccounts"]),
    beneficialOwners: new Table("BeneficialOwner", beneficialOwnerKeys, saved?.["beneficialOwners"]),
    verifications: new Table("Verification", verificationKeys, saved?.["verifications"]),
    documents: new Table("Document", documentKeys, saved?.["documents"]),
    bulkImports: new Table<BulkImportRecord>("BulkCustomerImportJob", {}, saved?.["bulkImports"]),
    invitations: new Table<InvitationRecord>("Invitation", {}, saved?.["invitations"]),

    /** The balance of every account in the books, by the account's name. */
    balances: new BoundedMap<Balance>(Infinity, saved?.["balances"]),
    ledgerEntries: new BoundedList<LedgerEntry>(keep.log, saved?.["ledgerEntries"]),
    /** The account id or UMA address that was looked up, by the id of the lookup. */
    lookups: new BoundedMap<string>(keep.challenges, saved?.["lookups"]),
    /** Rates that were set, by currency. */
    setRates: new BoundedMap<string>(Infinity, saved?.["setRates"]),
    quotes: new Table<QuoteRecord>("Quote", {}, saved?.["quotes"]),
    transactions: new Table("Transaction", transactionKeys, saved?.["transactions"]),

    credentials: new Table("AuthMethod", credentialKeys, saved?.["credentials"]),
    sessions: new Table("Session", sessionKeys, saved?.["sessions"]),
    passkeyChallenges: new BoundedMap<PasskeyChallengeRecord>(keep.challenges, saved?.["passkeyChallenges"]),
    signedRequests: new BoundedMap<SignedRequestRecord>(keep.challenges, saved?.["signedRequests"]),
    /** Client keys that have served. */
    usedClientKeys: new BoundedMap<true>(keep.challenges, saved?.["usedClientKeys"]),

    events: new BoundedList<SimulatorEvent>(keep.log, saved?.["events"]),
    outbox: new BoundedList<OutboxMessage>(keep.log, saved?.["outbox"]),
    endpoint: { attempts: [], ...(saved && recordOf(saved["endpoint"])) } as Endpoint,
    /** Responses by method, path and idempotency key. */
    responses: new BoundedMap<StoredResponse>(keep.responses, saved?.["responses"]),
    faults: (saved ? savedList(saved["faults"]) : []) as ArmedFault[],
    faultRandom: faultRandomOf(seed, saved?.["faultRandom"]),
  };
}

export type State = ReturnType<typeof createState>;

/** How the world reaches whoever watches it. */
export interface Outside {
  /** Tells the event handlers, and delivers the event to the platform's endpoint. */
  announce: (event: SimulatorEvent) => void;
  deliver: (attempt: Attempt) => void;
  /** Delivers a TEST event once. */
  test: (event: SimulatorEvent) => Promise<AttemptResult | undefined>;
  scheduled: () => void;
}

/** What a call changes beside its response. */
export interface Caused {
  postings: LedgerEntry[];
  eventIds: string[];
}

/** The simulated service. Every rule of it is a function of the world. */
export interface World extends State {
  readonly options: ResolvedOptions;
  /** The platform's own id, the `customerId` of transactions without a customer (OP-59). */
  readonly platformId: string;
  /** The service's keys. They come from the seed. */
  readonly keys: ServiceKeys;
  readonly rates: Rates;
  outside: Outside;
  /** It emits no events: `seedWorld` plays the past in it. */
  readonly isSilent?: boolean;
  /** A control call sets its status, and announces it once. What happens on the way is not announced. */
  readonly controlled?: TransactionRecord;
  /** What the call has changed that acts on this world. */
  readonly caused?: Caused;
}

/** What a new record begins with. */
export function newRecord<Prefix extends string>({ clock, random }: World, prefix: Prefix) {
  const createdAt = clock.iso();
  return { id: random.id(prefix), createdAt, updatedAt: createdAt };
}

/** Has a task run when the clock reaches `dueMs`. Tasks of one instant run in the order of scheduling. Returns the task's id. */
export function later<Name extends keyof TaskData>(
  world: World,
  dueMs: number,
  task: Name,
  data: TaskData[Name],
): string {
  world.counts.tasks += 1;
  const id = `task-${String(world.counts.tasks).padStart(10, "0")}`;
  world.tasks.add({ id, dueMs, task, data });
  world.outside.scheduled();
  return id;
}

/** Records an event, tells the handlers, and has it delivered to the platform's endpoint. The event keeps a copy of `data`. */
export function emit(world: World, type: SimulatorEventType, data: () => unknown) {
  if (world.isSilent) return undefined;
  const id = world.random.id("Webhook");
  const timestamp = world.clock.iso();
  // The type decides what the data are. The emitting function keeps both together.
  const event = { id, type, timestamp, data: structuredClone(data()) } as SimulatorEvent;
  world.events.push(event);
  world.caused?.eventIds.push(id);
  world.outside.announce(event);
  return event;
}
