/** What tests of journals share: a recorded runtime in a world that the test makes up, and random lives for it. */
import fc from 'fast-check';
import { getAction } from '#spec/actions/find-action.ts';
import { parseParameters } from '#spec/actions/parse-parameters.ts';
import { logNode, createTestGraph, createTestVariable } from '../engine/testing-runtime.ts';
import { createManualScheduler, frozenScheduler } from '../frame/testing-schedulers.ts';
import { parseJournal } from './parse.ts';
import { createRecordedRuntime } from './record.ts';
import { type ReplayOptions, replay } from './replay.ts';
import type { Json } from '#spec/values.ts';
import type { HttpOutcome } from '../devices/http-device-types.ts';
import type { GraphImage, RuntimeCommand, RuntimeCommands } from '../link/protocol.ts';
import type { RuntimeOptions } from '../runtime-options.ts';

/**
 * A recorded runtime with a clock and a server outside that the test moves. It is stepped by hand; once it is started, the
 * steps that are asked for are made in turns that the test gives, as are all others where `turns` is its scheduler, too.
 */
export const createRecorded = (options: Partial<RuntimeOptions> = {}, turns = createManualScheduler()) => {
  let text = '';
  let unixMs = 1_000_000;
  const asked: ((outcome: HttpOutcome) => void)[] = [];
  const failures: unknown[] = [];
  const runtime = createRecordedRuntime(
    {
      ...{ scheduler: frozenScheduler, sliceScheduler: turns.scheduler },
      now: () => new Date(unixMs),
      http: { send: (_, finish) => void asked.push(finish) },
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
    turns,
    /** Requests that were sent, in order. */
    asked,
    /** The journal as far as it is written. */
    text: () => text,
    pass(milliseconds: number) {
      unixMs += milliseconds;
    },
    /** Answers the oldest request that has no answer yet. */
    answer: (status: number) => asked.shift()?.({ status, isJson: true, text: `[${status}]` }),
    act: (action: string, parameters: Record<string, unknown> = {}) =>
      runtime.execute('action.run', { action, parameters }),
    /** Loads a graph and starts it. */
    run(graph: GraphImage) {
      runtime.execute('graph.load', { graph });
      runtime.execute('graph.run', { graphId: graph.graphId });
    },
    /** Ends the journal. @returns its text. */
    end() {
      runtime.end();
      return text;
    },
  };
};

export type Recorded = ReturnType<typeof createRecorded>;

export const replayText = (text: string, options?: ReplayOptions) => replay(parseJournal(text), options);

/** A graph in which all that could differ has a part: chance, wall clock, requests, delays, variables, other graphs. */
export const eventful = (graphId: string, other: string): GraphImage =>
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
      next: ['RunGraph', { Graph: other }],
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

/** Sets a variable twice in every step, between which it works so long that the step outlasts a turn. */
const slow = (graphId: string, iterations = 800): GraphImage =>
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

type Deed = (recorded: Recorded) => unknown;

const command = <C extends RuntimeCommand>(name: C, params: RuntimeCommands[C]['params']): Deed => {
  // what is refused is an input like any other, at once or later
  return ({ runtime }) => {
    try {
      const answer = runtime.betweenTicks(() => runtime.execute(name, params));
      if (answer instanceof Promise) answer.catch(() => {});
    } catch {}
  };
};

const act = (action: string, parameters: Record<string, unknown> = {}): Deed =>
  command('action.run', { action, parameters });

/** The same with what a caller leaves out. */
export const ask = (action: string, parameters: Record<string, unknown>): Deed =>
  act(action, parseParameters(getAction(action), parameters) as Record<string, unknown>);

/** A clip of the light that goes up and turns within half a second. */
const rising = {
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

const light = { object: 'main-light' };
export const haveClip = ask('components.add', {
  ...{ ...light, component: 'Animation', properties: { clips: [rising] } },
});
const playing: fc.Arbitrary<Deed> = fc.oneof(
  fc
    .record({
      loopMode: fc.constantFrom('once', 'loop', 'pingPong', 'clampForever'),
      speed: fc.double({ min: -3, max: 3, noNaN: true }),
      weight: fc.double({ min: 0, max: 1, noNaN: true }),
      additive: fc.boolean(),
      fadeIn: fc.constantFrom(0, 0.2),
    })
    .map((how): Deed => {
      const play = ask('animation.play', { ...light, clip: 'rise', ...how });
      return (recorded) => {
        haveClip(recorded);
        play(recorded);
      };
    }),
  fc.constantFrom(
    ask('components.remove', { ...light, component: 'Animation' }),
    ask('animation.transition', { ...light, to: 'rise', duration: 0.3, ease: 'easeInOutCubic' }),
    ask('animation.pause', {}),
    ask('animation.resume', {}),
    ask('animation.stop', { fadeOut: 0.1 }),
    ask('animation.seek', { ...light, time: 0.3 }),
    ask('animation.setSpeed', { ...light, speed: -0.7 }),
    ask('animation.setWeight', { ...light, weight: 0.4, time: 0.2 }),
  ),
);

const graphId = fc.constantFrom('a', 'b', 'none');
const otherOf = (id: string) => (id === 'a' ? 'b' : 'a');
const value: fc.Arbitrary<Json> = fc.oneof(
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
const ticks = fc.integer({ min: 1, max: 40 });

const stepsAsked = ticks.map((count) => act('time.step', { ticks: count }));

const deed: fc.Arbitrary<Deed> = fc.oneof(
  {
    weight: 6,
    arbitrary: ticks.map(
      (count): Deed =>
        ({ runtime }) =>
          runtime.step(count),
    ),
  },
  { weight: 3, arbitrary: graphId.map((id) => command('graph.load', { graph: eventful(id, otherOf(id)) })) },
  graphId.map((id) => command('graph.load', { graph: slow(id) })),
  { weight: 3, arbitrary: graphId.map((id) => command('graph.run', { graphId: id })) },
  graphId.map((id) => command('graph.stop', { graphId: id })),
  graphId.map((id) => command('graph.unload', { graphId: id })),
  graphId.map((id) => command('graph.flush', { graphId: id })),
  fc
    .tuple(graphId, fc.constantFrom('button', 'dice'))
    .map(([id, nodeId]) => command('graph.press', { graphId: id, nodeId, port: 'Pressed' })),
  fc
    .tuple(graphId, value)
    .map(([id, payload]) => command('graph.send', { graphId: id, name: 'go', payload })),
  value.map((given) => command('variables.put', { variables: [createTestVariable('roll', given)] })),
  fc.constant(command('variables.delete', { ids: ['id-of-roll'] })),
  fc
    .subarray(['node.executing', 'node.done', 'ports.updated'] as const)
    .map((types) => command('events.interest', { types })),
  fc.constantFrom(act('time.pause'), act('time.resume'), act('nonsense')),
  stepsAsked,
  fc.double({ min: 0, max: 4, noNaN: true }).map((scale) => act('time.setScale', { scale })),
  fc
    .constantFrom('Cube', 'Camera', 'Unknown')
    .map((leaf) => act('scene.spawn', { type: leaf === 'Cube' ? 'Primitives/Cube' : leaf, active: true })),
  fc.double({ min: 0, max: 1, noNaN: true }).map((time) =>
    act('tween.position', {
      ...{ object: 'main-camera', position: { x: time, y: -0, z: 3 }, time },
      ...{ ease: 'easeOutBounce', delay: 0.1, loops: 0, yoyo: false, space: 'world' },
    }),
  ),
  fc.constantFrom(
    act('scene.reset'),
    act('scene.switch', { scene: 'Default', transition: 'fade', duration: 0.3 }),
    act('scene.setEnvironment', { fogDensity: 0.5 }),
    act('physics.setBody', { object: 'main-light', type: 'dynamic' }),
  ),
  { weight: 3, arbitrary: playing },
  // what a listener does about it comes in the middle of other commands and steps
  fc.constantFrom('hi', 'echo').map((message) => act('log.console', { message, severity: 'log' })),
  fc.integer({ min: 0, max: 999 }).map(
    (status): Deed =>
      ({ answer }) =>
        answer(status),
  ),
  fc.integer({ min: -50, max: 5_000 }).map(
    (milliseconds): Deed =>
      ({ pass }) =>
        pass(milliseconds),
  ),
  fc.double({ min: 1, max: 900, noNaN: true }).map(
    (late): Deed =>
      ({ runtime }) =>
        runtime.reportDroppedTime(late),
  ),
  fc.constant<Deed>(({ runtime }) => runtime.stop()),
);

/** All that happens to a runtime. */
export const life = fc.array(deed, { minLength: 1, maxLength: 40 });

/**
 * The same of a runtime whose time is started, and that makes its steps in turns: those that are asked for while time is
 * paused, and those that time brings. Steps of slow graphs outlast a turn, so that deeds come in the middle of them.
 */
export const lifeInTurns: typeof life = fc
  .tuple(
    fc.boolean(),
    fc.array(
      fc.oneof(
        { weight: 3, arbitrary: deed },
        stepsAsked,
        { weight: 2, arbitrary: fc.constant<Deed>(({ turns }) => turns.give()) },
        // not as a link does it: the step is completed first
        fc.constant<Deed>(({ act }) => act('log.console', { message: 'at once', severity: 'log' })),
      ),
      { minLength: 1, maxLength: 40 },
    ),
  )
  .map(([isPaused, deeds]) => [
    ({ runtime }) => runtime.start(),
    command('graph.load', { graph: slow('b') }),
    command('graph.run', { graphId: 'b' }),
    ...(isPaused ? [act('time.pause')] : []),
    ...deeds,
    ({ runtime }) => runtime.stop(),
  ]);

/** Lives it, with a listener that answers by commands, and returns the journal. */
export const live = (recorded: Recorded, deeds: readonly Deed[]): string => {
  const echo = act('log.console', { message: 'heard', severity: 'log' });
  recorded.runtime.listen({
    events(batch) {
      for (const { type, data } of batch) {
        if (type === 'graph.stopped' || data.nodeId === 'log' || data.message === 'echo') echo(recorded);
        if (type === 'variable.changed' && Number(data.value) > 0.15)
          act('time.step', { ticks: 2 })(recorded);
      }
    },
  });
  recorded.run(eventful('a', 'b'));
  for (const next of deeds) {
    recorded.pass(7);
    next(recorded);
  }
  return recorded.end();
};
