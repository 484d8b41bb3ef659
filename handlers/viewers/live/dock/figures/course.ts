import type { FigureId } from './figure-kinds.ts';
import type { Sample } from './recorder.ts';

/** A figure over time, as it is plotted: null where nothing was measured. */
type Course = [at: number[], values: (number | null)[]];

export const courseOf = (samples: readonly Sample[], id: FigureId): Course => {
  const at: number[] = [];
  const values: (number | null)[] = [];
  for (const sample of samples) {
    const before = at.at(-1);
    if (sample.begins && before !== undefined) {
      at.push((before + sample.at) / 2);
      values.push(null);
    }
    at.push(sample.at);
    values.push(sample.values[id] ?? null);
  }
  return [at, values];
};

/** The same in words. */
export const tellCourse = (samples: readonly Sample[], id: FigureId, digits: number): string => {
  const measured = samples.flatMap(({ values }) => values[id] ?? []);
  if (measured.length === 0) return 'nothing was measured';
  const mean = measured.reduce((sum, value) => sum + value, 0) / measured.length;
  const [least, middle, most] = [Math.min(...measured), mean, Math.max(...measured)].map((value) =>
    value.toFixed(digits),
  );
  return `${measured.length} samples, from ${least} to ${most}, ${middle} on average`;
};
