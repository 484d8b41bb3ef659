import { ApiError } from '#spec/errors.ts';
import { defaultRate } from '#spec/hub.ts';
import { type EventHistory, findGapAfter, replayEvents } from '../delivery/event-history.ts';
import { createSubscriptions } from '../delivery/subscriptions.ts';
import type { FanOut, Subscriber } from '../delivery/fan-out.ts';
import type { Envelope } from '#spec/events.ts';
import type { EventBus } from '../../controller/bus/event-bus.ts';
import type { HubLimits } from '../hub-limits.ts';
import type { MethodContext } from '../methods/define-method.ts';

/** The subscriptions of a connection, its event rate, and the events that it has missed. */
interface SubscriptionState extends Pick<MethodContext, 'subscribe' | 'unsubscribe' | 'resume' | 'setRate'> {
  /** Ends the delivery of events permanently. */
  end(): void;
}

interface SubscriptionStateOptions {
  readonly limits: HubLimits;
  readonly fanOut: FanOut;
  readonly history: EventHistory;
  readonly stream: StreamPosition;
  readonly subscriber: Subscriber;
  /** Sends past events to this connection only. */
  readonly sendPastEvents: (events: readonly Envelope[]) => void;
}

/** The current position of the event stream, and the event kinds that the stream can contain. */
export type StreamPosition = Pick<EventBus, 'streamId' | 'seq' | 'kinds'>;

export const createSubscriptionState = ({
  limits,
  fanOut,
  history,
  stream,
  subscriber,
  sendPastEvents,
}: SubscriptionStateOptions): SubscriptionState => {
  const subscriptions = createSubscriptions(limits, stream.kinds);
  let intervalMs = 1000 / defaultRate;
  let hasResumed = false;
  let isEnded = false;
  /**
   * The sequence number at which new subscriptions start after the client has resumed. While this is `undefined`, new
   * subscriptions start at the end of the stream.
   */
  let position: number | undefined;

  /**
   * Applies the current subscriptions. Pending events are sent first, according to the subscriptions at the time when
   * they were raised.
   */
  const applySubscriptions = (pastEvents: readonly Envelope[] = []) => {
    fanOut.flush();
    sendPastEvents(pastEvents);
    // Flushing or sending past events may have disconnected a slow client.
    if (!isEnded) fanOut.updateSubscription(subscriber, { interest: subscriptions.interest, intervalMs });
  };

  /**
   * @param apply changes the subscriptions, and returns whether they have changed
   * @returns the number of past events that were sent
   */
  const change = (apply: () => boolean): number => {
    const previous = position === undefined ? [] : subscriptions.all;
    if (!apply()) return 0;
    const pastEvents =
      position === undefined ? [] : replayEvents(history, position, previous, subscriptions.all);
    applySubscriptions(pastEvents);
    return pastEvents.length;
  };

  const stopFollowingKinds = stream.kinds.onChange(() => {
    if (subscriptions.resolveAgain()) applySubscriptions();
  });

  return {
    end() {
      isEnded = true;
      stopFollowingKinds();
      fanOut.removeSubscriber(subscriber);
    },
    subscribe(patterns, filter) {
      const seq = position ?? stream.seq;
      change(() => subscriptions.add(patterns, filter, seq));
      const unmatched = subscriptions.listUnmatched(patterns, filter);
      return { streamId: stream.streamId, seq, ...(unmatched.length > 0 && { unmatched }) };
    },
    unsubscribe(patterns) {
      const isChange = subscriptions.remove(patterns);
      position = undefined;
      if (isChange) applySubscriptions();
    },
    setRate(perSecond) {
      if (intervalMs === 1000 / perSecond) return;
      intervalMs = 1000 / perSecond;
      applySubscriptions();
    },
    resume(streamId, lastSeq) {
      if (hasResumed)
        throw new ApiError('INVALID_REQUEST', 'A connection can resume only once, and this one has.');
      const { seq } = stream;
      const start = streamId === stream.streamId ? lastSeq : 0;
      if (start > seq) {
        throw new ApiError(
          'INVALID_REQUEST',
          `lastSeq: expected at most ${seq}, the last event so far, not ${start}.`,
        );
      }
      hasResumed = true;
      position = start;
      const types = [...subscriptions.interest.keys()];
      const gap = findGapAfter(history, start, types.length > 0 ? types : stream.kinds.list());
      const replayed = change(() => subscriptions.rewind(start));
      return { streamId: stream.streamId, seq, replayed, ...(gap && { gap }) };
    },
  };
};
