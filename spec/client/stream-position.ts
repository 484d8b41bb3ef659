/** Where a client stands in the stream of events, so that it can go on from there when it comes back. */
import type { Envelope } from './event-types.ts';

/** A place in a stream; another run of the service is another stream. */
export interface StreamPosition {
  readonly streamId: string;
  readonly seq: number;
}

interface PositionTracker {
  /** The latest event that is known; undefined as long as nothing is. */
  readonly latest: StreamPosition | undefined;
  /** The place behind which something may still be on its way: high-volume events are held back and arrive late. */
  readonly resumePosition: StreamPosition | undefined;
  /** @returns whether the event has not come before, by itself or within one that stands for it */
  acceptEvent(event: Envelope): boolean;
  /** Everything up to here has come. */
  advanceTo(place: StreamPosition): void;
  reset(): void;
}

/** Sources remembered, beyond which those that cannot come again are dropped. */
const maxSources = 10_000;

/** @param holdMs how long the service may hold an event back */
export const createPositionTracker = (holdMs: number, now: () => number = Date.now): PositionTracker => {
  let streamId: string | undefined;
  let latest = 0;
  let settled = 0;
  let settling = 0;
  let markedAt = 0;
  /** The last number by source. Events of one source come in order, and later ones stand for earlier ones. */
  const lastOf = new Map<string, number>();

  const place = (seq: number): StreamPosition | undefined =>
    streamId === undefined ? undefined : { streamId, seq };
  const begin = (stream: string | undefined, seq = 0) => {
    streamId = stream;
    latest = settled = settling = seq;
    lastOf.clear();
  };
  const prune = () => {
    if (lastOf.size <= maxSources) return;
    for (const [source, seq] of lastOf) if (seq <= settled) lastOf.delete(source);
  };
  /** What was the latest a while ago is settled. */
  const age = () => {
    const time = now();
    if (time - markedAt >= holdMs) {
      settled = settling;
      settling = latest;
      markedAt = time;
      prune();
    }
  };

  return {
    get latest() {
      return place(latest);
    },
    get resumePosition() {
      return place(settled);
    },
    acceptEvent(event) {
      if (event.streamId !== streamId) begin(event.streamId, event.seq - 1);
      const source = `${event.type} ${event.nodeId ?? event.graphId}`;
      if (event.seq <= (lastOf.get(source) ?? 0)) return false;
      age();
      lastOf.set(source, event.seq);
      latest = Math.max(latest, event.seq);
      return true;
    },
    advanceTo(next) {
      if (next.streamId !== streamId) begin(next.streamId);
      latest = Math.max(latest, next.seq);
      settled = settling = Math.max(settled, next.seq);
    },
    reset() {
      begin(undefined);
    },
  };
};

/** Where a subscription begins, as the service answers it; undefined where it does not tell. */
export const parseStreamPosition = (
  answer: Partial<StreamPosition> | null | undefined,
): StreamPosition | undefined => {
  const { streamId, seq } = answer ?? {};
  return typeof streamId === 'string' && Number.isSafeInteger(seq)
    ? ({ streamId, seq } as StreamPosition)
    : undefined;
};
