import { expect, it } from 'vitest';
import { createMetricsRecorder, describeMetricSeries, toMetricSeries } from './metrics-recorder.ts';
import type { MeterValues } from './meters.ts';

/** Creates a recorder with a manual clock, and a meter that counts what the test adds. */
const createSteppedRecorder = () => {
  let now = 0;
  let timer: { readonly at: number; readonly work: () => void } | undefined;
  const meter = { count: 0, isOn: false, isAway: false };
  const recorder = createMetricsRecorder(
    [
      {
        start() {
          meter.count = 0;
          meter.isOn = true;
          return () => {
            meter.isOn = false;
          };
        },
        async read(seconds): Promise<MeterValues> {
          if (meter.isAway) throw new Error('away');
          const events = meter.count / seconds;
          meter.count = 0;
          return { events };
        },
      },
      { start: () => () => {}, read: async () => ({ rest: 5 }) },
    ],
    {
      now: () => now,
      after(ms, work) {
        timer = { at: now + ms, work };
        return () => {
          timer = undefined;
        };
      },
    },
  );
  const advance = async (ms: number): Promise<void> => {
    const end = now + ms;
    while (timer && timer.at <= end) {
      const { at, work } = timer;
      timer = undefined;
      now = at;
      work();
      for (let i = 0; i < 10; i += 1) await Promise.resolve();
    }
    now = end;
  };
  return { recorder, meter, advance };
};

it('measures once a second while visible', async () => {
  const { recorder, meter, advance } = createSteppedRecorder();
  await advance(5_000);
  expect(meter.isOn).toBe(false);
  recorder.setVisible(true);
  meter.count = 3;
  await advance(1_000);
  meter.count = 8;
  await advance(1_500);
  expect(recorder.samples.value.map(({ at, values }) => [at, values])).toEqual([
    [6, { events: 3, rest: 5 }],
    [7, { events: 8, rest: 5 }],
  ]);
  recorder.setVisible(false);
  expect(meter.isOn).toBe(false);
  await advance(5_000);
  expect(recorder.samples.value).toHaveLength(2);
});

it('discards a second in which the panel was hidden', async () => {
  const { recorder, advance } = createSteppedRecorder();
  recorder.setVisible(true);
  const advancing = advance(1_000);
  recorder.setVisible(false);
  await advancing;
  await advance(5_000);
  expect(recorder.samples.value).toEqual([]);
});

it('keeps two minutes', async () => {
  const { recorder, advance } = createSteppedRecorder();
  recorder.setVisible(true);
  await advance(300_000);
  expect(recorder.samples.value).toHaveLength(120);
  expect(recorder.samples.value.at(-1)?.at).toBe(300);
});

it('leaves a gap while hidden, and where a value could not be measured', async () => {
  const { recorder, meter, advance } = createSteppedRecorder();
  recorder.setVisible(true);
  await advance(2_000);
  recorder.setVisible(false);
  await advance(10_000);
  recorder.setVisible(true);
  await advance(1_000);
  meter.isAway = true;
  await advance(1_000);
  expect(toMetricSeries(recorder.samples.value, 'events')).toEqual([
    [1, 2, 7.5, 13, 14],
    [0, 0, null, 0, null],
  ]);
  expect(toMetricSeries(recorder.samples.value, 'rest')[1]).toEqual([5, 5, null, 5, 5]);
});

it('has a description in words', () => {
  const samples = [4, 6, undefined, 2].map((latency, index) => ({
    ...{ at: index, isFirst: false },
    values: latency === undefined ? {} : { rest: latency },
  }));
  expect(describeMetricSeries(samples, 'rest', 1)).toBe('3 samples, from 2.0 to 6.0, 4.0 on average');
  expect(describeMetricSeries(samples, 'hub', 1)).toBe('nothing was measured');
});
