import { describe, expect, test } from 'vitest';
import { createTestRuntime, logNode, createTestGraph } from '../../engine/testing-runtime.ts';

test.each([
  ['DeltaTime', 'Seconds', 0.2],
  ['ElapsedTime', 'Seconds', 0.6],
  ['FrameCount', 'Frame', 3],
])('%s after three frames of 0.1 s at time scale 2', (category, output, expected) => {
  const runtime = createTestRuntime({ fps: 10 });
  runtime.step(4);
  runtime.execute('action.run', { action: 'time.setScale', parameters: { scale: 2 } });
  runtime.run(
    createTestGraph({ frame: 'OnNewFrame', node: category, watch: 'Watch' }, [
      'frame.Out > watch.In',
      `node.${output} > watch.Value`,
    ]),
  );
  runtime.step(3);
  expect(runtime.port('watch.in.Value')).toBeCloseTo(expected);
});

describe('DateTimeNow', () => {
  /**
   * Returns the values that two readers receive in a frame that starts at the given time. The wall clock advances
   * between the two reads.
   */
  const readDateTime = (output: string, Format: string, startedAt: string) => {
    let unixMs = Date.parse(startedAt);
    const runtime = createTestRuntime({ now: () => new Date(unixMs++) });
    runtime.run(
      createTestGraph(
        { frame: 'OnNewFrame', now: ['DateTimeNow', { Format }], first: 'Watch', second: 'Watch' },
        [
          'frame.Out > first.In',
          'first.Out > second.In',
          `now.${output} > first.Value`,
          `now.${output} > second.Value`,
        ],
      ),
    );
    unixMs = Date.parse(startedAt);
    runtime.step();
    const [first, second] = [runtime.port('first.in.Value'), runtime.port('second.in.Value')];
    expect(second).toEqual(first);
    return first;
  };
  const timestamp = '2026-01-02T03:04:05.678Z';

  test('is the UTC time at which the frame began', () => {
    expect(readDateTime('Text', '', timestamp)).toBe(timestamp);
    expect(readDateTime('UnixMs', '', timestamp)).toBe(Date.parse(timestamp));
  });

  test('formats it with Format', () => {
    expect(readDateTime('Text', 'dd.MM.yyyy, HH:mm:ss and fff ms', timestamp)).toBe(
      '02.01.2026, 03:04:05 and 678 ms',
    );
    expect(readDateTime('Text', 'none', timestamp)).toBe('none');
  });
});

describe('Stopwatch', () => {
  const createStopwatchRuntime = () => {
    const runtime = createTestRuntime({ fps: 10 });
    runtime.run(
      createTestGraph(
        { start: 'ManualButton', stop: 'ManualButton', reset: 'ManualButton', watch: 'Stopwatch' },
        ['start.Pressed > watch.Start', 'stop.Pressed > watch.Stop', 'reset.Pressed > watch.Reset'],
      ),
    );
    runtime.step();
    const runTicks = (ticks: number, ...buttons: string[]) => {
      runtime.press(...buttons);
      runtime.step(ticks);
      return [runtime.port('watch.out.Seconds') ?? 0, runtime.port('watch.out.IsRunning') ?? false];
    };
    return { runtime, runTicks };
  };
  const expectedState = (seconds: number, isRunning: boolean) => [expect.closeTo(seconds), isRunning];

  test('runs from Start to Stop, and resumes from there', () => {
    const { runTicks } = createStopwatchRuntime();
    expect(runTicks(3)).toEqual(expectedState(0, false));
    expect(runTicks(4, 'start')).toEqual(expectedState(0.3, true));
    expect(runTicks(2, 'start')).toEqual(expectedState(0.5, true));
    expect(runTicks(5, 'stop')).toEqual(expectedState(0.6, false));
    expect(runTicks(5, 'stop')).toEqual(expectedState(0.6, false));
    expect(runTicks(2, 'start')).toEqual(expectedState(0.7, true));
  });

  test('Reset sets it to 0, whether it runs or not', () => {
    const { runTicks } = createStopwatchRuntime();
    runTicks(4, 'start');
    expect(runTicks(3, 'reset')).toEqual(expectedState(0.2, true));
    runTicks(1, 'stop');
    expect(runTicks(3, 'reset')).toEqual(expectedState(0, false));
  });

  test('measures simulated time', () => {
    const { runtime, runTicks } = createStopwatchRuntime();
    runtime.execute('action.run', { action: 'time.setScale', parameters: { scale: 0.5 } });
    runTicks(1, 'start');
    expect(runTicks(4)).toEqual(expectedState(0.2, true));
  });
});

describe('SetTimeScale', () => {
  const runScaled = (Scale: number) => {
    const runtime = createTestRuntime({ fps: 10 });
    runtime.run(
      createTestGraph({ frame: 'OnNewFrame', set: ['SetTimeScale', { Scale }], out: logNode('out') }, [
        'frame.Out > set.In',
        'set.Out > out.In',
      ]),
    );
    runtime.step(2);
    const { result } = runtime.execute('action.run', { action: 'time.get', parameters: {} });
    return { scale: result.scale, messages: runtime.messages() };
  };

  test('sets the time scale of the runtime', () => {
    expect(runScaled(2.5)).toEqual({ scale: 2.5, messages: ['out', 'out'] });
    expect(runScaled(0)).toEqual({ scale: 0, messages: ['out', 'out'] });
  });

  test('takes effect in the next frame, so that the lengths of the frames add up to the time', () => {
    const runtime = createTestRuntime({ fps: 10 });
    runtime.run(
      createTestGraph(
        { frame: 'OnNewFrame', set: ['SetTimeScale', { Scale: 3 }], length: 'DeltaTime', watch: 'Watch' },
        ['frame.Out > set.In', 'set.Out > watch.In', 'length.Seconds > watch.Value'],
      ),
    );
    const lengths = [1, 2].map(() => {
      runtime.step();
      return runtime.port('watch.in.Value');
    });
    expect(lengths).toEqual([expect.closeTo(0.1), expect.closeTo(0.3)]);
    const { result } = runtime.execute('action.run', { action: 'time.get', parameters: {} });
    expect(result.time).toBeCloseTo(0.4);
  });

  test.each([-1, 101])('a scale of %d changes nothing and writes one warning', (Scale) => {
    const { scale, messages } = runScaled(Scale);
    expect(scale).toBe(1);
    expect(messages).toEqual([expect.stringContaining('scale'), 'out', 'out']);
  });
});
