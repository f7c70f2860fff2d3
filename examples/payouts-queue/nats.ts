/** The adapter for NATS JetStream. While its servers elect a leader, they refuse requests, and the worker tries again. */
import {
  AckPolicy,
  DiscardPolicy,
  JetStreamApiError,
  jetstream,
  jetstreamManager,
  RetentionPolicy,
} from "@nats-io/jetstream";
import type { Consumer } from "@nats-io/jetstream";
import { nanos } from "@nats-io/transport-node";
import type { NatsConnection } from "@nats-io/transport-node";
import { QUEUE } from "./database.js";
import { settings } from "./settings.js";
import type { Engine } from "./work.js";

/** The codes of a stream and of a consumer that exist with other settings, and of a payout that the stream has. */
const EXISTS: readonly unknown[] = [10058, 10148, 10077];
const ifExists = (otherwise?: () => Promise<unknown>) => async (error: unknown) => {
  if (!(error instanceof JetStreamApiError && EXISTS.includes(error.code))) throw error;
  await otherwise?.();
};

/** The stream has at most one message of each payout, so one more does no harm. Each server keeps a copy. */
async function createStream(connection: NatsConnection, replicas: number): Promise<void> {
  const { streams, consumers } = await jetstreamManager(connection);
  const stream = {
    subjects: [`${QUEUE}.*`],
    num_replicas: replicas,
    retention: RetentionPolicy.Workqueue,
    max_msgs_per_subject: 1,
    discard: DiscardPolicy.New,
    discard_new_per_subject: true,
  };
  await streams.add({ name: QUEUE, ...stream }).catch(ifExists(() => streams.update(QUEUE, stream)));
  const consumer = {
    durable_name: QUEUE,
    ack_policy: AckPolicy.Explicit,
    ack_wait: nanos(settings.expireSeconds * 1000),
    max_deliver: -1,
  };
  await consumers.add(QUEUE, consumer).catch(ifExists(() => consumers.update(QUEUE, QUEUE, consumer)));
}

/**
 * After crashes, a consumer may count no more messages although the stream has some: those would stay there. Deletes such a consumer,
 * and returns whether it did: a new one delivers them. A payout that is delivered twice does no harm.
 */
async function deleteStuckConsumer(connection: NatsConnection): Promise<boolean> {
  const { streams, consumers } = await jetstreamManager(connection);
  const { state } = await streams.info(QUEUE);
  const { num_pending, num_ack_pending } = await consumers.info(QUEUE, QUEUE);
  return state.messages > num_pending + num_ack_pending && consumers.delete(QUEUE, QUEUE);
}

/** @param replicas the number of servers that keep the stream */
export function nats(connection: NatsConnection, replicas: number): Engine {
  const stream = jetstream(connection);
  let consumer: Consumer | undefined;
  return {
    publish: async (ids) => {
      // The servers may have lost it.
      await createStream(connection, replicas);
      await Promise.all(ids.map(async (id) => stream.publish(`${QUEUE}.${id}`).catch(ifExists())));
    },
    next: async () => {
      if (consumer === undefined) await createStream(connection, replicas);
      consumer ??= await stream.consumers.get(QUEUE, QUEUE);
      const message = await consumer.next({ expires: 2000 });
      if (message === null) {
        if (await deleteStuckConsumer(connection)) consumer = undefined;
        return undefined;
      }
      return { id: message.subject.slice(QUEUE.length + 1), end: () => message.ack() };
    },
  };
}
