import type { Log } from '../../log.ts';
import { jetstreamManager } from '@nats-io/jetstream';
import { createInbox, type Msg } from '@nats-io/transport-node';
import { ApiError } from '#spec/errors.ts';
import { serviceScheduler } from '#runtime/shared/scheduler.ts';
import type { RelayBroker } from '../broker.ts';
import { createChunkAssembler, splitMessage } from '../message-chunks.ts';
import { consumeStream } from './stream-consumer.ts';
import { type NatsClientOptions, openNatsClient, missingAuthenticationWarning } from './nats-client.ts';
import { createSubjects } from './nats-subjects.ts';

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
