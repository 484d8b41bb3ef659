import { signal } from '@preact/signals';
import type { ReadonlySignal } from '@preact/signals';
import type { Meter, Values } from './meters/meter.ts';

/** What was measured in a second. */
export interface Sample {
  /** In seconds since 1970. */
  readonly at: number;
  readonly values: Values;
  /** Whether nothing was measured before it. */
  readonly begins: boolean;
}

/** Measures once a second while somebody looks. */
export interface Recorder {
  /** Those of the last two minutes, oldest first. */
  readonly samples: ReadonlySignal<readonly Sample[]>;
  watch(isSeen: boolean): void;
}

interface Clock {
  /** In milliseconds since 1970. */
  now(): number;
  /** Does something later. @returns what calls it off */
  after(ms: number, work: () => void): () => void;
}

/** How long samples are kept, in seconds. */
export const keptSeconds = 120;
const everyMs = 1_000;

export const createRecorder = (meters: readonly Meter[], clock: Clock): Recorder => {
  const samples = signal<readonly Sample[]>([]);
  let end: (() => void) | undefined;

  /** @returns what ends it */
  const record = (): (() => void) => {
    const ends = meters.map((meter) => meter.begin());
    let isOver = false;
    let begins = true;
    let last = clock.now();
    let callOff = (): void => {};

    const take = async (): Promise<void> => {
      const now = clock.now();
      const seconds = (now - last) / 1_000;
      last = now;
      const values = await readAll(meters, seconds);
      if (isOver) return;
      const at = now / 1_000;
      samples.value = [
        ...samples.value.filter((sample) => sample.at > at - keptSeconds),
        { at, values, begins },
      ];
      begins = false;
      wait();
    };
    const wait = (): void => {
      callOff = clock.after(Math.max(0, last + everyMs - clock.now()), () => void take());
    };
    wait();
    return () => {
      isOver = true;
      callOff();
      for (const endOne of ends) endOne();
    };
  };

  return {
    samples,
    watch(isSeen) {
      if (isSeen === (end !== undefined)) return;
      end?.();
      end = isSeen ? record() : undefined;
    },
  };
};

/** What one of them cannot measure is absent. */
const readAll = async (meters: readonly Meter[], seconds: number): Promise<Values> => {
  const read = await Promise.all(meters.map((meter) => meter.read(seconds).catch(() => ({}))));
  return Object.assign({}, ...read);
};
