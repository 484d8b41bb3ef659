import { DiscardPolicy, jetstreamManager, type JetStreamManager } from '@nats-io/jetstream';
import { createInbox, headers, type Msg, type NatsConnection } from '@nats-io/transport-node';
import { serviceScheduler } from '#runtime/shared/scheduler.ts';
import { createChunkAssembler, splitMessage } from '../message-chunks.ts';
import {
  createSubjects,
  missingAuthenticationWarning,
  type NatsClientOptions,
  openNatsClient,
  type Subjects,
} from './nats-client.ts';
import type { Log } from '../../log.ts';
import type { NatsSettings } from '../../security/settings.ts';
import type { ServiceBroker } from '../broker.ts';

interface NatsServiceBrokerOptions
  extends Omit<NatsClientOptions, 'clientName' | 'onBrokerState' | 'onMissingAuthentication'> {
  /** The name of the service, which is unique on the broker. */
  readonly name: string;
  readonly log: Pick<Log, 'info' | 'warn'>;
}

/** The maximum number of characters that can wait while the broker is disconnected. */
const maxOutboxLength = 64_000_000;
const mebibyte = 1_048_576;
const minuteNs = 60e9;
/** How long to wait before a message that the stream rejected is sent again. */
const resendDelayMs = 1_000;

/**
 * Connects a service to a NATS server. Events are stored in a JetStream stream. Requests arrive on a subject, and
 * responses are sent to their inboxes.
 */
export const openNatsServiceBroker = async ({
  name,
  url,
  settings,
  log,
}: NatsServiceBrokerOptions): Promise<ServiceBroker> => {
  const subjects = createSubjects(name);
  const outbox = createUnacknowledgedOutbox(maxOutboxLength);
  const acknowledged = createInbox();
  const client = await openNatsClient({
    ...{ clientName: `scene-runtime ${name}`, url, settings },
    onBrokerState(state, reason) {
      if (state === 'up') log.info({ server: reason }, 'the relay broker is connected');
      else log.warn({ why: reason }, 'the relay broker is disconnected; events wait for it');
    },
    onMissingAuthentication: () => log.warn({ server: url }, missingAuthenticationWarning),
  });

  const send = (connection: NatsConnection, id: string, message: string): void => {
    const messageHeaders = headers();
    messageHeaders.set('Nats-Msg-Id', id);
    const [streamId = ''] = id.split(/-\d+$/);
    connection.publish(subjects.getRunEvents(streamId), message, {
      headers: messageHeaders,
      reply: `${acknowledged}.${id}`,
    });
  };
  const sendWaiting = (connection: NatsConnection): void => {
    const droppedCount = outbox.takeDroppedCount();
    if (droppedCount > 0)
      log.warn(
        { messages: droppedCount },
        'events that waited for the broker were dropped; relays report a gap',
      );
    for (const [id, message] of outbox.pendingMessages) send(connection, id, message);
  };
  /** Ensures that the stream exists and that all waiting messages are sent to this stream. */
  const fill = async (connection: NatsConnection): Promise<void> => {
    try {
      await ensureStream(await jetstreamManager(connection, { checkAPI: false }), subjects, settings);
      if (client.connection === connection) sendWaiting(connection);
    } catch (failure) {
      log.warn({ why: (failure as Error).message }, 'the broker has no stream for the events');
      refill();
    }
  };
  let cancelRefill: (() => void) | undefined;
  const refill = (): void => {
    cancelRefill ??= serviceScheduler.after(resendDelayMs, () => {
      cancelRefill = undefined;
      if (client.connection) void fill(client.connection);
    });
  };
  const handleAcknowledgement = (message: Msg): void => {
    if (isStoredAcknowledgement(message)) outbox.acknowledge(message.subject.slice(acknowledged.length + 1));
    else refill();
  };
  client.subscribe(`${acknowledged}.>`, handleAcknowledgement);
  client.onConnected((connection) => void fill(connection));

  return {
    get maxMessageBytes() {
      return client.maxMessageBytes;
    },
    storeMessage(id, message) {
      outbox.add(id, message);
      if (client.connection) send(client.connection, id, message);
    },
    publish: (topic, message) => client.connection?.publish(subjects[topic], message),
    subscribe: (topic, on) => client.subscribe(subjects[topic], (message) => on(message.string())),
    handleRequests(streamId, on) {
      const assemble = createChunkAssembler();
      const handleRequest = async ({ data, reply = '' }: Msg): Promise<void> => {
        const relayRequest = assemble(reply, data);
        if (!relayRequest || !reply) return;
        const response = await on(relayRequest.toString());
        if (!response) return;
        for (const chunk of splitMessage(response, client.maxMessageBytes))
          client.connection?.publish(reply, chunk);
      };
      const onUnanswered = (failure: Error): void =>
        log.warn({ why: failure.message }, 'a relay could not be answered');
      client.subscribe(
        subjects.getRunRequests(streamId),
        (message) => void handleRequest(message).catch(onUnanswered),
      );
    },
    close() {
      cancelRefill?.();
      return client.close();
    },
  };
};

/** @throws Error if the server has no JetStream, or doesn't allow its use */
const ensureStream = async (
  { streams }: JetStreamManager,
  { stream, events }: Subjects,
  { streamMegabytes, streamMinutes }: NatsSettings,
): Promise<void> => {
  const streamConfig = {
    ...{ subjects: [events], discard: DiscardPolicy.Old },
    ...{ max_bytes: streamMegabytes * mebibyte, max_age: streamMinutes * minuteNs },
  };
  await streams.update(stream, streamConfig).catch(() => streams.add({ name: stream, ...streamConfig }));
};

/** Whether the reply to a message confirms that the stream has stored the message. */
const isStoredAcknowledgement = ({ headers, data }: Msg): boolean =>
  !headers?.code && data.length > 0 && !Buffer.from(data).includes('"error"');

/**
 * Messages that were sent to the stream but have not been confirmed yet.
 * @param capacity the maximum number of characters that may wait; when this number is exceeded, the oldest messages are
 * dropped
 */
export const createUnacknowledgedOutbox = (capacity: number) => {
  const waiting = new Map<string, string>();
  let waitingLength = 0;
  let droppedCount = 0;
  const drop = (id: string): void => {
    waitingLength -= waiting.get(id)?.length ?? 0;
    waiting.delete(id);
  };
  return {
    add(id: string, message: string) {
      waiting.set(id, message);
      waitingLength += message.length;
      for (const oldest of waiting.keys()) {
        if (waitingLength <= capacity) break;
        drop(oldest);
        droppedCount += 1;
      }
    },
    /** Records that the stream has stored a message. */
    acknowledge: drop,
    /** All unconfirmed messages, oldest first. */
    pendingMessages: waiting,
    /** Returns the number of messages that were dropped since the last call. */
    takeDroppedCount(): number {
      const count = droppedCount;
      droppedCount = 0;
      return count;
    },
  };
};
