import { DiscardPolicy, type JetStreamManager, jetstreamManager } from '@nats-io/jetstream';
import { createInbox, headers, type Msg, type NatsConnection } from '@nats-io/transport-node';
import type { Log } from '../../log.ts';
import type { ServiceCarrier } from '../carrier.ts';
import { systemScheduler } from '../../scheduler.ts';
import type { NatsSettings } from '../../security/nats-settings.ts';
import { createGatherings, toParts } from '../parts.ts';
import { type LineOptions, openLine, openToAnybody } from './line.ts';
import { createOutbox } from './outbox.ts';
import { type Subjects, subjectsOf } from './subjects.ts';

interface Options extends Omit<LineOptions, 'client' | 'onCarrier' | 'onOpenToAnybody'> {
  /** Of the service, to tell it apart from others on the same carrier. */
  readonly name: string;
  readonly log: Pick<Log, 'info' | 'warn'>;
}

/** Characters that wait for a carrier that is away. */
const outboxRoom = 64_000_000;
const mebibyte = 1_048_576;
const minuteNs = 60e9;
/** Waits until what the stream did not take is tried again. */
const refillMs = 1_000;

/** The end of a service on a NATS server: events go to a JetStream stream, questions come by subject and are answered at their inbox. */
export const openServiceCarrier = async ({ name, url, settings, log }: Options): Promise<ServiceCarrier> => {
  const subjects = subjectsOf(name);
  const outbox = createOutbox(outboxRoom);
  const acknowledged = createInbox();
  const line = await openLine({
    ...{ client: `scene-runtime ${name}`, url, settings },
    onCarrier(state, why) {
      if (state === 'up') log.info({ server: why }, 'the carrier of the relays is there');
      else log.warn({ why }, 'the carrier of the relays is away; events wait for it');
    },
    onOpenToAnybody: () => log.warn({ server: url }, openToAnybody),
  });

  const send = (connection: NatsConnection, id: string, message: string): void => {
    const head = headers();
    head.set('Nats-Msg-Id', id);
    const [streamId = ''] = id.split(/-\d+$/);
    connection.publish(subjects.eventsOf(streamId), message, {
      headers: head,
      reply: `${acknowledged}.${id}`,
    });
  };
  const sendWaiting = (connection: NatsConnection): void => {
    const lost = outbox.takeLost();
    if (lost > 0)
      log.warn({ messages: lost }, 'events gave way that waited for the carrier; relays tell of the gap');
    for (const [id, message] of outbox.waiting) send(connection, id, message);
  };
  /** Sees to it that there is a stream, and that all that waits is in it. */
  const fill = async (connection: NatsConnection): Promise<void> => {
    try {
      await makeStream(await jetstreamManager(connection, { checkAPI: false }), subjects, settings);
      if (line.up === connection) sendWaiting(connection);
    } catch (failure) {
      log.warn({ why: (failure as Error).message }, 'the carrier has no stream for the events');
      refill();
    }
  };
  let cancelRefill: (() => void) | undefined;
  const refill = (): void => {
    cancelRefill ??= systemScheduler.after(refillMs, () => {
      cancelRefill = undefined;
      if (line.up) void fill(line.up);
    });
  };
  const hearAcknowledgement = (message: Msg): void => {
    if (isStored(message)) outbox.settle(message.subject.slice(acknowledged.length + 1));
    else refill();
  };
  line.hear(`${acknowledged}.>`, hearAcknowledgement);
  line.onUp((connection) => void fill(connection));

  return {
    get largestMessage() {
      return line.largestMessage;
    },
    store(id, message) {
      outbox.add(id, message);
      if (line.up) send(line.up, id, message);
    },
    tell: (topic, message) => line.up?.publish(subjects[topic], message),
    listen: (topic, on) => line.hear(subjects[topic], (message) => on(message.string())),
    answer(streamId, on) {
      const gather = createGatherings();
      const take = async ({ data, reply = '' }: Msg): Promise<void> => {
        const question = gather(reply, data);
        if (!question || !reply) return;
        const answer = await on(question.toString());
        if (!answer) return;
        for (const part of toParts(answer, line.largestMessage)) line.up?.publish(reply, part);
      };
      const onUnanswered = (failure: Error): void =>
        log.warn({ why: failure.message }, 'a relay could not be answered');
      line.hear(subjects.askOf(streamId), (message) => void take(message).catch(onUnanswered));
    },
    close() {
      cancelRefill?.();
      return line.close();
    },
  };
};

/** @throws Error where the server has no JetStream, or does not allow it */
const makeStream = async (
  { streams }: JetStreamManager,
  { stream, events }: Subjects,
  { streamMegabytes, streamMinutes }: NatsSettings,
): Promise<void> => {
  const shape = {
    ...{ subjects: [events], discard: DiscardPolicy.Old },
    ...{ max_bytes: streamMegabytes * mebibyte, max_age: streamMinutes * minuteNs },
  };
  await streams.update(stream, shape).catch(() => streams.add({ name: stream, ...shape }));
};

/** Whether the answer to a message says that the stream has it. */
const isStored = ({ headers, data }: Msg): boolean =>
  !headers?.code && data.length > 0 && !Buffer.from(data).includes('"error"');
