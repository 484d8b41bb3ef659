import { type ReadonlySignal, signal } from '@preact/signals';
import type { Meter, MeterValues } from './meters.ts';
import type { MetricId } from './metric-kinds.ts';

export interface MetricsSample {
  /** The time of the sample, in seconds since 1970. */
  readonly at: number;
  readonly values: MeterValues;
  /** Whether this is the first sample after recording started, so that the samples before it are missing. */
  readonly isFirst: boolean;
}

/** Records a sample every second while the panel is visible. */
export interface MetricsRecorder {
  /** The samples from the last two minutes, oldest first. */
  readonly samples: ReadonlySignal<readonly MetricsSample[]>;
  setVisible(isVisible: boolean): void;
}

interface RecorderClock {
  /** Returns the current time in milliseconds since 1970. */
  now(): number;
  /**
   * Calls a function after a delay in milliseconds.
   * @returns a function that cancels the call
   */
  after(ms: number, work: () => void): () => void;
}

/** The time for which samples are kept, in seconds. */
export const retentionSeconds = 120;
const sampleIntervalMs = 1_000;

export const createMetricsRecorder = (meters: readonly Meter[], clock: RecorderClock): MetricsRecorder => {
  const samples = signal<readonly MetricsSample[]>([]);
  let end: (() => void) | undefined;

  /**
   * Starts the recording.
   * @returns a function that stops the recording
   */
  const record = (): (() => void) => {
    const stopMeters = meters.map((meter) => meter.start());
    let isStopped = false;
    let isFirst = true;
    let lastSampleAt = clock.now();
    let cancelTimer = (): void => {};

    const takeSample = async (): Promise<void> => {
      const now = clock.now();
      const seconds = (now - lastSampleAt) / 1_000;
      lastSampleAt = now;
      const values = await readMeters(meters, seconds);
      if (isStopped) return;
      const at = now / 1_000;
      samples.value = [
        ...samples.value.filter((sample) => sample.at > at - retentionSeconds),
        { at, values, isFirst },
      ];
      isFirst = false;
      wait();
    };
    const wait = (): void => {
      cancelTimer = clock.after(
        Math.max(0, lastSampleAt + sampleIntervalMs - clock.now()),
        () => void takeSample(),
      );
    };
    wait();
    return () => {
      isStopped = true;
      cancelTimer();
      for (const stopMeter of stopMeters) stopMeter();
    };
  };

  return {
    samples,
    setVisible(isVisible) {
      if (isVisible === (end !== undefined)) return;
      end?.();
      end = isVisible ? record() : undefined;
    },
  };
};

/** Reads all meters and merges their values. A meter that fails contributes no values. */
const readMeters = async (meters: readonly Meter[], seconds: number): Promise<MeterValues> => {
  const readings = await Promise.all(meters.map((meter) => meter.read(seconds).catch(() => ({}))));
  return Object.assign({}, ...readings);
};

/** A metric's times and values, as the plot expects them. A value is null if nothing was measured. */
type MetricSeries = [at: number[], values: (number | null)[]];

export const toMetricSeries = (samples: readonly MetricsSample[], id: MetricId): MetricSeries => {
  const at: number[] = [];
  const values: (number | null)[] = [];
  for (const sample of samples) {
    const previousAt = at.at(-1);
    if (sample.isFirst && previousAt !== undefined) {
      at.push((previousAt + sample.at) / 2);
      values.push(null);
    }
    at.push(sample.at);
    values.push(sample.values[id] ?? null);
  }
  return [at, values];
};

export const describeMetricSeries = (
  samples: readonly MetricsSample[],
  id: MetricId,
  digits: number,
): string => {
  const measured = samples.flatMap(({ values }) => values[id] ?? []);
  if (measured.length === 0) return 'nothing was measured';
  const mean = measured.reduce((sum, value) => sum + value, 0) / measured.length;
  const [min, average, max] = [Math.min(...measured), mean, Math.max(...measured)].map((value) =>
    value.toFixed(digits),
  );
  return `${measured.length} samples, from ${min} to ${max}, ${average} on average`;
};
