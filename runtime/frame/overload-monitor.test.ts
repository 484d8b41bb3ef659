import { expect, test } from 'vitest';
import { createOverloadMonitor, type Overload } from './overload-monitor.ts';
import type { TimeSlicing } from './time-slicing.ts';

const createTestMonitor = () => {
  let now = 0;
  const reports: Overload[] = [];
  const timeSlicing: TimeSlicing = { shouldYield: undefined, onGraphEnter: undefined };
  const monitor = createOverloadMonitor({
    budgetMs: 10,
    now: () => now,
    timeSlicing,
    onOverload: (overload) => reports.push(overload),
  });
  return {
    reports,
    timeSlicing,
    /** Runs frames in which each graph takes the given number of milliseconds, with a pause after each frame. */
    runFrames(frames: number, graphs: Readonly<Record<string, number>>, pause = 0) {
      for (let frame = 0; frame < frames; frame++) {
        monitor.beginSlice();
        for (const [name, ms] of Object.entries(graphs)) {
          timeSlicing.onGraphEnter?.({ graphId: `id of ${name}`, name });
          now += ms;
        }
        timeSlicing.onGraphEnter?.(undefined);
        monitor.endSlice();
        monitor.endFrame();
        now += pause;
      }
    },
  };
};

test('frames that exceed the budget for a second are reported once, with the most expensive graph', () => {
  const { reports, runFrames } = createTestMonitor();
  runFrames(500, { light: 1, heavy: 30, other: 9 });
  expect(reports).toEqual([{ frameMs: 40, shareMs: 10, graphId: 'id of heavy', name: 'heavy', graphMs: 30 }]);
});

test('a single long frame is not reported, and graphs are not measured while frames are within the budget', () => {
  const { reports, timeSlicing, runFrames } = createTestMonitor();
  runFrames(1, { sudden: 300 }, 0);
  runFrames(200, { light: 5 }, 5);
  expect(reports).toEqual([]);
  expect(timeSlicing.onGraphEnter).toBeUndefined();
});

test('a long frame among short ones is not reported with a short time', () => {
  const { reports, runFrames } = createTestMonitor();
  runFrames(1, { sudden: 990 });
  runFrames(300, { light: 0.1 }, 10);
  expect(reports).toEqual([]);
  runFrames(300, { heavy: 20 });
  expect(reports).toEqual([expect.objectContaining({ name: 'heavy' })]);
  expect(reports[0]!.frameMs).toBeGreaterThan(10);
});

test('time between two slices does not count', () => {
  const { reports, runFrames } = createTestMonitor();
  runFrames(500, { light: 5 }, 200);
  expect(reports).toEqual([]);
});

test('frames longer than a second are reported, too', () => {
  const { reports, runFrames } = createTestMonitor();
  runFrames(3, { huge: 2_000 });
  expect(reports).toEqual([expect.objectContaining({ name: 'huge', graphMs: 2_000 })]);
});

test('an overload is reported again after frames have been within the budget', () => {
  const { reports, runFrames } = createTestMonitor();
  runFrames(100, { heavy: 30 });
  runFrames(300, { heavy: 5 }, 5);
  runFrames(100, { heavy: 20 });
  expect(reports.map(({ graphMs }) => graphMs)).toEqual([30, 20]);
});

test('time outside of graphs is reported without a graph', () => {
  const { reports, runFrames } = createTestMonitor();
  const { timeSlicing } = createTestMonitor();
  expect(timeSlicing.onGraphEnter).toBeUndefined();
  runFrames(0, {});
  expect(reports).toEqual([]);
});
