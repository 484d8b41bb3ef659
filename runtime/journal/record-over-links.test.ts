/** Tests that the inputs and results of a runtime do not depend on the link. */
import { expect, test } from 'vitest';
import { testLinks } from '../link/testing-links.ts';
import { createRecordedRuntime } from './record-runtime.ts';
import type { GraphSnapshot, RuntimeLink } from '../link/runtime-link.ts';

const graph: GraphSnapshot = {
  graphId: 'g',
  name: 'Counting',
  nodes: [
    { id: 'start', category: 'Start', values: {} },
    { id: 'frame', category: 'OnNewFrame', values: {} },
    { id: 'count', category: 'IncrementVariable', values: { Variable: 'frames', Amount: 0.1 } },
    { id: 'log', category: 'LogConsole', values: { Message: 'Über \u{1F600}' } },
    { id: 'wait', category: 'Delay', values: { Duration: 0.05 } },
    {
      id: 'call',
      category: 'RunGraph',
      values: { Graph: 'called', Mode: 'Call', input: [1e21, null] },
      ports: [
        { name: 'input', direction: 'input', type: 'Generic' },
        { name: 'result', direction: 'output', type: 'Float' },
      ],
    },
  ],
  connections: [
    { from: ['start', 'Out'], to: ['wait', 'In'] },
    { from: ['wait', 'Done'], to: ['log', 'In'] },
    { from: ['frame', 'Out'], to: ['count', 'In'] },
    { from: ['count', 'Out'], to: ['call', 'In'] },
  ],
};

/** A graph that is called in every frame, so that several calls are in progress at once. */
const calledGraph: GraphSnapshot = {
  graphId: 'called',
  name: 'Called',
  nodes: [
    { id: 'start', category: 'Start', values: {} },
    { id: 'dice', category: 'RandomFloat', values: { Max: 0.1 } },
    { id: 'set', category: 'SetVariable', values: { Variable: 'result' } },
    { id: 'wait', category: 'Delay', values: {} },
  ],
  connections: [
    { from: ['start', 'Out'], to: ['set', 'In'] },
    { from: ['dice', 'Result'], to: ['set', 'Value'] },
    { from: ['set', 'Out'], to: ['wait', 'In'] },
    { from: ['dice', 'Result'], to: ['wait', 'Duration'] },
  ],
};

const interfaceVariables = [
  {
    id: 'i',
    name: 'input',
    type: 'Generic',
    value: null,
    graphId: 'called',
    direction: 'input',
    default: null,
  },
  { id: 'r', name: 'result', type: 'Float', value: 0, graphId: 'called', direction: 'output', default: 0.5 },
] as const;

const runScript = async (link: RuntimeLink, step: (ticks: number) => void): Promise<void> => {
  const act = (action: string, parameters: Record<string, unknown>) =>
    link.request('action.run', { action, parameters });
  await link.request('events.interest', { types: ['node.executing', 'node.done', 'ports.updated'] });
  const variable = { id: 'v', name: 'frames', type: 'Float', value: 1e21 } as const;
  await link.request('variables.put', { variables: [variable, ...interfaceVariables] });
  await link.request('graph.load', { graph: calledGraph });
  await link.request('graph.load', { graph });
  await link.request('graph.run', { graphId: 'g' });
  step(10);
  await act('scene.spawn', { type: 'Primitives/Cube' });
  await act('tween.position', {
    object: 'main-camera',
    position: { x: 1 / 3, y: -0.5, z: 1e-7 },
    space: 'world',
    duration: 0.1,
    easing: 'linear',
  });
  step(20);
  await expect(
    act('transform.setPosition', { object: 'nobody', position: { x: 0, y: 0, z: 0 } }),
  ).rejects.toThrow();
  await link.request('graph.stop', { graphId: 'g' });
  step(1);
};

test('the journal is the same for every link', async () => {
  const journalEnds: unknown[] = [];
  for (const createLink of Object.values(testLinks)) {
    const lines: string[] = [];
    const sink = { write: (line: string) => lines.push(line), fail() {} };
    const runtime = createRecordedRuntime({ now: () => new Date(0) }, sink);
    const { link, reconnect } = createLink(runtime);
    await reconnect();
    await runScript(link, runtime.step);
    runtime.end();
    journalEnds.push(JSON.parse(lines.at(-1)!).end);
  }
  expect(journalEnds[0]).toMatchObject({ tick: 31, events: expect.any(Number) });
  expect((journalEnds[0] as { events: number }).events).toBeGreaterThan(60);
  for (const end of journalEnds) expect(end).toEqual(journalEnds[0]);
});
