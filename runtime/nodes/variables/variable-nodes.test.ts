import { describe, expect, test } from 'vitest';
import { definitionsByEnumValue } from '../index.ts';
import {
  createTestRuntime,
  logNode,
  createTestGraph,
  createTestVariable,
} from '../../engine/testing-runtime.ts';

describe('SetVariable', () => {
  test('writes the value, converted to the type of the variable, and outputs the previous one', () => {
    const runtime = createTestRuntime();
    runtime.put(createTestVariable('n', 7, 'Integer'));
    runtime.run(
      createTestGraph({ start: 'Start', set: ['SetVariable', { Variable: 'n', Value: '2.6' }] }, [
        'start.Out > set.In',
      ]),
    );
    runtime.step();
    expect(runtime.data('variable.changed')).toEqual([
      { id: 'id-of-n', name: 'n', type: 'Integer', value: 3, previous: 7 },
    ]);
    expect(runtime.port('set.out.Previous')).toBe(7);
  });

  test.each([
    ['gone', 'No variable is named "gone".'],
    ['', 'No variable is chosen.'],
  ])('continues with one warning when there is no variable %j', (Variable, warning) => {
    const runtime = createTestRuntime();
    runtime.run(
      createTestGraph(
        {
          frame: 'OnNewFrame',
          set: ['SetVariable', { Variable }],
          log: ['LogConsole', { Message: 'on' }],
        },
        ['frame.Out > set.In', 'set.Out > log.In'],
      ),
    );
    runtime.step(2);
    expect(runtime.messages()).toEqual([warning, 'on', 'on']);
  });
});

test('GetVariable prefers a variable of the graph to a global one of the same name', () => {
  const runtime = createTestRuntime();
  runtime.put(createTestVariable('who', 'global'), {
    ...createTestVariable('who', 'local'),
    id: 'own',
    graphId: 'graph',
  });
  const createGraph = (graphId: string) =>
    createTestGraph(
      { start: 'Start', get: ['GetVariable', { Variable: 'who' }], log: 'LogConsole' },
      ['start.Out > log.In', 'get.Value > log.Message'],
      { graphId },
    );
  runtime.run(createGraph('graph'), createGraph('other'));
  runtime.step();
  expect(runtime.messages()).toEqual(['local', 'global']);
});

test('GetVariable follows a variable that is created, changed and deleted while the graph runs', () => {
  const runtime = createTestRuntime();
  runtime.run(
    createTestGraph({ frame: 'OnNewFrame', get: ['GetVariable', { Variable: 'v' }], watch: 'Watch' }, [
      'frame.Out > watch.In',
      'get.Value > watch.Value',
    ]),
  );
  runtime.step();
  runtime.put(createTestVariable('v', 1));
  runtime.step();
  expect(runtime.port('watch.in.Value')).toBe(1);
  runtime.put(createTestVariable('v', 2));
  runtime.step();
  expect(runtime.port('watch.in.Value')).toBe(2);
  runtime.execute('variables.delete', { ids: ['id-of-v'] });
  runtime.step();
  expect(runtime.port('watch.in.Value')).toBe(null);
  expect([...runtime.data('variable.changed'), ...runtime.data('variable.deleted')]).toEqual([]);
});

test('IncrementVariable adds, ToggleVariable flips, and both reject other types with a warning', () => {
  const runtime = createTestRuntime();
  runtime.put(
    createTestVariable('n', 1, 'Float'),
    createTestVariable('b', false, 'Boolean'),
    createTestVariable('s', 'text', 'String'),
  );
  runtime.run(
    createTestGraph(
      {
        start: 'Start',
        add: ['IncrementVariable', { Variable: 'n', Amount: 2.5 }],
        flip: ['ToggleVariable', { Variable: 'b' }],
        addText: ['IncrementVariable', { Variable: 's' }],
        flipText: ['ToggleVariable', { Variable: 's' }],
      },
      ['start.Out > add.In', 'add.Out > flip.In', 'flip.Out > addText.In', 'addText.Out > flipText.In'],
    ),
  );
  runtime.step();
  expect(runtime.data('variable.changed').map(({ name, value }) => [name, value])).toEqual([
    ['n', 3.5],
    ['b', true],
  ]);
  expect(runtime.port('add.out.Value')).toBe(3.5);
  expect(runtime.port('flip.out.Value')).toBe(true);
  expect(runtime.data('console.log').map(({ nodeId, severity }) => [nodeId, severity])).toEqual([
    ['addText', 'warning'],
    ['flipText', 'warning'],
  ]);
});

describe('DeleteVariable', () => {
  const runDelete = (Variable: string) =>
    createTestGraph(
      {
        frame: 'OnNewFrame',
        get: ['GetVariable', { Variable }],
        before: 'Watch',
        remove: ['DeleteVariable', { Variable }],
        out: logNode('out'),
      },
      ['frame.Out > before.In', 'get.Value > before.Value', 'before.Out > remove.In', 'remove.Out > out.In'],
    );

  test('removes the variable for every graph and raises an event', () => {
    const runtime = createTestRuntime();
    runtime.put(createTestVariable('v', 1));
    runtime.run(runDelete('v'));
    runtime.step();
    expect(runtime.data('variable.deleted')).toEqual([{ id: 'id-of-v', name: 'v' }]);
    expect(runtime.port('before.in.Value')).toBe(1);
    runtime.step();
    expect(runtime.port('before.in.Value')).toBe(null);
    expect(runtime.data('variable.deleted')).toHaveLength(1);
    expect(runtime.messages().filter((message) => message === 'out')).toHaveLength(2);
  });

  test('prefers the variable of the graph to a global one', () => {
    const runtime = createTestRuntime();
    runtime.put(createTestVariable('v', 'global'), {
      ...createTestVariable('v', 'own'),
      id: 'own',
      graphId: 'graph',
    });
    runtime.run(runDelete('v'));
    runtime.step();
    expect(runtime.raised('variable.deleted')).toEqual([
      expect.objectContaining({ graphId: 'graph', data: { id: 'own', name: 'v', graphId: 'graph' } }),
    ]);
    runtime.step();
    expect(runtime.port('before.in.Value')).toBe('global');
  });

  test('continues with one warning when there is none', () => {
    const runtime = createTestRuntime();
    runtime.run(
      createTestGraph(
        { frame: 'OnNewFrame', remove: ['DeleteVariable', { Variable: 'v' }], out: logNode('out') },
        ['frame.Out > remove.In', 'remove.Out > out.In'],
      ),
    );
    runtime.step(2);
    expect(runtime.messages()).toEqual(['No variable is named "v".', 'out', 'out']);
  });
});

test('value ports take the type of the chosen variable', () => {
  const project = { variableType: (name: string) => (name === 'n' ? ('Integer' as const) : undefined) };
  const listPortTypes = (category: string, Variable: string) =>
    definitionsByEnumValue.get(category)!.type.portsFor!({ Variable }, project).map(
      ({ name, type }) => `${name}: ${type}`,
    );
  expect(listPortTypes('getvariable', 'n')).toEqual(['Variable: Dropdown', 'Value: Integer']);
  expect(listPortTypes('getvariable', '')).toEqual(['Variable: Dropdown', 'Value: Generic']);
  expect(listPortTypes('setvariable', 'n')).toEqual([
    'In: Trigger',
    'Variable: Dropdown',
    'Value: Integer',
    'Out: Trigger',
    'Previous: Integer',
  ]);
});
