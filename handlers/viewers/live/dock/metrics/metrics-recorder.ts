import { signal } from '@preact/signals';
import type { ReadonlySignal } from '@preact/signals';
import type { Meter, MeterValues } from './meters/meter.ts';

/** The values of one second. */
export interface MetricsSample {
  /** In seconds since 1970. */
  readonly at: number;
  readonly values: MeterValues;
  /** Whether the sample before it is missing. */
  readonly isFirst: boolean;
}

/** Measures once a second while the panel is visible. */
export interface MetricsRecorder {
  /** The samples of the last two minutes, oldest first. */
  readonly samples: ReadonlySignal<readonly MetricsSample[]>;
  start(isSeen: boolean): void;
}

interface RecorderClock {
  /** In milliseconds since 1970. */
  now(): number;
  /** Runs some work later. @returns a function that cancels it */
  after(ms: number, work: () => void): () => void;
}

/** How long samples are kept, in seconds. */
export const retentionSeconds = 120;
const sampleIntervalMs = 1_000;

export const createMetricsRecorder = (meters: readonly Meter[], clock: RecorderClock): MetricsRecorder => {
  const samples = signal<readonly MetricsSample[]>([]);
  let end: (() => void) | undefined;

  /** @returns a function that stops it */
  const record = (): (() => void) => {
    const ends = meters.map((meter) => meter.start());
    let isOver = false;
    let begins = true;
    let last = clock.now();
    let callOff = (): void => {};

    const take = async (): Promise<void> => {
      const now = clock.now();
      const seconds = (now - last) / 1_000;
      last = now;
      const values = await readMeters(meters, seconds);
      if (isOver) return;
      const at = now / 1_000;
      samples.value = [
        ...samples.value.filter((sample) => sample.at > at - retentionSeconds),
        { at, values, isFirst: begins },
      ];
      begins = false;
      wait();
    };
    const wait = (): void => {
      callOff = clock.after(Math.max(0, last + sampleIntervalMs - clock.now()), () => void take());
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
    start(isSeen) {
      if (isSeen === (end !== undefined)) return;
      end?.();
      end = isSeen ? record() : undefined;
    },
  };
};

/** Merges the values of all meters; a failed meter contributes none. */
const readMeters = async (meters: readonly Meter[], seconds: number): Promise<MeterValues> => {
  const read = await Promise.all(meters.map((meter) => meter.read(seconds).catch(() => ({}))));
  return Object.assign({}, ...read);
};
