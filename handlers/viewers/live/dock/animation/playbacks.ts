import { batch, computed, signal } from '@preact/signals';
import { SceneRuntimeError } from '#spec/client/index.ts';
import { findEndedPlayback, createLayerRows } from './layer-rows.ts';
import type { ReadonlySignal } from '@preact/signals';
import type { Session } from '../../session/session.ts';
import type { Playback, PlaybackEvent } from './animation-types.ts';
import type { EndedPlayback, LayerRow } from './layer-rows.ts';

/** Playbacks as they were read, and how time goes on from there. */
interface PlaybackSnapshot {
  readonly playbacks: readonly Playback[];
  /** When, in milliseconds of the page. */
  readonly at: number;
  /** Simulated seconds per second: 0 while time is paused. */
  readonly rate: number;
}

/** What plays on one object. */
export interface ObjectPlaybacks {
  readonly snapshot: ReadonlySignal<PlaybackSnapshot>;
  readonly rows: ReadonlySignal<readonly LayerRow[]>;
  /** What was told of them, latest first. */
  readonly recentEvents: ReadonlySignal<readonly PlaybackEvent[]>;
  /** Why nothing can be said of the object, in the words of the service. */
  readonly readError: ReadonlySignal<string | undefined>;
  /** Reads those of the object with this tag. */
  refresh(tag: string): Promise<void>;
  /** Takes in what was told, oldest first. */
  handleEvents(events: readonly PlaybackEvent[]): void;
  /** Goes on to another object: no answer about the last one counts any more. */
  reset(): void;
}

interface ObjectPlaybacksOptions {
  readonly session: Pick<Session, 'client' | 'hub'>;
  /** In milliseconds. */
  now(): number;
}

const maxRecentEvents = 50;
/** As many as there are layers. */
const maxEnded = 64;
const maxSeen = 2 * maxEnded;

export const createObjectPlaybacks = ({
  session: { client, hub },
  now,
}: ObjectPlaybacksOptions): ObjectPlaybacks => {
  const reading = signal<PlaybackSnapshot>({ playbacks: [], at: 0, rate: 1 });
  const ended = signal<readonly EndedPlayback[]>([]);
  const told = signal<readonly PlaybackEvent[]>([]);
  const trouble = signal<string>();
  /** As they were read last, by id: an end may be told after readings in which it shows. */
  const seen = new Map<string, Playback>();
  let asked = 0;
  let latest = 0;

  const keep = (playbacks: readonly Playback[]): void => {
    for (const playback of playbacks) {
      seen.delete(playback.playbackId);
      seen.set(playback.playbackId, playback);
    }
    for (const id of [...seen.keys()].slice(0, -maxSeen)) seen.delete(id);
  };

  const readRate = async (): Promise<number> => {
    try {
      const { paused, scale } = (await (hub.peek() ?? client).act('time.get')).result;
      return paused ? 0 : scale;
    } catch {
      // time of a service that does not tell runs as everywhere
      return 1;
    }
  };

  return {
    snapshot: reading,
    rows: computed(() => createLayerRows(reading.value.playbacks, ended.value)),
    recentEvents: told,
    readError: trouble,
    async refresh(tag) {
      asked += 1;
      const order = asked;
      try {
        const [playbacks, rate] = await Promise.all([
          client.request('GET /api/objects/{tag}/animations/playbacks', { params: { tag } }),
          readRate(),
        ]);
        if (order < latest) return;
        latest = order;
        keep(playbacks);
        reading.value = { playbacks, rate, at: now() };
        trouble.value = undefined;
      } catch (failure) {
        // that the service is away, the header says
        if (order >= latest && failure instanceof SceneRuntimeError) trouble.value = failure.message;
      }
    },
    handleEvents(events) {
      const { playbacks, ...others } = reading.peek();
      const over = events.flatMap((event) => findEndedPlayback(event, seen) ?? []);
      const ids = new Set(over.map(({ playback }) => playback.playbackId));
      for (const id of ids) seen.delete(id);
      batch(() => {
        told.value = [...events.toReversed(), ...told.peek()].slice(0, maxRecentEvents);
        if (over.length === 0) return;
        ended.value = [...ended.peek(), ...over].slice(-maxEnded);
        reading.value = { ...others, playbacks: playbacks.filter(({ playbackId }) => !ids.has(playbackId)) };
      });
    },
    reset() {
      latest = asked + 1;
      asked = latest;
      seen.clear();
      batch(() => {
        reading.value = { ...reading.peek(), playbacks: [] };
        ended.value = [];
        told.value = [];
        trouble.value = undefined;
      });
    },
  };
};
