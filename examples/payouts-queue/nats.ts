/** The adapter for NATS JetStream. It says when to call `advance` again, and decides nothing about money. */
import {
  AckPolicy,
  DiscardPolicy,
  JetStreamApiError,
  jetstream,
  jetstreamManager,
  RetentionPolicy,
} from "@nats-io/jetstream";
import type { Consumer, JetStreamClient, JsMsg } from "@nats-io/jetstream";
import { nanos } from "@nats-io/transport-node";
import type { NatsConnection } from "@nats-io/transport-node";
import { setTimeout as sleep } from "node:timers/promises";
import { takeJobs, warn } from "../postgres/take-jobs";
import type { Database } from "../postgres/database";
import { Gate } from "../postgres/gate";
import { QUEUE } from "./database";
import type { Steps } from "./pay";
import { settings } from "./settings";

/** The codes of a stream and of a consumer that exist with other settings. */
const EXISTS: readonly unknown[] = [10058, 10148];
const orUpdate = (update: () => Promise<unknown>) => async (error: unknown) => {
  if (!(error instanceof JetStreamApiError && EXISTS.includes(error.code))) throw error;
  await update();
};

/** One message for each payout. The stream refuses a second one, so feeding it twice changes nothing. */
async function createStream(connection: NatsConnection, replicas: number): Promise<JetStreamClient> {
  const { streams, consumers } = await jetstreamManager(connection);
  const stream = {
    subjects: [`${QUEUE}.*`],
    num_replicas: replicas,
    retention: RetentionPolicy.Workqueue,
    max_msgs_per_subject: 1,
    discard: DiscardPolicy.New,
    discard_new_per_subject: true,
  };
  await streams.add({ name: QUEUE, ...stream }).catch(orUpdate(() => streams.update(QUEUE, stream)));
  const consumer = {
    durable_name: QUEUE,
    ack_policy: AckPolicy.Explicit,
    ack_wait: nanos(settings.expireSeconds * 1000),
    max_deliver: -1,
    // Payouts that wait count, too.
    max_ack_pending: -1,
  };
  await consumers.add(QUEUE, consumer).catch(orUpdate(() => consumers.update(QUEUE, QUEUE, consumer)));
  return jetstream(connection);
}

/** How many payouts are published at once. */
const TOGETHER = 200;

/** Publishes new payouts, and those that had no step for a while: the stream may have lost them. One worker at a time does it. */
async function feed(
  database: Database,
  open: () => Promise<JetStreamClient>,
  signal: AbortSignal,
): Promise<void> {
  let latest = "0";
  const round = async (): Promise<void> => {
    const stream = await open();
    await database.transaction(async (db) => {
      const { rows: locks } = await db.query<{ isMine: boolean }>(
        `select pg_try_advisory_xact_lock(hashtextextended('${QUEUE} feed', 0)) as "isMine"`,
      );
      if (locks[0]?.isMine !== true) return;
      const { rows } = await db.query<{ id: string }>(
        `select id from payouts where state in ('open', 'pending')
            and (id > $1 or updated_at < clock_timestamp() - $2 * interval '1 second') order by id`,
        [latest, settings.expireSeconds],
      );
      for (let from = 0; from < rows.length && !signal.aborted; from += TOGETHER) {
        // An error says that the stream has the payout already, or that a server restarts. A later round publishes what is missing.
        await Promise.allSettled(
          rows.slice(from, from + TOGETHER).map(async ({ id }) => stream.publish(`${QUEUE}.${id}`)),
        );
      }
      latest = rows.at(-1)?.id ?? latest;
    });
  };
  while (!signal.aborted) {
    await round().catch(warn);
    await sleep(settings.superviseSeconds * 1000, undefined, { signal }).catch(() => undefined);
  }
}

/**
 * Pays until the signal says stop. While the servers elect a leader, they refuse requests, and the worker tries again.
 *
 * @param replicas the number of servers that keep the stream
 */
export async function workNats(
  payer: Steps,
  database: Database,
  connection: NatsConnection,
  replicas: number,
  signal: AbortSignal,
): Promise<void> {
  const open = async () => createStream(connection, replicas);
  let consumer: Consumer | undefined;
  const jobs = {
    next: async () => {
      consumer ??= await (await open()).consumers.get(QUEUE, QUEUE);
      return (await consumer.next({ expires: 2000 })) ?? undefined;
    },
    // A lost acknowledgement delivers the message again, and `advance` changes nothing then.
    handle: async (message: JsMsg) => {
      const wait = await payer.advance(message.subject.slice(QUEUE.length + 1));
      if (wait === undefined) message.ack();
      else message.nak(wait);
    },
    gate: new Gate(database.pool, settings.rate),
  };
  const takers = Array.from({ length: settings.concurrency }, () => takeJobs(jobs, signal));
  await Promise.all([feed(database, open, signal), ...takers]);
}
