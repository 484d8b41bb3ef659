import type { Log } from '../../log.ts';
import { jetstreamManager } from '@nats-io/jetstream';
import { createInbox, type Msg } from '@nats-io/transport-node';
import { ApiError } from '#spec/errors.ts';
import { systemScheduler } from '../../scheduler.ts';
import type { RelayCarrier } from '../carrier.ts';
import { createGatherings, toParts } from '../parts.ts';
import { follow } from './follow.ts';
import { type LineOptions, openLine, openToAnybody } from './line.ts';
import { subjectsOf } from './subjects.ts';

interface Options extends Omit<LineOptions, 'client' | 'onOpenToAnybody'> {
  readonly log: Pick<Log, 'warn'>;
  /** Of the service. */
  readonly name: string;
}

/** A question that waits for its answer. */
interface Asked {
  answer(whole: Buffer): void;
  fail(fault: ApiError): void;
}

/** Longer than what the service answers takes, but for thousands of steps of a full scene: a tool for agents waits a minute at most. */
const answerMs = 70_000;

/** The end of a relay on a NATS server. */
export const openRelayCarrier = async ({ name, ...options }: Options): Promise<RelayCarrier> => {
  const subjects = subjectsOf(name);
  const inbox = createInbox();
  const gather = createGatherings();
  const asked = new Map<string, Asked>();
  let questions = 0;
  const away = (): ApiError =>
    new ApiError(
      'RUNTIME_NOT_CONNECTED',
      `The service ${name} cannot be reached over the carrier of this relay.`,
    );
  const line = await openLine({
    ...{ ...options, client: `scene-runtime relay of ${name}` },
    onOpenToAnybody: () => options.log.warn({ server: options.url }, openToAnybody),
    onCarrier(state, why) {
      options.onCarrier(state, why);
      if (state === 'up') return;
      const lost = new ApiError('RUNTIME_TIMEOUT', 'The carrier was lost before the service had answered.');
      for (const { fail } of [...asked.values()]) fail(lost);
    },
  });
  const hear = (message: Msg): void => {
    const { subject, headers, data } = message;
    const waiting = asked.get(subject);
    if (headers?.code === 503) waiting?.fail(away());
    else if (waiting && data.length > 0) {
      const whole = gather(subject, data);
      if (whole) waiting.answer(whole);
    }
  };
  line.hear(`${inbox}.*`, hear);

  return {
    follow: (streamId, on) =>
      follow(line, { stream: subjects.stream, subject: subjects.eventsOf(streamId) }, on),
    async count(streamId) {
      if (!line.up) return 0;
      const manager = await jetstreamManager(line.up, { checkAPI: false });
      const subject = subjects.eventsOf(streamId);
      const { state } = await manager.streams.info(subjects.stream, { subjects_filter: subject });
      return state.subjects?.[subject] ?? 0;
    },
    tell: (topic, message) => line.up?.publish(subjects[topic], message),
    listen: (topic, on) => line.hear(subjects[topic], (message) => on(message.string())),
    ask: (streamId, question) =>
      new Promise((resolve, reject) => {
        const { up } = line;
        if (!up) {
          reject(away());
          return;
        }
        const reply = `${inbox}.${++questions}`;
        const cancel = systemScheduler.after(answerMs, () =>
          asked
            .get(reply)
            ?.fail(
              new ApiError('RUNTIME_TIMEOUT', `The service did not answer within ${answerMs / 1000} s.`),
            ),
        );
        const end = (): void => {
          cancel();
          asked.delete(reply);
        };
        asked.set(reply, {
          answer(whole) {
            end();
            resolve(whole);
          },
          fail(fault) {
            end();
            reject(fault);
          },
        });
        for (const part of toParts(Buffer.from(question), line.largestMessage))
          up.publish(subjects.askOf(streamId), part, { reply });
      }),
    close: line.close,
  };
};
