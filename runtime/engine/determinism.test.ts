import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defineFlowNode } from '../nodes/dsl/define-node.ts';
import { float, trigger } from '../nodes/dsl/ports.ts';
import { createSeededRandom } from './seeded-random.ts';
import { createTestRuntime, addTestNodes, createTestGraph, createTestVariable } from './testing-runtime.ts';

const definitions = addTestNodes({
  Dice: defineFlowNode({
    description: '',
    inputs: { In: trigger },
    outputs: { Out: trigger, Value: float() },
    on: {
      In: ({ outputs, emit, random }) => {
        outputs.Value = random();
        emit.Out();
      },
    },
  }),
});

/**
 * Creates a graph that draws a random number every frame. The graph logs the number after a delay that depends on the
 * number.
 */
const createRollingGraph = (graphId: string) =>
  createTestGraph(
    {
      frame: 'OnNewFrame',
      dice: 'Dice',
      delay: ['Delay', { OnRetrigger: 'Parallel' }],
      set: ['SetVariable', { Variable: 'roll' }],
      send: ['SendCustomEvent', { Name: 'rolled' }],
      on: ['OnCustomEvent', { Name: 'rolled' }],
      log: 'LogConsole',
    },
    [
      'frame.Out > dice.In',
      'dice.Out > delay.In',
      'dice.Value > delay.Duration',
      'delay.Done > set.In',
      'dice.Value > set.Value',
      'set.Out > send.In',
      'dice.Value > send.Payload',
      'on.Out > log.In',
      'on.Payload > log.Message',
    ],
    { graphId },
  );

const command = fc.oneof(
  fc.record({ kind: fc.constant('step' as const), ticks: fc.integer({ min: 1, max: 40 }) }),
  fc.record({ kind: fc.constantFrom('run', 'stop', 'load'), graphId: fc.constantFrom('a', 'b', 'c') }),
  fc.record({ kind: fc.constant('put' as const), value: fc.integer() }),
);
type Command = typeof command extends fc.Arbitrary<infer T> ? T : never;

const runCommands = (seed: number, commands: readonly Command[]) => {
  const runtime = createTestRuntime({ seed, definitions });
  runtime.listenTo('node.executing', 'node.done', 'ports.updated');
  runtime.put(createTestVariable('roll', 0, 'Float'));
  runtime.run(createRollingGraph('a'), createRollingGraph('b'), createRollingGraph('c'));
  runtime.step(5);
  for (const next of commands) {
    if ('ticks' in next) runtime.step(next.ticks);
    else if ('value' in next) runtime.put(createTestVariable('roll', next.value, 'Float'));
    else if (next.kind === 'run') runtime.execute('graph.run', { graphId: next.graphId });
    else if (next.kind === 'stop') runtime.execute('graph.stop', { graphId: next.graphId });
    else runtime.execute('graph.load', { graph: createRollingGraph(next.graphId) });
  }
  return JSON.stringify(runtime.batches);
};

test('the same seed and commands yield the same events, bit for bit', () => {
  fc.assert(
    fc.property(fc.integer(), fc.array(command, { maxLength: 15 }), (seed, commands) => {
      expect(runCommands(seed, commands)).toBe(runCommands(seed, commands));
    }),
    { numRuns: 25 },
  );
});

test('another seed yields other events', () => {
  expect(runCommands(1, [])).not.toBe(runCommands(2, []));
});

test('every seed, graph and node has its own numbers, evenly distributed', () => {
  const drawNumbers = (...origin: Parameters<typeof createSeededRandom>) => {
    const random = createSeededRandom(...origin);
    return Array.from({ length: 10_000 }, random);
  };
  const sequences = [
    drawNumbers(1, 'g', 'n'),
    drawNumbers(2, 'g', 'n'),
    drawNumbers(1, 'h', 'n'),
    drawNumbers(1, 'g', 'm'),
    drawNumbers(1, 'n', 'g'),
  ];
  expect(new Set(sequences.map((numbers) => numbers.join())).size).toBe(sequences.length);
  expect(drawNumbers(1, 'g', 'n')).toEqual(sequences[0]);
  for (const numbers of sequences) {
    expect(numbers.every((number) => number >= 0 && number < 1)).toBe(true);
    for (let bucket = 0; bucket < 10; bucket++) {
      const fraction = numbers.filter((number) => Math.floor(number * 10) === bucket).length / numbers.length;
      expect(fraction).toBeGreaterThan(0.08);
      expect(fraction).toBeLessThan(0.12);
    }
  }
});
