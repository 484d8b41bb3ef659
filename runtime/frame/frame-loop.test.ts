import { describe, expect, test } from 'vitest';
import { createFrameLoop } from './frame-loop.ts';
import type { StepExecution } from './step-runner.ts';
import type { Timers } from '../shared/scheduler.ts';

/** Creates a clock that only the test advances. Its timers can fire late. */
const createFakeTime = () => {
  let now = 1000;
  let timer: { at: number; task: () => void } | undefined;
  const scheduler: Timers = {
    now: () => now,
    after(milliseconds, task) {
      const set = { at: now + milliseconds, task };
      timer = set;
      return () => {
        if (timer === set) timer = undefined;
      };
    },
  };
  return {
    scheduler,
    isWaiting: () => timer !== undefined,
    /** Fires the pending timer, `lateness` milliseconds late. */
    fire(lateness = 0) {
      const firedTimer = timer!;
      timer = undefined;
      now = firedTimer.at + lateness;
      firedTimer.task();
    },
    now: () => now,
    pass(milliseconds: number) {
      now += milliseconds;
    },
  };
};

const createTestLoop = (period = 10) => {
  const time = createFakeTime();
  const steps: number[] = [];
  const dropped: number[] = [];
  let paused = false;
  let canRest = false;
  let runStep: StepExecution['runSlice'] = () => true;
  const loop = createFrameLoop({
    periodMs: period,
    scheduler: time.scheduler,
    isPaused: () => paused,
    canRest: () => canRest,
    beginStep: () => ({
      runSlice(isLate) {
        if (!runStep(isLate)) return false;
        steps.push(time.now() - 1000);
        return true;
      },
    }),
    onTimeDropped: (milliseconds) => dropped.push(milliseconds),
  });
  loop.start();
  return {
    time,
    steps,
    dropped,
    loop,
    pause: (on: boolean) => (paused = on),
    allowRest: (on: boolean) => (canRest = on),
    setStep: (next: typeof runStep) => (runStep = next),
  };
};

test('lateness does not accumulate', () => {
  const { time, steps } = createTestLoop();
  for (const lateness of [3, 1, 0, 4, 2, 0]) time.fire(lateness);
  expect(steps).toEqual([13, 21, 30, 44, 52, 60]);
});

test('a timer that fires slightly early still runs its step', () => {
  const { time, steps } = createTestLoop();
  time.fire(-0.5);
  time.fire();
  expect(steps).toEqual([9.5, 20]);
});

describe('after a stall', () => {
  test('a few steps catch up at once', () => {
    const { time, steps, dropped } = createTestLoop();
    time.fire(25);
    expect(steps).toEqual([35, 35, 35]);
    time.fire();
    expect(steps.at(-1)).toBe(40);
    expect(dropped).toEqual([]);
  });

  test('the rest is dropped, which is reported once until the loop has kept up for ten seconds', () => {
    const { time, steps, dropped } = createTestLoop();
    time.fire(1000);
    expect(steps).toHaveLength(5);
    expect(dropped).toEqual([960]);
    for (let count = 0; count < 3; count += 1) {
      time.fire(200);
      for (let kept = 0; kept < 900; kept += 1) time.fire();
    }
    expect(dropped).toHaveLength(1);
    for (let kept = 0; kept < 200; kept += 1) time.fire();
    time.fire(200);
    expect(dropped).toHaveLength(2);
  });
});

test('while paused, it runs no steps, and catches up on none afterwards', () => {
  const { time, steps, pause } = createTestLoop();
  pause(true);
  for (let count = 0; count < 20; count++) time.fire();
  pause(false);
  time.fire();
  expect(steps).toEqual([210]);
});

test('a stopped loop does nothing until it is started again, and then catches up on nothing', () => {
  const { time, steps, loop } = createTestLoop();
  loop.stop();
  expect(time.isWaiting()).toBe(false);
  loop.start();
  time.fire();
  expect(steps).toEqual([10]);
});

describe('a long step', () => {
  /** Creates steps that consist of this number of slices of 8 ms each. */
  const runLongStep = (parts: number) => {
    const subject = createTestLoop();
    let remaining = parts;
    subject.setStep((isLate) => {
      subject.time.pass(8);
      expect(isLate!()).toBe(true);
      remaining -= 1;
      if (remaining > 0) return false;
      remaining = parts;
      return true;
    });
    return subject;
  };

  test('runs in slices, each from a timer of its own', () => {
    const { time, steps } = runLongStep(3);
    time.fire();
    time.fire();
    expect(steps).toEqual([]);
    time.fire();
    expect(steps).toEqual([34]);
  });

  test('limits the steps to catch up on as usual, with other work between two of them', () => {
    const { time, steps, dropped } = runLongStep(1);
    time.fire(1000);
    expect(steps).toHaveLength(1);
    for (let count = 0; count < 3; count++) time.fire();
    expect(dropped).toEqual([]);
    time.fire();
    expect(steps).toHaveLength(5);
    expect(dropped).toEqual([960]);
  });

  test('is completed after time is paused, and none follows', () => {
    const { time, steps, pause } = runLongStep(2);
    time.fire();
    pause(true);
    for (let count = 0; count < 5; count++) time.fire();
    expect(steps).toHaveLength(1);
  });

  test('is not completed when the loop is stopped', () => {
    const { time, steps, loop } = runLongStep(2);
    time.fire();
    loop.stop();
    expect(time.isWaiting()).toBe(false);
    expect(steps).toEqual([]);
  });
});

describe('a loop whose steps change nothing', () => {
  const createRestingLoop = () => {
    const subject = createTestLoop();
    subject.allowRest(true);
    subject.time.fire();
    expect(subject.steps).toEqual([10]);
    return subject;
  };

  test('runs many steps together, on the same grid', () => {
    const { time, steps, dropped } = createRestingLoop();
    time.fire();
    expect(steps.slice(1)).toEqual(Array.from({ length: 25 }, () => 260));
    time.fire(3);
    expect(steps.slice(26)).toEqual(Array.from({ length: 25 }, () => 513));
    time.fire();
    expect(steps.at(-1)).toBe(760);
    expect(dropped).toEqual([]);
  });

  test('runs the due steps when it is woken, and then the next one on time', () => {
    const { time, steps, loop, allowRest } = createRestingLoop();
    time.pass(34);
    allowRest(false);
    loop.wake();
    expect(steps.slice(1)).toEqual([44, 44, 44]);
    time.fire();
    expect(steps.slice(4)).toEqual([50]);
    time.fire();
    expect(steps.slice(5)).toEqual([60]);
  });

  test('is woken before its next step', () => {
    const { time, steps, loop, allowRest } = createRestingLoop();
    time.pass(4);
    allowRest(false);
    loop.wake();
    loop.wake();
    time.fire();
    expect(steps).toEqual([10, 20]);
  });

  test('runs due steps for a reader, and rests again', () => {
    const { time, steps, loop } = createRestingLoop();
    time.pass(25);
    expect(loop.runDueSteps()).toBe(true);
    expect(steps).toEqual([10, 35, 35]);
    time.fire();
    expect(steps.slice(3)).toEqual(Array.from({ length: 25 }, () => 280));
  });

  test('drops time only after a stall', () => {
    const { time, steps, dropped } = createRestingLoop();
    time.fire(1000);
    expect(steps).toHaveLength(31);
    expect(dropped).toEqual([950]);
  });

  test('is woken between two slices of its steps', () => {
    const { time, steps, loop, allowRest, setStep } = createRestingLoop();
    setStep(() => {
      time.pass(8);
      return true;
    });
    time.fire();
    expect(steps).toHaveLength(2);
    allowRest(false);
    loop.wake();
    for (let count = 0; count < 24; count++) time.fire();
    expect(steps).toHaveLength(26);
  });
});

describe('a caller with many pieces of work', () => {
  test('can run the step that is due, and the next one at its own time', () => {
    const { time, steps, loop } = createTestLoop();
    time.pass(9);
    loop.runDueSteps();
    expect(steps).toEqual([]);
    time.pass(2);
    loop.runDueSteps();
    loop.runDueSteps();
    expect(steps).toEqual([11]);
    time.fire();
    expect(steps).toEqual([11, 20]);
  });

  test('cannot run long or incomplete steps, or any while time is stopped', () => {
    const { time, steps, loop, setStep } = createTestLoop();
    setStep(() => {
      time.pass(3);
      loop.runDueSteps();
      return true;
    });
    time.fire();
    expect(steps).toEqual([13]);
    time.pass(8);
    loop.runDueSteps();
    expect(steps).toEqual([13]);
    loop.stop();
    loop.runDueSteps();
    expect(steps).toEqual([13]);
  });

  test('does not get the error of a step, which fails as from a timer', () => {
    const { time, loop, setStep } = createTestLoop();
    setStep(() => {
      throw new Error('a broken system');
    });
    time.pass(11);
    loop.runDueSteps();
    expect(() => time.fire()).toThrow('a broken system');
  });
});
