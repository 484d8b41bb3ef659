import { batch, computed, signal } from '@preact/signals';
import { SceneRuntimeError } from '#spec/client/index.ts';
import { findEndedPlayback, createLayerRows } from './layer-rows.ts';
import type { ReadonlySignal } from '@preact/signals';
import type { Session } from '../../session/session.ts';
import type { Playback, PlaybackEvent } from './animation-types.ts';
import type { EndedPlayback, LayerRow } from './layer-rows.ts';

/** Playbacks as they were last read, with the rate of time. */
interface PlaybackSnapshot {
  readonly playbacks: readonly Playback[];
  /** When they were read, in milliseconds of the page. */
  readonly at: number;
  /** Simulated seconds per second: 0 while time is paused. */
  readonly rate: number;
}

/** The playbacks of one object. */
export interface ObjectPlaybacks {
  readonly snapshot: ReadonlySignal<PlaybackSnapshot>;
  readonly rows: ReadonlySignal<readonly LayerRow[]>;
  /** Their events, latest first. */
  readonly recentEvents: ReadonlySignal<readonly PlaybackEvent[]>;
  /** Why the object can't be read, as the service says. */
  readonly readError: ReadonlySignal<string | undefined>;
  /** Reads the playbacks of the object with this tag. */
  refresh(tag: string): Promise<void>;
  /** Applies events, oldest first. */
  handleEvents(events: readonly PlaybackEvent[]): void;
  /** Switches to another object; pending responses for the last one are ignored. */
  reset(): void;
}

interface ObjectPlaybacksOptions {
  readonly session: Pick<Session, 'client' | 'hub'>;
  /** In milliseconds. */
  now(): number;
}

const maxRecentEvents = 50;
/** The number of layers. */
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
  /** The last state of each playback by id, since an end event may arrive after reads without the playback. */
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
      // without a rate from the service, time runs at the usual one
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
        // the header already shows an unreachable service
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
