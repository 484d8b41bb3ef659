/** One run of the service, as a relay provides it to clients. */
import { fromRelayedError } from '../broker/relayed-error.ts';
import type { decodeResponse } from '../broker/response-codec.ts';
import type { RelayBroker } from '../broker/broker.ts';
import { EventBatch, type RelayRequest, type ServiceState } from '../broker/relay-messages.ts';
import { parseRelayMessage } from '../broker/parse-relay-message.ts';
import { createHub, type Hub, type HubOptions } from '../hub/hub.ts';
import type { RunAction } from '../hub/methods/define-method.ts';
import type { Scheduler } from '#runtime/shared/scheduler.ts';
import { createRelayedStream, type RelayedStream } from './relayed-stream.ts';

/** The service's response to a relayed request. */
export type RelayResponse = ReturnType<typeof decodeResponse>;

/** What the hubs for all runs of the service share. */
export interface ServiceRunContext {
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
  /** Closes the run's connections. Resolves after their sockets have closed. */
  end(reason: string): Promise<void>;
}

/** The longest time for which a relay reads stored events before it accepts clients. */
const catchUpTimeoutMs = 10_000;

/** Opens the hub for a run, after reading the run's events that the stream still contains. */
export const openServiceRun = async (
  { broker, scheduler, hubOptions, request }: ServiceRunContext,
  { streamId, seq }: ServiceState,
): Promise<ServiceRun> => {
  const stream = createRelayedStream(streamId, seq, scheduler);
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
