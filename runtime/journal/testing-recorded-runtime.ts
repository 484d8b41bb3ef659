/** Test helpers that create recorded runtimes with a simulated environment, and random runs of such runtimes. */
import fc from 'fast-check';
import { getAction } from '#spec/actions/find-action.ts';
import { parseParameters } from '#spec/actions/parse-parameters.ts';
import { logNode, createTestGraph, createTestVariable } from '../engine/testing-runtime.ts';
import { createManualScheduler, frozenScheduler } from '../frame/testing-schedulers.ts';
import { parseJournal } from './parse-journal.ts';
import { createRecordedRuntime } from './record-runtime.ts';
import { type ReplayOptions, replayJournal } from './replay-journal.ts';
import type { Json } from '#spec/values.ts';
import type { HttpOutcome } from '../integrations/http.ts';
import type { GraphSnapshot, RuntimeCommand, RuntimeCommands } from '../link/runtime-link.ts';
import type { RuntimeOptions } from '../runtime-options.ts';

/**
 * Creates a recorded runtime whose clock and external server are controlled by the test. The test also advances the
 * steps. After `start`, requested steps run in slices whose timers the test fires. If `manualScheduler.scheduler` is
 * also the scheduler, regular steps run in such slices, too.
 */
export const createRecordedTestRuntime = (
  options: Partial<RuntimeOptions> = {},
  manualScheduler = createManualScheduler(),
) => {
  let text = '';
  let unixMs = 1_000_000;
  const pendingRequests: ((outcome: HttpOutcome) => void)[] = [];
  const failures: unknown[] = [];
  const runtime = createRecordedRuntime(
    {
      ...{ scheduler: frozenScheduler, sliceScheduler: manualScheduler.scheduler },
      now: () => new Date(unixMs),
      http: { send: (_, finish) => void pendingRequests.push(finish) },
      ...options,
    },
    {
      write(line) {
        text += line;
      },
      fail: (failure) => void failures.push(failure),
    },
  );
  return {
    runtime,
    failures,
    manualScheduler,
    pendingRequests,
    /** Returns the journal lines that have been written so far. */
    text: () => text,
    advanceWallTime(milliseconds: number) {
      unixMs += milliseconds;
    },
    /** Responds to the oldest pending request. */
    respond: (status: number) => pendingRequests.shift()?.({ status, isJson: true, text: `[${status}]` }),
    act: (action: string, parameters: Record<string, unknown> = {}) =>
      runtime.execute('action.run', { action, parameters }),
    run(graph: GraphSnapshot) {
      runtime.execute('graph.load', { graph });
      runtime.execute('graph.run', { graphId: graph.graphId });
    },
    /**
     * Ends the journal.
     * @returns the text of the journal
     */
    end() {
      runtime.end();
      return text;
    },
  };
};

export type RecordedTestRuntime = ReturnType<typeof createRecordedTestRuntime>;

export const replayJournalText = (text: string, options?: ReplayOptions) =>
  replayJournal(parseJournal(text), options);

/**
 * Creates a graph with everything that could make a replay differ: random numbers, the clock, requests, delays,
 * variables and other graphs.
 */
export const createEventfulGraph = (graphId: string, otherGraphId: string): GraphSnapshot =>
  createTestGraph(
    {
      button: 'ManualButton',
      frame: 'OnNewFrame',
      dice: ['RandomFloat', { Max: 0.2 }],
      delay: ['Delay', { OnRetrigger: 'Queue' }],
      set: ['SetVariable', { Variable: 'roll' }],
      changed: ['OnVariableChanged', { Variable: 'roll' }],
      now: 'DateTimeNow',
      log: 'LogConsole',
      rare: ['OnInterval', { Seconds: 0.3 }],
      request: ['HttpRequest', { Url: 'http://127.0.0.1/' }],
      answered: 'Watch',
      said: ['LogConsole', { Message: 'answered' }],
      move: ['Translate', { Object: 'main-light', Offset: { x: 0.1, y: 0, z: -0.3 } }],
      stop: 'OnStop',
      next: ['RunGraph', { Graph: otherGraphId }],
      bye: 'LogConsole',
    },
    [
      'frame.Out > delay.In',
      'dice.Result > delay.Duration',
      'delay.Done > set.In',
      'dice.Result > set.Value',
      'changed.Out > log.In',
      'now.Text > log.Message',
      'rare.Out > request.In',
      'button.Pressed > request.In',
      'request.Done > answered.In',
      'request.Response > answered.Value',
      'answered.Out > said.In',
      'rare.Out > move.In',
      'stop.Out > next.In',
      'stop.Out > bye.In',
      'now.Text > bye.Message',
    ],
    { graphId },
  );

/**
 * Creates a graph that sets a variable twice per step. The work between the two assignments takes longer than a time
 * slice.
 */
const createSlowGraph = (graphId: string, iterations = 800): GraphSnapshot =>
  createTestGraph(
    {
      button: 'ManualButton',
      frame: 'OnNewFrame',
      one: ['SetVariable', { Variable: 'roll', Value: 0.1 }],
      loop: ['ForLoop', { First: 1, Last: iterations }],
      body: ['Branch', { Condition: true }],
      two: ['SetVariable', { Variable: 'roll', Value: 0.14 }],
      dice: ['RandomFloat', { Max: 0.2 }],
      rare: ['OnInterval', { Seconds: 0.3 }],
      three: ['SetVariable', { Variable: 'roll' }],
      changed: ['OnVariableChanged', { Variable: 'roll' }],
      log: 'LogConsole',
      stop: 'OnStop',
      bye: logNode(`bye ${graphId}`),
    },
    [
      'frame.Out > one.In',
      'one.Out > loop.In',
      'loop.Body > body.In',
      'loop.Completed > two.In',
      'rare.Out > three.In',
      'button.Pressed > three.In',
      'dice.Result > three.Value',
      'changed.Out > log.In',
      'stop.Out > bye.In',
    ],
    { graphId },
  );

/**
 * Creates a graph whose calls draw random numbers, wait, send a request and write variables. Each call also calls
 * another graph.
 */
export const createCalledGraph = (graphId: string, otherGraphId: string): GraphSnapshot =>
  createTestGraph(
    {
      start: 'Start',
      dice: ['RandomFloat', { Max: 0.2 }],
      own: ['IncrementVariable', { Variable: 'count' }],
      delay: ['Delay', { OnRetrigger: 'Parallel' }],
      set: ['SetVariable', { Variable: 'roll' }],
      request: ['HttpRequest', { Url: 'http://127.0.0.1/' }],
      next: ['RunGraph', { Graph: otherGraphId, Mode: 'Call' }],
      log: 'LogConsole',
    },
    [
      'start.Out > own.In',
      'own.Out > delay.In',
      'dice.Result > delay.Duration',
      'delay.Done > set.In',
      'dice.Result > set.Value',
      'set.Out > next.In',
      'next.Done > request.In',
      'request.Done > log.In',
      'own.Value > log.Message',
    ],
    { graphId },
  );

/** Creates a graph that calls another graph several times at once, again and again. */
export const createCallingGraph = (graphId: string, otherGraphId: string): GraphSnapshot =>
  createTestGraph(
    {
      button: 'ManualButton',
      rare: ['OnInterval', { Seconds: 0.03 }],
      loop: ['ForLoop', { First: 1, Last: 5 }],
      call: ['RunGraph', { Graph: otherGraphId, Mode: 'Call' }],
      log: 'LogConsole',
    },
    [
      'button.Pressed > loop.In',
      'rare.Out > loop.In',
      'loop.Body > call.In',
      'call.Done > log.In',
      'call.Error > log.Message',
    ],
    { graphId },
  );

type RecordedOperation = (recorded: RecordedTestRuntime) => unknown;

const createCommand = <C extends RuntimeCommand>(
  name: C,
  params: RuntimeCommands[C]['params'],
): RecordedOperation => {
  // A command may be rejected immediately or later. In both cases, the command is recorded as an input.
  return ({ runtime }) => {
    try {
      const result = runtime.runBetweenTicks(() => runtime.execute(name, params));
      if (result instanceof Promise) result.catch(() => {});
    } catch {}
  };
};

const createAction = (action: string, parameters: Record<string, unknown> = {}): RecordedOperation =>
  createCommand('action.run', { action, parameters });

/** Creates an action in which omitted parameters have their default values. */
export const createParsedAction = (action: string, parameters: Record<string, unknown>): RecordedOperation =>
  createAction(action, parseParameters(getAction(action), parameters));

/** A clip in which the light rises and turns within half a second. */
const risingClip = {
  name: 'rise',
  markers: [{ name: 'half', position: 0.25 }],
  tracks: [
    {
      property: 'position',
      times: [0, 0.5],
      values: [
        [0, 0, 0],
        [0.1, 0.7, -0],
      ],
    },
    {
      property: 'rotation',
      times: [0, 0.5],
      values: [
        [0, 0, 0],
        [30, 100, 7],
      ],
    },
  ],
};

const lightObject = { object: 'main-light' };
export const addTestClip = createParsedAction('components.add', {
  ...{ ...lightObject, component: 'Animation', properties: { clips: [risingClip] } },
});
const playbackArbitrary: fc.Arbitrary<RecordedOperation> = fc.oneof(
  fc
    .record({
      loopMode: fc.constantFrom('once', 'loop', 'pingPong', 'clampForever'),
      speed: fc.double({ min: -3, max: 3, noNaN: true }),
      weight: fc.double({ min: 0, max: 1, noNaN: true }),
      additive: fc.boolean(),
      fadeIn: fc.constantFrom(0, 0.2),
    })
    .map((options): RecordedOperation => {
      const play = createParsedAction('animation.play', { ...lightObject, clip: 'rise', ...options });
      return (recorded) => {
        addTestClip(recorded);
        play(recorded);
      };
    }),
  fc.constantFrom(
    createParsedAction('components.remove', { ...lightObject, component: 'Animation' }),
    createParsedAction('animation.transition', {
      ...lightObject,
      to: 'rise',
      duration: 0.3,
      ease: 'easeInOutCubic',
    }),
    createParsedAction('animation.pause', {}),
    createParsedAction('animation.resume', {}),
    createParsedAction('animation.stop', { fadeOut: 0.1 }),
    createParsedAction('animation.seek', { ...lightObject, time: 0.3 }),
    createParsedAction('animation.setSpeed', { ...lightObject, speed: -0.7 }),
    createParsedAction('animation.setWeight', { ...lightObject, weight: 0.4, time: 0.2 }),
  ),
);

const graphId = fc.constantFrom('a', 'b', 'none');
const getOtherGraphId = (id: string) => (id === 'a' ? 'b' : 'a');
const valueArbitrary: fc.Arbitrary<Json> = fc.oneof(
  fc.double(),
  fc.constantFrom<Json>(
    Number.NaN,
    -0,
    Number.POSITIVE_INFINITY,
    { $number: 'NaN' },
    { $$number: [Number.NaN] },
  ),
  fc.jsonValue().map((json) => json as Json),
);
const ticksArbitrary = fc.integer({ min: 1, max: 40 });

const stepRequestArbitrary = ticksArbitrary.map((count) => createAction('time.step', { ticks: count }));

const operationArbitrary: fc.Arbitrary<RecordedOperation> = fc.oneof(
  {
    weight: 6,
    arbitrary: ticksArbitrary.map(
      (count): RecordedOperation =>
        ({ runtime }) =>
          runtime.step(count),
    ),
  },
  {
    weight: 3,
    arbitrary: graphId.map((id) =>
      createCommand('graph.load', { graph: createEventfulGraph(id, getOtherGraphId(id)) }),
    ),
  },
  graphId.map((id) => createCommand('graph.load', { graph: createSlowGraph(id) })),
  { weight: 3, arbitrary: graphId.map((id) => createCommand('graph.run', { graphId: id })) },
  graphId.map((id) => createCommand('graph.stop', { graphId: id })),
  graphId.map((id) => createCommand('graph.unload', { graphId: id })),
  graphId.map((id) => createCommand('graph.flush', { graphId: id })),
  fc
    .tuple(graphId, fc.constantFrom('button', 'dice'))
    .map(([id, nodeId]) => createCommand('graph.press', { graphId: id, nodeId, port: 'Pressed' })),
  fc
    .tuple(graphId, valueArbitrary)
    .map(([id, payload]) => createCommand('graph.send', { graphId: id, name: 'go', payload })),
  valueArbitrary.map((value) =>
    createCommand('variables.put', { variables: [createTestVariable('roll', value)] }),
  ),
  fc.constant(createCommand('variables.delete', { ids: ['id-of-roll'] })),
  fc
    .subarray(['node.executing', 'node.done', 'ports.updated'] as const)
    .map((types) => createCommand('events.interest', { types })),
  fc.constantFrom(createAction('time.pause'), createAction('time.resume'), createAction('nonsense')),
  stepRequestArbitrary,
  fc.double({ min: 0, max: 4, noNaN: true }).map((scale) => createAction('time.setScale', { scale })),
  fc
    .constantFrom('Cube', 'Camera', 'Unknown')
    .map((type) =>
      createAction('scene.spawn', { type: type === 'Cube' ? 'Primitives/Cube' : type, active: true }),
    ),
  fc.double({ min: 0, max: 1, noNaN: true }).map((time) =>
    createAction('tween.position', {
      ...{ object: 'main-camera', position: { x: time, y: -0, z: 3 }, time },
      ...{ ease: 'easeOutBounce', delay: 0.1, loops: 0, yoyo: false, space: 'world' },
    }),
  ),
  fc.constantFrom(
    createAction('scene.reset'),
    createAction('scene.switch', { scene: 'Default', transition: 'fade', duration: 0.3 }),
    createAction('scene.setEnvironment', { fogDensity: 0.5 }),
    createAction('physics.setBody', { object: 'main-light', type: 'dynamic' }),
  ),
  { weight: 3, arbitrary: playbackArbitrary },
  // For the message 'echo', the listener sends commands, which then run in the middle of other commands and steps.
  fc.constantFrom('hi', 'echo').map((message) => createAction('log.console', { message, severity: 'log' })),
  fc.integer({ min: 0, max: 999 }).map(
    (status): RecordedOperation =>
      ({ respond }) =>
        respond(status),
  ),
  fc.integer({ min: -50, max: 5_000 }).map(
    (milliseconds): RecordedOperation =>
      ({ advanceWallTime }) =>
        advanceWallTime(milliseconds),
  ),
  fc.double({ min: 1, max: 900, noNaN: true }).map(
    (milliseconds): RecordedOperation =>
      ({ runtime }) =>
        runtime.reportDroppedTime(milliseconds),
  ),
  fc.constant<RecordedOperation>(({ runtime }) => runtime.stop()),
);

export const runArbitrary = fc.array(operationArbitrary, { minLength: 1, maxLength: 40 });

/**
 * Generates a random run of a started runtime. Regular and requested steps run in time slices. Steps of slow graphs
 * take several slices, so that operations can occur in the middle of a step.
 */
export const slicedRunArbitrary: typeof runArbitrary = fc
  .tuple(
    fc.boolean(),
    fc.array(
      fc.oneof(
        { weight: 3, arbitrary: operationArbitrary },
        stepRequestArbitrary,
        {
          weight: 2,
          arbitrary: fc.constant<RecordedOperation>(({ manualScheduler }) => manualScheduler.runNextTimer()),
        },
        // Unlike a command over a link, this operation first completes the current step.
        fc.constant<RecordedOperation>(({ act }) =>
          act('log.console', { message: 'at once', severity: 'log' }),
        ),
      ),
      { minLength: 1, maxLength: 40 },
    ),
  )
  .map(([isPaused, operations]) => [
    ({ runtime }) => runtime.start(),
    createCommand('graph.load', { graph: createSlowGraph('b') }),
    createCommand('graph.run', { graphId: 'b' }),
    ...(isPaused ? [createAction('time.pause')] : []),
    ...operations,
    ({ runtime }) => runtime.stop(),
  ]);

/** Runs the operations with a listener that sends commands, and returns the resulting journal. */
export const runOperations = (
  recorded: RecordedTestRuntime,
  operations: readonly RecordedOperation[],
): string => {
  const echo = createAction('log.console', { message: 'heard', severity: 'log' });
  recorded.runtime.listen({
    onEvents(batch) {
      for (const { type, data } of batch) {
        if (type === 'graph.stopped' || data.nodeId === 'log' || data.message === 'echo') echo(recorded);
        if (type === 'variable.changed' && Number(data.value) > 0.15)
          createAction('time.step', { ticks: 2 })(recorded);
      }
    },
  });
  recorded.run(createEventfulGraph('a', 'b'));
  for (const next of operations) {
    recorded.advanceWallTime(7);
    next(recorded);
  }
  return recorded.end();
};
