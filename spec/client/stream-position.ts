/** Tracks the position of a client in the event stream, from which it resumes after a reconnect. */
import type { Envelope } from './event-types.ts';

/** A position in a stream. Each run of the service has its own stream. */
export interface StreamPosition {
  readonly streamId: string;
  readonly seq: number;
}

interface PositionTracker {
  /** The latest known position, or undefined if there is none yet. */
  readonly latest: StreamPosition | undefined;
  /** The position from which to resume. High-volume events are delayed, so events after it can still be in flight. */
  readonly resumePosition: StreamPosition | undefined;
  /** @returns whether the event is new: it has not arrived before, and no coalesced event has replaced it */
  acceptEvent(event: Envelope): boolean;
  /** Marks all events up to this position as received. */
  advanceTo(position: StreamPosition): void;
  reset(): void;
}

/** Maximum number of tracked sources. Beyond it, those whose events can't arrive again are dropped. */
const maxSources = 10_000;

/** @param holdMs how long the service may delay an event */
export const createPositionTracker = (holdMs: number, now: () => number = Date.now): PositionTracker => {
  let streamId: string | undefined;
  let latest = 0;
  let resumeSeq = 0;
  let nextResumeSeq = 0;
  let markedAt = 0;
  /**
   * The latest sequence number by source. Events of one source arrive in order, and later ones replace earlier ones.
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
  /** Moves the resume position to what was the latest event `holdMs` ago. */
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

/** Parses where a subscription begins, or returns undefined if the service does not report it. */
export const parseStreamPosition = (
  response: Partial<StreamPosition> | null | undefined,
): StreamPosition | undefined => {
  const { streamId, seq } = response ?? {};
  return typeof streamId === 'string' && Number.isSafeInteger(seq)
    ? ({ streamId, seq } as StreamPosition)
    : undefined;
};
