import {
  decodeResponse,
  EventBatch,
  fromRelayedError,
  parseRelayMessage,
  type RelayInterest,
  type RelayRequest,
  type ServiceState,
} from '../broker/relay-messages.ts';
import { createHub, type Hub, type HubOptions } from '../hub/hub.ts';
import { createRelayedStream, type RelayedStream } from './relayed-stream.ts';
import type { Scheduler } from '#runtime/shared/scheduler.ts';
import type { RelayBroker } from '../broker/broker.ts';
import type { RunAction } from '../hub/methods/define-method.ts';

/** A hub whose events come from a broker. When the service restarts, the hub switches to the new run. */
export interface RelayedHub extends Hub {
  /**
   * Applies a state that a service has published. If the state is from another run, the hub switches to that run as
   * soon as the current run is silent.
   * @returns whether the state belongs to the current run
   */
  applyServiceState(state: ServiceState): boolean;
  /**
   * Sends a request to the service's current run.
   * @throws ApiError RUNTIME_NOT_CONNECTED, RUNTIME_TIMEOUT
   */
  request(relayRequest: RelayRequest): Promise<RelayResponse>;
}

interface RelayedHubContext {
  readonly broker: Pick<RelayBroker, 'consume' | 'countMessages' | 'request' | 'publish'>;
  /** An id that distinguishes this relay from others. */
  readonly relayId: string;
  readonly scheduler: Scheduler;
}

/** The interval at which a relay reports the event types that its clients subscribe to. */
const interestIntervalMs = 1_000;
/** If a service sends nothing for this long, it is considered gone. */
const serviceTimeoutMs = 3_000;

/** Opens the hub, after reading the current run's events that the stream still contains. */
export const openRelayedHub = async (
  { broker, relayId, scheduler }: RelayedHubContext,
  options: Omit<HubOptions, 'bus' | 'runAction' | 'onInterest' | 'waitForSeq' | 'scheduler'>,
  state: ServiceState,
): Promise<RelayedHub> => {
  let types: readonly string[] = [];
  const publishInterest = (): void => {
    const interest: RelayInterest = { relay: relayId, types };
    broker.publish('interest', JSON.stringify(interest));
  };
  let cancelBeat = (): void => {};
  const publishInterestPeriodically = (): void => {
    publishInterest();
    cancelBeat = scheduler.after(interestIntervalMs, publishInterestPeriodically);
  };

  const sendRequest: ServiceRunContext['request'] = async (streamId, relayRequest) =>
    decodeResponse(await broker.request(streamId, JSON.stringify(relayRequest)));
  const onInterest = (next: readonly string[]): void => {
    types = next;
    publishInterest();
  };
  const openRun = (state: ServiceState) =>
    openServiceRun(
      { broker, scheduler, hubOptions: { ...options, onInterest }, request: sendRequest },
      state,
    );

  let run = await openRun(state);
  let lastStateAt = scheduler.now();
  /**
   * The time since which the service has reported fewer events than have arrived here. The surplus events are forged.
   */
  let contradictedSince: number | undefined;
  let next: Promise<void> | undefined;
  publishInterestPeriodically();

  const switchRun = async (state: ServiceState): Promise<void> => {
    const previous = run;
    run = await openRun(state);
    lastStateAt = scheduler.now();
    contradictedSince = undefined;
    next = undefined;
    const isRestart = previous.streamId !== run.streamId;
    await previous.end(isRestart ? 'The service has restarted.' : 'The relay is reading the events again.');
  };

  return {
    get limits() {
      return run.hub.limits;
    },
    get connections() {
      return run.hub.connections;
    },
    negotiate: (query) => run.hub.negotiate(query),
    canConnect: (token) => run.hub.canConnect(token),
    accept: (...args) => run.hub.accept(...args),
    getPastEvents: (seq, types) => run.hub.getPastEvents(seq, types),
    flush: () => run.hub.flush(),
    revalidateConnections: () => run.hub.revalidateConnections(),
    request: (relayRequest) => sendRequest(run.streamId, relayRequest),
    applyServiceState(state) {
      const now = scheduler.now();
      const isRelayed = state.streamId === run.streamId;
      if (!isRelayed) {
        if (now - lastStateAt >= serviceTimeoutMs) next ??= switchRun(state);
        return false;
      }
      lastStateAt = state.ended ? Number.NEGATIVE_INFINITY : now;
      run.confirmSeq(state.seq);
      run.applyOwnEvents(state);
      contradictedSince = state.seq < run.seq ? (contradictedSince ?? now) : undefined;
      if (contradictedSince !== undefined && now - contradictedSince >= serviceTimeoutMs)
        next ??= switchRun(state);
      return true;
    },
    async close(reason) {
      cancelBeat();
      await next;
      await run.end(reason);
    },
  };
};

/** The service's response to a relayed request. */
type RelayResponse = ReturnType<typeof decodeResponse>;

/** What the hubs for all runs of the service share. */
interface ServiceRunContext {
  readonly broker: Pick<RelayBroker, 'consume' | 'countMessages'>;
  readonly scheduler: Scheduler;
  readonly hubOptions: Omit<HubOptions, 'bus' | 'runAction' | 'waitForSeq' | 'scheduler'>;
  request(streamId: string, relayRequest: RelayRequest): Promise<RelayResponse>;
}

interface ServiceRun {
  readonly streamId: string;
  readonly hub: Hub;
  /** The last received event's sequence number. */
  readonly seq: number;
  /** Sets the last event's sequence number, as published by the service. */
  confirmSeq(seq: number): void;
  /** Sets the event kinds of the runtime's own, as published by the service. */
  applyOwnEvents(state: Pick<ServiceState, 'ownEvents'>): void;
  /** Closes the run's connections. Resolves after their sockets have closed. */
  end(reason: string): Promise<void>;
}

/** The longest time for which a relay reads stored events before it accepts clients. */
const catchUpTimeoutMs = 10_000;

/** Opens the hub for a run, after reading the run's events that the stream still contains. */
const openServiceRun = async (
  { broker, scheduler, hubOptions, request }: ServiceRunContext,
  state: ServiceState,
): Promise<ServiceRun> => {
  const { streamId, seq } = state;
  const stream = createRelayedStream(streamId, seq, scheduler);
  let appliedOwnEvents = '[]';
  const applyOwnEvents: ServiceRun['applyOwnEvents'] = ({ ownEvents = [] }) => {
    // Each state repeats the kinds, but changed kinds are rare.
    const text = JSON.stringify(ownEvents);
    if (text === appliedOwnEvents) return;
    appliedOwnEvents = text;
    stream.kinds.addOwn(new Map(ownEvents.map(({ type, subject }) => [type, { subject }])));
  };
  applyOwnEvents(state);
  const runAction: RunAction = async (action, parameters, { token }) => {
    const { head } = await request(streamId, { kind: 'action', token, action, parameters });
    await stream.waitForSeq(head.seq);
    if (head.kind === 'fault') throw fromRelayedError(head.fault);
    if (head.kind !== 'outcome') throw new Error(`The response to an action was of the kind ${head.kind}.`);
    return head.outcome;
  };
  const hub = createHub({
    ...hubOptions,
    ...{ bus: stream, scheduler, runAction },
    waitForSeq: (requestedStreamId, last) =>
      requestedStreamId === streamId ? stream.waitForSeq(last) : undefined,
  });
  const stopConsuming = await catchUp({ broker, scheduler }, stream);
  await stream.waitForSeq(seq);
  stream.skipTo(seq);
  stream.goLive();
  return {
    streamId,
    hub,
    get seq() {
      return stream.seq;
    },
    confirmSeq: stream.confirmSeq,
    applyOwnEvents,
    end(reason) {
      stopConsuming();
      return hub.close(reason);
    },
  };
};

/**
 * Reads the stored events of a run, and then continues with new events.
 * @returns a function that stops reading
 */
const catchUp = async (
  { broker, scheduler }: Pick<ServiceRunContext, 'broker' | 'scheduler'>,
  stream: RelayedStream,
): Promise<() => void> => {
  const storedCount = await broker.countMessages(stream.streamId).catch(() => 0);
  let onCaughtUp = (): void => {};
  const whenCaughtUp = new Promise<void>((resolve) => {
    onCaughtUp = resolve;
  });
  const stopConsuming = broker.consume(stream.streamId, ({ message, pending }) => {
    const batch = parseRelayMessage(EventBatch, message);
    if (batch) stream.acceptBatch(batch);
    if (pending === 0) onCaughtUp();
  });
  const cancel = scheduler.after(storedCount > 0 ? catchUpTimeoutMs : 0, onCaughtUp);
  await whenCaughtUp;
  cancel();
  return stopConsuming;
};
