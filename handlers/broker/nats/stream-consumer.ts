import { type ConsumerNotification, DeliverPolicy, jetstream } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { serviceScheduler } from '#runtime/shared/scheduler.ts';
import type { StreamMessage } from '../broker.ts';
import type { NatsClient } from './nats-client.ts';

const retryMs = 500;
/** The maximum number of messages for each pull request. */
const maxPulledMessages = 1_000;
/** How long each pull request is valid. */
const pullExpiryMs = 5_000;
/**
 * The interval at which the stream confirms that it has no new messages, in milliseconds. The client reacts after two
 * missing heartbeats, so the default interval of 15 s would be too slow.
 */
const heartbeatMs = 1_000;

/**
 * Notifications from the client that the server has lost the consumer. The client would continue by itself, but would
 * request only as many messages as have arrived since its last request. This number may be zero.
 */
const consumerLossTypes: ReadonlySet<ConsumerNotification['type']> = new Set([
  'consumer_deleted',
  'consumer_not_found',
  'heartbeats_missed',
  'no_responders',
]);

interface StreamSubject {
  readonly stream: string;
  readonly subject: string;
}

/**
 * Consumes the messages of a subject, starting with the oldest. Some messages arrive twice after a lost connection is
 * restored.
 * @returns a function that stops the consumption
 */
export const consumeStream = (
  client: Pick<NatsClient, 'onConnected'>,
  { stream, subject }: StreamSubject,
  on: (streamMessage: StreamMessage) => void,
): (() => void) => {
  let stop = (): void => {};
  let isStopped = false;
  let attempts = 0;
  /**
   * The time at which the last message was stored. A message number would be ambiguous, because a recreated stream
   * counts its messages from the beginning.
   */
  let last: Date | undefined;

  const start = async (connection: NatsConnection): Promise<void> => {
    stop();
    attempts += 1;
    const attempt = attempts;
    const isCurrent = (): boolean => !isStopped && attempt === attempts;
    try {
      const consumer = await jetstream(connection).consumers.get(stream, {
        filter_subjects: subject,
        ...(last
          ? { deliver_policy: DeliverPolicy.StartTime, opt_start_time: last.toISOString() }
          : { deliver_policy: DeliverPolicy.All }),
      });
      const messages = await consumer.consume({
        ...{ max_messages: maxPulledMessages, expires: pullExpiryMs, idle_heartbeat: heartbeatMs },
        callback(message) {
          last = message.time;
          on({ message: message.string(), pending: message.info.pending });
        },
      });
      if (!isCurrent()) {
        await messages.close();
        return;
      }
      stop = () => void messages.close();
      for await (const { type } of messages.status()) if (consumerLossTypes.has(type)) break;
    } catch {
      // there is no stream yet, or the connection is lost again
    }
    serviceScheduler.after(retryMs, () => {
      if (isCurrent()) void start(connection);
    });
  };
  client.onConnected((connection) => {
    if (!isStopped) void start(connection);
  });
  return () => {
    isStopped = true;
    stop();
  };
};
