/** Tracks a client's position in the event stream, from which the client resumes after it has reconnected. */
import type { Envelope } from './event-types.ts';

/** A position in a stream. Each run of the service has its own stream. */
export interface StreamPosition {
  readonly streamId: string;
  readonly seq: number;
}

interface PositionTracker {
  /** The latest known position, or `undefined` if no position is known yet. */
  readonly latest: StreamPosition | undefined;
  /**
   * The position from which to resume. This position trails the latest position, because high-volume events are delayed
   * and can still be in flight.
   */
  readonly resumePosition: StreamPosition | undefined;
  /**
   * Records an event.
   * @returns whether the event is new: it has not arrived before, and no coalesced event has replaced it
   */
  acceptEvent(event: Envelope): boolean;
  /** Marks all events up to the given position as received. */
  advanceTo(position: StreamPosition): void;
  reset(): void;
}

/** Maximum number of tracked sources. Beyond this number, sources are dropped if their events can no longer arrive. */
const maxSources = 10_000;

/**
 * Creates a tracker for a client's position in the event stream.
 * @param holdMs how long the service may delay an event, in milliseconds
 */
export const createPositionTracker = (holdMs: number, now: () => number = Date.now): PositionTracker => {
  let streamId: string | undefined;
  let latest = 0;
  let resumeSeq = 0;
  let nextResumeSeq = 0;
  let markedAt = 0;
  /**
   * The latest sequence number, keyed by source. Events from one source arrive in order, and later events replace
   * earlier events.
   */
  const latestBySource = new Map<string, number>();

  const toPosition = (seq: number): StreamPosition | undefined =>
    streamId === undefined ? undefined : { streamId, seq };
  const startStream = (stream: string | undefined, seq = 0) => {
    streamId = stream;
    latest = resumeSeq = nextResumeSeq = seq;
    latestBySource.clear();
  };
  const removeOldSources = () => {
    if (latestBySource.size <= maxSources) return;
    for (const [source, seq] of latestBySource) if (seq <= resumeSeq) latestBySource.delete(source);
  };
  /** Moves the resume position to the event that was the latest one `holdMs` ago. */
  const advanceResumePosition = () => {
    const time = now();
    if (time - markedAt >= holdMs) {
      resumeSeq = nextResumeSeq;
      nextResumeSeq = latest;
      markedAt = time;
      removeOldSources();
    }
  };

  return {
    get latest() {
      return toPosition(latest);
    },
    get resumePosition() {
      return toPosition(resumeSeq);
    },
    acceptEvent(event) {
      if (event.streamId !== streamId) startStream(event.streamId, event.seq - 1);
      const source = `${event.type} ${event.nodeId ?? event.graphId}`;
      if (event.seq <= (latestBySource.get(source) ?? 0)) return false;
      advanceResumePosition();
      latestBySource.set(source, event.seq);
      latest = Math.max(latest, event.seq);
      return true;
    },
    advanceTo(next) {
      if (next.streamId !== streamId) startStream(next.streamId);
      latest = Math.max(latest, next.seq);
      resumeSeq = nextResumeSeq = Math.max(resumeSeq, next.seq);
    },
    reset() {
      startStream(undefined);
    },
  };
};

/**
 * Parses the position at which a subscription begins, or returns `undefined` if the service does not report a position.
 */
export const parseStreamPosition = (
  response: Partial<StreamPosition> | null | undefined,
): StreamPosition | undefined => {
  const { streamId, seq } = response ?? {};
  return typeof streamId === 'string' && Number.isSafeInteger(seq)
    ? ({ streamId, seq } as StreamPosition)
    : undefined;
};
