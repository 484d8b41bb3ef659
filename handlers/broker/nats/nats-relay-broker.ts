import type { Log } from '../../log.ts';
import { jetstreamManager } from '@nats-io/jetstream';
import { createInbox, type Msg } from '@nats-io/transport-node';
import { ApiError } from '#spec/errors.ts';
import { systemScheduler } from '../../scheduler.ts';
import type { RelayBroker } from '../broker.ts';
import { createChunkAssembler, splitMessage } from '../message-chunks.ts';
import { consumeStream } from './stream-consumer.ts';
import { type NatsClientOptions, openNatsClient, missingAuthenticationWarning } from './nats-client.ts';
import { createSubjects } from './subjects.ts';

interface NatsRelayOptions extends Omit<NatsClientOptions, 'clientName' | 'onMissingAuthentication'> {
  readonly log: Pick<Log, 'warn'>;
  /** Name of the service. */
  readonly name: string;
}

/** A request that waits for its response. */
interface PendingRequest {
  resolve(response: Buffer): void;
  fail(error: ApiError): void;
}

/** Longer than any response takes, except for thousands of steps of a full scene: MCP tools wait at most a minute. */
const responseTimeoutMs = 70_000;

/** Connects a relay to a NATS server. */
export const openNatsRelayBroker = async ({ name, ...options }: NatsRelayOptions): Promise<RelayBroker> => {
  const subjects = createSubjects(name);
  const inbox = createInbox();
  const assemble = createChunkAssembler();
  const asked = new Map<string, PendingRequest>();
  let questions = 0;
  const away = (): ApiError =>
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
      const lost = new ApiError('RUNTIME_TIMEOUT', 'The broker disconnected before the service responded.');
      for (const { fail } of [...asked.values()]) fail(lost);
    },
  });
  const hear = (message: Msg): void => {
    const { subject, headers, data } = message;
    const waiting = asked.get(subject);
    if (headers?.code === 503) waiting?.fail(away());
    else if (waiting && data.length > 0) {
      const response = assemble(subject, data);
      if (response) waiting.resolve(response);
    }
  };
  client.subscribe(`${inbox}.*`, hear);

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
          reject(away());
          return;
        }
        const reply = `${inbox}.${++questions}`;
        const cancel = systemScheduler.after(responseTimeoutMs, () =>
          asked
            .get(reply)
            ?.fail(
              new ApiError(
                'RUNTIME_TIMEOUT',
                `The service did not respond within ${responseTimeoutMs / 1000} s.`,
              ),
            ),
        );
        const end = (): void => {
          cancel();
          asked.delete(reply);
        };
        asked.set(reply, {
          resolve(response) {
            end();
            resolve(response);
          },
          fail(error) {
            end();
            reject(error);
          },
        });
        for (const part of splitMessage(Buffer.from(relayRequest), client.maxMessageBytes))
          connection.publish(subjects.getRunRequests(streamId), part, { reply });
      }),
    close: client.close,
  };
};
