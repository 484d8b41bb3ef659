import { batch, computed, type ReadonlySignal, signal } from '@preact/signals';
import { type Answer, type EventOf, SceneRuntimeError } from '#spec/client/index.ts';
import type { Session } from '../../session/session.ts';

export type Playback = Answer<'GET /api/objects/{tag}/animations/playbacks'>[number];
export type ClipInfo = Answer<'GET /api/objects/{tag}/animations/clips/{clip}'>;
export type PlaybackEvent = EventOf<'animation.playback.*'>;
export type LoopMode = Playback['loopMode'];

/** The playbacks as last read, together with the rate of simulated time. */
interface PlaybackSnapshot {
  readonly playbacks: readonly Playback[];
  /** The time at which the playbacks were read, in milliseconds on the page's clock. */
  readonly at: number;
  /** The number of simulated seconds per second; 0 while time is paused. */
  readonly rate: number;
}

export interface ObjectPlaybacks {
  readonly snapshot: ReadonlySignal<PlaybackSnapshot>;
  readonly rows: ReadonlySignal<readonly LayerRow[]>;
  /** The playbacks' events, latest first. */
  readonly recentEvents: ReadonlySignal<readonly PlaybackEvent[]>;
  /** The reason why the object can't be read, as reported by the service. */
  readonly readError: ReadonlySignal<string | undefined>;
  refresh(tag: string): Promise<void>;
  /**
   * Applies events to the playbacks.
   * @param events the events, oldest first
   */
  handleEvents(events: readonly PlaybackEvent[]): void;
  /** Switches to another object. Pending responses for the previous object are then ignored. */
  reset(): void;
}

interface ObjectPlaybacksOptions {
  readonly session: Pick<Session, 'client' | 'hub'>;
  now(): number;
}

const maxRecentEvents = 50;
/** The maximum number of ended playbacks kept, which equals the number of layers. */
const maxEnded = 64;
const maxSeen = 2 * maxEnded;

export const createObjectPlaybacks = ({
  session: { client, hub },
  now,
}: ObjectPlaybacksOptions): ObjectPlaybacks => {
  const snapshot = signal<PlaybackSnapshot>({ playbacks: [], at: 0, rate: 1 });
  const ended = signal<readonly EndedPlayback[]>([]);
  const recentEvents = signal<readonly PlaybackEvent[]>([]);
  const readError = signal<string>();
  /**
   * The last known state of each playback, keyed by id. This state is needed because an end event may arrive after a
   * read that no longer contains the playback.
   */
  const cached = new Map<string, Playback>();
  let requestCount = 0;
  let latestApplied = 0;

  const cachePlaybacks = (playbacks: readonly Playback[]): void => {
    for (const playback of playbacks) {
      cached.delete(playback.playbackId);
      cached.set(playback.playbackId, playback);
    }
    for (const id of [...cached.keys()].slice(0, -maxSeen)) cached.delete(id);
  };

  const readRate = async (): Promise<number> => {
    try {
      const { paused, scale } = (await (hub.peek() ?? client).act('time.get')).result;
      return paused ? 0 : scale;
    } catch {
      // if the service reports no rate, assume that time runs at the usual rate
      return 1;
    }
  };

  return {
    snapshot,
    rows: computed(() => createLayerRows(snapshot.value.playbacks, ended.value)),
    recentEvents,
    readError,
    async refresh(tag) {
      requestCount += 1;
      const requestNumber = requestCount;
      try {
        const [playbacks, rate] = await Promise.all([
          client.request('GET /api/objects/{tag}/animations/playbacks', { params: { tag } }),
          readRate(),
        ]);
        if (requestNumber < latestApplied) return;
        latestApplied = requestNumber;
        cachePlaybacks(playbacks);
        snapshot.value = { playbacks, rate, at: now() };
        readError.value = undefined;
      } catch (failure) {
        // other failures need no message, because the header already shows that the service is unreachable
        if (requestNumber >= latestApplied && failure instanceof SceneRuntimeError)
          readError.value = failure.message;
      }
    },
    handleEvents(events) {
      const { playbacks, ...timing } = snapshot.peek();
      const justEnded = events.flatMap((event) => findEndedPlayback(event, cached) ?? []);
      const ids = new Set(justEnded.map(({ playback }) => playback.playbackId));
      for (const id of ids) cached.delete(id);
      batch(() => {
        recentEvents.value = [...events.toReversed(), ...recentEvents.peek()].slice(0, maxRecentEvents);
        if (justEnded.length === 0) return;
        ended.value = [...ended.peek(), ...justEnded].slice(-maxEnded);
        snapshot.value = { ...timing, playbacks: playbacks.filter(({ playbackId }) => !ids.has(playbackId)) };
      });
    },
    reset() {
      latestApplied = requestCount + 1;
      requestCount = latestApplied;
      cached.clear();
      batch(() => {
        snapshot.value = { ...snapshot.peek(), playbacks: [] };
        ended.value = [];
        recentEvents.value = [];
        readError.value = undefined;
      });
    },
  };
};

/** A playback that has ended. It includes the final position and the reason for the end. */
interface EndedPlayback {
  readonly playback: Playback;
  readonly reason: string;
}

/** A layer with its current playback, or else its last one. */
export interface LayerRow {
  readonly playback: Playback;
  /** The reason why the playback ended, or `undefined` while the playback is live. */
  readonly reason?: string;
}

/** Creates one row per layer, lowest layer first. */
export const createLayerRows = (live: readonly Playback[], ended: readonly EndedPlayback[]): LayerRow[] => {
  const byLayer = new Map<number, LayerRow>(ended.map((row) => [row.playback.layer, row]));
  for (const playback of live) byLayer.set(playback.layer, { playback });
  return [...byLayer.values()].sort((a, b) => a.playback.layer - b.playback.layer);
};

/** Returns the playback that an event ends, or `undefined` if it ends none of the given playbacks. */
export const findEndedPlayback = (
  event: PlaybackEvent,
  cached: ReadonlyMap<string, Playback>,
): EndedPlayback | undefined => {
  if (event.type !== 'animation.playback.completed' && event.type !== 'animation.playback.stopped')
    return undefined;
  const { playbackId, reason } = event.data;
  const playback = cached.get(playbackId);
  if (!playback) return undefined;
  const end = playback.direction === 'forward' ? playback.duration : 0;
  return { playback: reason === 'natural' ? { ...playback, time: end } : playback, reason };
};
