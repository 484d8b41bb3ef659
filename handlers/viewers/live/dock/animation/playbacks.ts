import { batch, computed, signal } from '@preact/signals';
import { SceneRuntimeError } from '#spec/client/index.ts';
import { endedBy, layerRows } from './layer-rows.ts';
import type { ReadonlySignal } from '@preact/signals';
import type { Session } from '../../session/session.ts';
import type { Playback, PlaybackEvent } from './facts.ts';
import type { Ended, LayerRow } from './layer-rows.ts';

/** Playbacks as they were read, and how time goes on from there. */
interface Reading {
  readonly playbacks: readonly Playback[];
  /** When, in milliseconds of the page. */
  readonly at: number;
  /** Simulated seconds per second: 0 while time is paused. */
  readonly rate: number;
}

/** What plays on one object. */
export interface Playbacks {
  readonly reading: ReadonlySignal<Reading>;
  readonly rows: ReadonlySignal<readonly LayerRow[]>;
  /** What was told of them, latest first. */
  readonly told: ReadonlySignal<readonly PlaybackEvent[]>;
  /** Why nothing can be said of the object, in the words of the service. */
  readonly trouble: ReadonlySignal<string | undefined>;
  /** Reads those of the object with this tag. */
  read(tag: string): Promise<void>;
  /** Takes in what was told, oldest first. */
  hear(events: readonly PlaybackEvent[]): void;
  /** Goes on to another object: no answer about the last one counts any more. */
  forget(): void;
}

interface PlaybacksParts {
  readonly session: Pick<Session, 'client' | 'hub'>;
  /** In milliseconds. */
  now(): number;
}

const mostTold = 50;
/** As many as there are layers. */
const mostEnded = 64;
const mostKept = 2 * mostEnded;

export const createPlaybacks = ({ session: { client, hub }, now }: PlaybacksParts): Playbacks => {
  const reading = signal<Reading>({ playbacks: [], at: 0, rate: 1 });
  const ended = signal<readonly Ended[]>([]);
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
    for (const id of [...seen.keys()].slice(0, -mostKept)) seen.delete(id);
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
    reading,
    rows: computed(() => layerRows(reading.value.playbacks, ended.value)),
    told,
    trouble,
    async read(tag) {
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
    hear(events) {
      const { playbacks, ...others } = reading.peek();
      const over = events.flatMap((event) => endedBy(event, seen) ?? []);
      const ids = new Set(over.map(({ playback }) => playback.playbackId));
      for (const id of ids) seen.delete(id);
      batch(() => {
        told.value = [...events.toReversed(), ...told.peek()].slice(0, mostTold);
        if (over.length === 0) return;
        ended.value = [...ended.peek(), ...over].slice(-mostEnded);
        reading.value = { ...others, playbacks: playbacks.filter(({ playbackId }) => !ids.has(playbackId)) };
      });
    },
    forget() {
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
