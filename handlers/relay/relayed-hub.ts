import type { EventType } from '#spec/events.ts';
import { decodeResponse } from '../broker/response-codec.ts';
import type { RelayBroker } from '../broker/broker.ts';
import type { RelayRequest, RelayInterest, ServiceState } from '../broker/relay-messages.ts';
import type { Hub, HubOptions } from '../hub/hub.ts';
import type { Scheduler } from '#runtime/shared/scheduler.ts';
import { type RelayResponse, openServiceRun, type ServiceRunContext } from './service-run.ts';

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
  let types: readonly EventType[] = [];
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
  const onInterest = (next: readonly EventType[]): void => {
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
