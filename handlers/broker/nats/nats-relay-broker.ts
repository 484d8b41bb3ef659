import { type ConsumerNotification, DeliverPolicy, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { createInbox, type Msg, type NatsConnection } from '@nats-io/transport-node';
import { serviceScheduler } from '#runtime/shared/scheduler.ts';
import { ApiError } from '#spec/errors.ts';
import { createChunkAssembler, splitMessage } from '../message-chunks.ts';
import {
  createSubjects,
  missingAuthenticationWarning,
  type NatsClient,
  type NatsClientOptions,
  openNatsClient,
} from './nats-client.ts';
import type { Log } from '../../log.ts';
import type { RelayBroker, StreamMessage } from '../broker.ts';

interface NatsRelayOptions extends Omit<NatsClientOptions, 'clientName' | 'onMissingAuthentication'> {
  readonly log: Pick<Log, 'warn'>;
  /** The name of the service. */
  readonly name: string;
}

/** A request that is waiting for its response. */
interface PendingRequest {
  resolve(response: Buffer): void;
  fail(error: ApiError): void;
}

/**
 * Timeout for responses, in milliseconds. Almost every response arrives earlier, because MCP tools wait for at most a
 * minute. Only thousands of steps of a large scene can take longer.
 */
const responseTimeoutMs = 70_000;

/** Connects a relay to a NATS server. */
export const openNatsRelayBroker = async ({ name, ...options }: NatsRelayOptions): Promise<RelayBroker> => {
  const subjects = createSubjects(name);
  const inbox = createInbox();
  const assemble = createChunkAssembler();
  const pendingRequests = new Map<string, PendingRequest>();
  let requestCount = 0;
  const createUnreachableError = (): ApiError =>
    new ApiError(
      'RUNTIME_NOT_CONNECTED',
      `The service ${name} cannot be reached through the broker of this relay.`,
    );
  const client = await openNatsClient({
    ...{ ...options, clientName: `scene-runtime relay of ${name}` },
    onMissingAuthentication: () => options.log.warn({ server: options.url }, missingAuthenticationWarning),
    onBrokerState(state, reason) {
      options.onBrokerState(state, reason);
      if (state === 'up') return;
      const error = new ApiError('RUNTIME_TIMEOUT', 'The broker disconnected before the service responded.');
      for (const { fail } of [...pendingRequests.values()]) fail(error);
    },
  });
  const handleResponse = (message: Msg): void => {
    const { subject, headers, data } = message;
    const pending = pendingRequests.get(subject);
    if (headers?.code === 503) pending?.fail(createUnreachableError());
    else if (pending && data.length > 0) {
      const response = assemble(subject, data);
      if (response) pending.resolve(response);
    }
  };
  client.subscribe(`${inbox}.*`, handleResponse);

  return {
    consume: (streamId, on) =>
      consumeStream(client, { stream: subjects.stream, subject: subjects.getRunEvents(streamId) }, on),
    async countMessages(streamId) {
      if (!client.connection) return 0;
      const manager = await jetstreamManager(client.connection, { checkAPI: false });
      const subject = subjects.getRunEvents(streamId);
      const { state } = await manager.streams.info(subjects.stream, { subjects_filter: subject });
      return state.subjects?.[subject] ?? 0;
    },
    publish: (topic, message) => client.connection?.publish(subjects[topic], message),
    subscribe: (topic, on) => client.subscribe(subjects[topic], (message) => on(message.string())),
    request: (streamId, relayRequest) =>
      new Promise((resolve, reject) => {
        const { connection } = client;
        if (!connection) {
          reject(createUnreachableError());
          return;
        }
        const reply = `${inbox}.${++requestCount}`;
        const cancel = serviceScheduler.after(responseTimeoutMs, () =>
          pendingRequests
            .get(reply)
            ?.fail(
              new ApiError(
                'RUNTIME_TIMEOUT',
                `The service did not respond within ${responseTimeoutMs / 1000} s.`,
              ),
            ),
        );
        const finish = (): void => {
          cancel();
          pendingRequests.delete(reply);
        };
        pendingRequests.set(reply, {
          resolve(response) {
            finish();
            resolve(response);
          },
          fail(error) {
            finish();
            reject(error);
          },
        });
        for (const chunk of splitMessage(Buffer.from(relayRequest), client.maxMessageBytes))
          connection.publish(subjects.getRunRequests(streamId), chunk, { reply });
      }),
    close: client.close,
  };
};

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
const consumeStream = (
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
