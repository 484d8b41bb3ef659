import { type ConsumerNotification, DeliverPolicy, jetstream } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { systemScheduler } from '../../scheduler.ts';
import type { StreamMessage } from '../broker.ts';
import type { NatsClient } from './nats-client.ts';

const retryMs = 500;
/** Messages per pull request. */
const maxPulledMessages = 1_000;
/** How long a pull request is valid. */
const pullExpiryMs = 5_000;
/**
 * How often the stream confirms that it has nothing new. The client reacts after two missing heartbeats, and the
 * default interval of 15 s would be too slow.
 */
const heartbeatMs = 1_000;

/**
 * Reported by the client when the server has lost the consumer. The client would continue on its own, but request only
 * as many messages as have arrived since its last request, possibly none.
 */
const consumerLossTypes: ReadonlySet<ConsumerNotification['type']> = new Set([
  'consumer_deleted',
  'consumer_not_found',
  'heartbeats_missed',
  'no_responders',
]);

/** A subject of a stream. */
interface StreamSubject {
  readonly stream: string;
  readonly subject: string;
}

/**
 * Consumes the messages of a subject from the oldest on. Some arrive twice after the connection was lost.
 * @returns a function that stops it
 */
export const consumeStream = (
  client: Pick<NatsClient, 'onConnected'>,
  { stream, subject }: StreamSubject,
  on: (streamMessage: StreamMessage) => void,
): (() => void) => {
  let stop = (): void => {};
  let isStopped = false;
  let attempts = 0;
  /** When the last message was stored: a recreated stream counts its messages from the beginning. */
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
    systemScheduler.after(retryMs, () => {
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
