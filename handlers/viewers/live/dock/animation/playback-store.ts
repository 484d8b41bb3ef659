import { batch, computed, signal } from '@preact/signals';
import { SceneRuntimeError } from '#spec/client/index.ts';
import { findEndedPlayback, createLayerRows } from './layer-rows.ts';
import type { ReadonlySignal } from '@preact/signals';
import type { Session } from '../../session/session.ts';
import type { Playback, PlaybackEvent } from './animation-types.ts';
import type { EndedPlayback, LayerRow } from './layer-rows.ts';

/** The playbacks as last read, together with the rate of simulated time. */
interface PlaybackSnapshot {
  readonly playbacks: readonly Playback[];
  /** The time at which the playbacks were read, in milliseconds on the page's clock. */
  readonly at: number;
  /** The number of simulated seconds per second; 0 while time is paused. */
  readonly rate: number;
}

/** An object's playbacks. */
export interface ObjectPlaybacks {
  readonly snapshot: ReadonlySignal<PlaybackSnapshot>;
  readonly rows: ReadonlySignal<readonly LayerRow[]>;
  /** The playbacks' events, latest first. */
  readonly recentEvents: ReadonlySignal<readonly PlaybackEvent[]>;
  /** The reason why the object can't be read, as reported by the service. */
  readonly readError: ReadonlySignal<string | undefined>;
  /** Reads the playbacks of the object that has this tag. */
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
  /** Returns the current time in milliseconds. */
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
