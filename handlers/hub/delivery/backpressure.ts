import { isHighVolumeEvent } from '#runtime/link/raise-event.ts';
import { type Gap, mergeGaps } from './event-history.ts';
import type { Scheduler } from '#runtime/shared/scheduler.ts';
import type { Envelope } from '#spec/events.ts';
import type { HubLimits } from '../hub-limits.ts';
import type { Transport } from '../session/transport.ts';

/** The state of a slow consumer, from the first bytes that remain unsent until the consumer has caught up. */
export interface Backpressure
  extends Pick<Backlog, 'addWritten'>,
    Omit<SlowConsumer, 'isKeepingUp'>,
    Pick<LoadShedder, 'shed'> {
  /** Whether the consumer has caught up and has been told about every gap. */
  isRelieved(): boolean;
}

/** @param onTooSlow called when the consumer has been slow for too long */
export const createBackpressure = (
  line: Transport,
  limits: HubLimits,
  scheduler: Scheduler,
  onTooSlow: () => void,
): Backpressure => {
  const backlog = createBacklog(line, limits);
  const consumer = createSlowConsumer(backlog, limits, scheduler, onTooSlow);
  const loadShedder = createLoadShedder();
  return {
    addWritten: backlog.addWritten,
    checkSlow: consumer.checkSlow,
    stop: consumer.stop,
    shed: loadShedder.shed,
    isRelieved: () => backlog.isEmpty() && consumer.isKeepingUp() && loadShedder.hasReportedGap(),
  };
};

/**
 * Drops high-volume events while a consumer is slow. The first gap is reported immediately, and all others after the
 * consumer has caught up, so that slow consumers with the same gap can share the encoded bytes.
 */
const createLoadShedder = () => {
  let gap: Gap | undefined;
  /** Whether a gap has been reported since the consumer became slow. */
  let hasWarned = false;
  return {
    /** Whether every gap has been reported to the consumer. */
    hasReportedGap: (): boolean => gap === undefined,
    /** @returns the events to deliver; the same list if no event is dropped or changed */
    shed(events: readonly Envelope[], isSlow: boolean): readonly Envelope[] {
      hasWarned &&= isSlow;
      const isOwed = () => gap !== undefined && !hasWarned;
      if (!isOwed() && !(isSlow && events.some(isHighVolumeEvent))) return events;
      return events.flatMap((event) => {
        if (isSlow && isHighVolumeEvent(event)) {
          const missed = { from: event.seq, to: event.seq };
          gap = mergeGaps(gap, missed);
          return [];
        }
        if (!gap || !isOwed()) return [event];
        const withGap = { ...event, gap: mergeGaps(event.gap, gap) };
        gap = undefined;
        hasWarned = isSlow;
        return [withGap];
      });
    },
  };
};

type LoadShedder = ReturnType<typeof createLoadShedder>;

/** Watches a slow consumer, and gives up on the consumer if it doesn't catch up in time. */
const createSlowConsumer = (
  backlog: Backlog,
  limits: HubLimits,
  scheduler: Scheduler,
  disconnect: () => void,
) => {
  let cancel: (() => void) | undefined;
  const stop = () => {
    cancel?.();
    cancel = undefined;
  };
  return {
    /** Whether the consumer is currently slow. */
    checkSlow(): boolean {
      if (!backlog.isOverLimit()) {
        stop();
        return false;
      }
      if (backlog.isOverHardLimit()) disconnect();
      else cancel ??= scheduler.after(limits.backlogMs, () => backlog.isOverLimit() && disconnect());
      return true;
    },
    /** Whether the consumer has caught up. */
    isKeepingUp: (): boolean => cancel === undefined,
    stop,
  };
};

type SlowConsumer = ReturnType<typeof createSlowConsumer>;

/** A backlog may grow to this many times its byte limit while the consumer still has time to catch up. */
const hardLimitFactor = 2;

/** The frames that were written but have not left the process yet. They show how far the consumer is behind. */
const createBacklog = (transport: Transport, limits: HubLimits) => {
  const unsent: { readonly end: number; readonly messages: number }[] = [];
  let writtenBytes = 0;
  let messages = 0;
  const removeSent = () => {
    const sent = writtenBytes - transport.getBufferedBytes();
    while (unsent[0] && unsent[0].end <= sent) {
      messages -= unsent[0].messages;
      unsent.shift();
    }
  };
  return {
    addWritten(count: number, bytes: number) {
      writtenBytes += bytes;
      if (unsent.length === 0 && transport.getBufferedBytes() === 0) return;
      unsent.push({ end: writtenBytes, messages: count });
      messages += count;
      removeSent();
    },
    /** Whether all frames have left the process. */
    isEmpty(): boolean {
      removeSent();
      return unsent.length === 0;
    },
    /** Whether the backlog is so large that the consumer counts as slow. */
    isOverLimit(): boolean {
      if (unsent.length === 0) return false;
      removeSent();
      return messages > limits.backlogMessages || transport.getBufferedBytes() > limits.backlogBytes;
    },
    /** Whether the backlog takes too much memory to keep waiting for the consumer. */
    isOverHardLimit: (): boolean => transport.getBufferedBytes() > hardLimitFactor * limits.backlogBytes,
  };
};

type Backlog = ReturnType<typeof createBacklog>;
