import type { EventType } from '#spec/events.ts';
import { fromCarriedFault } from '../carrier/carried-fault.ts';
import { readAnswer } from '../carrier/answer-codec.ts';
import type { RelayCarrier } from '../carrier/carrier.ts';
import { Batch, type Question, type RelayInterest, type ServiceState } from '../carrier/messages.ts';
import { readMessage } from '../carrier/read-message.ts';
import { createHub, type Hub, type HubOptions } from '../hub/hub.ts';
import type { RunAction } from '../hub/methods/method.ts';
import type { Scheduler } from '../scheduler.ts';
import { createRelayedStream, type RelayedStream } from './relayed-stream.ts';

/** What the service has answered. */
type Answer = ReturnType<typeof readAnswer>;

/** A hub whose events come over a carrier. It goes on with another run of the service. */
export interface RelayedHub extends Hub {
  /**
   * Takes note of what a service tells of itself.
   * @returns whether it is the one that is relayed: another is followed once that one is silent
   */
  hear(state: ServiceState): boolean;
  /** Asks the run of the service that is relayed. @throws Fault RUNTIME_NOT_CONNECTED, RUNTIME_TIMEOUT */
  ask(question: Question): Promise<Answer>;
}

interface Parts {
  readonly carrier: Pick<RelayCarrier, 'follow' | 'count' | 'ask' | 'tell'>;
  /** What tells this relay from others. */
  readonly relay: string;
  readonly scheduler: Scheduler;
}

/** How often a relay says what its clients listen to. */
const interestMs = 1_000;
/** A service that says nothing for this long is gone. */
const silenceMs = 3_000;
/** Longest that a relay reads what the stream still holds before it lets anybody in. */
const catchUpMs = 10_000;

/** The hub of one run of the service. */
interface Run {
  readonly stream: RelayedStream;
  readonly hub: Hub;
  end(reason: string): Promise<void>;
}

/** Opens the hub, when it has read what the stream still holds of the service's present run. */
export const openRelayedHub = async (
  { carrier, relay, scheduler }: Parts,
  options: Omit<HubOptions, 'bus' | 'runAction' | 'onInterest' | 'reached' | 'scheduler'>,
  state: ServiceState,
): Promise<RelayedHub> => {
  let types: readonly EventType[] = [];
  const tell = (): void => {
    const interest: RelayInterest = { relay, types };
    carrier.tell('interest', JSON.stringify(interest));
  };
  let cancelBeat = (): void => {};
  const beat = (): void => {
    tell();
    cancelBeat = scheduler.after(interestMs, beat);
  };

  const ask = async (streamId: string, question: Question): Promise<Answer> =>
    readAnswer(await carrier.ask(streamId, JSON.stringify(question)));

  const begin = async ({ streamId, seq }: ServiceState): Promise<Run> => {
    const stream = createRelayedStream(streamId, scheduler);
    const runAction: RunAction = async (action, parameters, { token }) => {
      const question: Question = { kind: 'action', token, action, parameters };
      const { head } = await ask(streamId, question);
      await stream.reached(head.seq);
      if (head.kind === 'fault') throw fromCarriedFault(head.fault);
      if (head.kind !== 'outcome') throw new Error(`An action was answered by ${head.kind}.`);
      return head.outcome;
    };
    const hub = createHub({
      ...options,
      ...{ bus: stream, scheduler, runAction },
      reached: (of, last) => (of === streamId ? stream.reached(last) : undefined),
      onInterest(next) {
        types = next;
        tell();
      },
    });
    const held = await carrier.count(streamId).catch(() => 0);
    let caughtUp = (): void => {};
    const caught = new Promise<void>((resolve) => {
      caughtUp = resolve;
    });
    const unfollow = carrier.follow(streamId, ({ message, pending }) => {
      const batch = readMessage(Batch, message);
      if (batch) stream.take(batch);
      if (pending === 0) caughtUp();
    });
    const cancel = scheduler.after(held > 0 ? catchUpMs : 0, caughtUp);
    await caught;
    cancel();
    await stream.reached(seq);
    stream.skipTo(seq);
    return {
      stream,
      hub,
      end(reason) {
        unfollow();
        return hub.close(reason);
      },
    };
  };

  let run = await begin(state);
  let heardAt = scheduler.now();
  let next: Promise<void> | undefined;
  beat();

  const goOn = async (state: ServiceState): Promise<void> => {
    const former = run;
    run = await begin(state);
    heardAt = scheduler.now();
    next = undefined;
    await former.end('The service has started again.');
  };

  return {
    get limits() {
      return run.hub.limits;
    },
    get connections() {
      return run.hub.connections;
    },
    negotiate: (query) => run.hub.negotiate(query),
    knows: (token) => run.hub.knows(token),
    accept: (...arrival) => run.hub.accept(...arrival),
    flush: () => run.hub.flush(),
    review: () => run.hub.review(),
    ask: (question) => ask(run.stream.streamId, question),
    hear(state) {
      const isRelayed = state.streamId === run.stream.streamId;
      if (isRelayed) heardAt = state.ended ? Number.NEGATIVE_INFINITY : scheduler.now();
      else if (scheduler.now() - heardAt >= silenceMs) next ??= goOn(state);
      return isRelayed;
    },
    async close(reason) {
      cancelBeat();
      await next;
      await run.end(reason);
    },
  };
};
