import { type ConsumerNotification, DeliverPolicy, jetstream } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { systemScheduler } from '../../scheduler.ts';
import type { StreamMessage } from '../broker.ts';
import type { NatsClient } from './nats-client.ts';

const retryMs = 500;
/** Messages that are asked for at once. */
const maxPulledMessages = 1_000;
/** How long the stream keeps what it was asked for. */
const pullExpiryMs = 5_000;
/** How often the stream says that it has nothing new. Who misses two such words is forgotten; of the usual 15 s he learns late. */
const heartbeatMs = 1_000;

/**
 * What the client tells of a server that has forgotten it. It goes on by itself, but asks only for as many messages as had come
 * since it asked last, which may be none.
 */
const consumerLossTypes: ReadonlySet<ConsumerNotification['type']> = new Set([
  'consumer_deleted',
  'consumer_not_found',
  'heartbeats_missed',
  'no_responders',
]);

/** What of which stream is followed. */
interface StreamSubject {
  readonly stream: string;
  readonly subject: string;
}

/**
 * Brings the messages of a subject of a stream, from the oldest on; some come again after a loss of the connection.
 * @returns ends it
 */
export const consumeStream = (
  line: Pick<NatsClient, 'onConnected'>,
  { stream, subject }: StreamSubject,
  on: (followed: StreamMessage) => void,
): (() => void) => {
  let stop = (): void => {};
  let isOver = false;
  let comings = 0;
  /** When the last message was stored: a stream that was made anew counts its messages from the beginning. */
  let last: Date | undefined;

  const begin = async (connection: NatsConnection): Promise<void> => {
    stop();
    comings += 1;
    const coming = comings;
    const isPresent = (): boolean => !isOver && coming === comings;
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
      if (!isPresent()) {
        await messages.close();
        return;
      }
      stop = () => void messages.close();
      for await (const { type } of messages.status()) if (consumerLossTypes.has(type)) break;
    } catch {
      // there is no stream yet, or the connection is lost again
    }
    systemScheduler.after(retryMs, () => {
      if (isPresent()) void begin(connection);
    });
  };
  line.onConnected((connection) => {
    if (!isOver) void begin(connection);
  });
  return () => {
    isOver = true;
    stop();
  };
};
