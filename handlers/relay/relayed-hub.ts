import type { EventType } from '#spec/events.ts';
import { readAnswer } from '../carrier/answer-codec.ts';
import type { RelayCarrier } from '../carrier/carrier.ts';
import type { Question, RelayInterest, ServiceState } from '../carrier/messages.ts';
import type { Hub, HubOptions } from '../hub/hub.ts';
import type { Scheduler } from '../scheduler.ts';
import { type Answer, openRun, type RunParts } from './run.ts';

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

  const ask: RunParts['ask'] = async (streamId, question) =>
    readAnswer(await carrier.ask(streamId, JSON.stringify(question)));
  const onInterest = (next: readonly EventType[]): void => {
    types = next;
    tell();
  };
  const begin = (state: ServiceState) =>
    openRun({ carrier, scheduler, options: { ...options, onInterest }, ask }, state);

  let run = await begin(state);
  let heardAt = scheduler.now();
  /** Since when the service has counted fewer events than have come; such events are forged. */
  let contradictedSince: number | undefined;
  let next: Promise<void> | undefined;
  beat();

  const goOn = async (state: ServiceState): Promise<void> => {
    const former = run;
    run = await begin(state);
    heardAt = scheduler.now();
    contradictedSince = undefined;
    next = undefined;
    const isRestart = former.streamId !== run.streamId;
    await former.end(isRestart ? 'The service has started again.' : 'The relay reads the events again.');
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
    past: (seq, types) => run.hub.past(seq, types),
    flush: () => run.hub.flush(),
    review: () => run.hub.review(),
    ask: (question) => ask(run.streamId, question),
    hear(state) {
      const now = scheduler.now();
      const isRelayed = state.streamId === run.streamId;
      if (!isRelayed) {
        if (now - heardAt >= silenceMs) next ??= goOn(state);
        return false;
      }
      heardAt = state.ended ? Number.NEGATIVE_INFINITY : now;
      run.confirm(state.seq);
      contradictedSince = state.seq < run.seq ? (contradictedSince ?? now) : undefined;
      if (contradictedSince !== undefined && now - contradictedSince >= silenceMs) next ??= goOn(state);
      return true;
    },
    async close(reason) {
      cancelBeat();
      await next;
      await run.end(reason);
    },
  };
};
