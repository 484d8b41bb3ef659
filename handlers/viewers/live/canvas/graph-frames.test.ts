import { describe, expect, it } from 'vitest';
import { findGraphExtent, findGraphFrames } from './graph-frames.ts';
import type { GraphDetail, NodeRecord, NotesByNodeId, PortRecord } from '../graphs/graph-types.ts';

const categories: Readonly<Record<string, string>> = {
  ...{ OnNewFrame: 'Events', Add: 'Math', Multiply: 'Math', LogConsole: 'System' },
};

const createNode = (id: string, category: string, locationX: number, locationY: number): NodeRecord => ({
  ...{ id, category, locationX, locationY, isMissing: false, ports: [] },
});

const findFrames = (nodes: readonly NodeRecord[], wires: readonly string[], texts: Record<string, string>) =>
  findGraphFrames(
    {
      nodes: [...nodes],
      connections: wires.map((wire) => {
        const [outputNodeId, inputNodeId] = wire.split('>');
        return { outputNodeId, inputNodeId } as GraphDetail['connections'][number];
      }),
    },
    Object.fromEntries(Object.entries(texts).map(([id, text]) => [id, { text }])) as unknown as NotesByNodeId,
    (type) => categories[type],
  );

describe('the frames of a graph', () => {
  const nodes = [
    createNode('note', 'Note', 0, 0),
    createNode('frame', 'OnNewFrame', 20, 60),
    createNode('add', 'Add', 240, 60),
    createNode('multiply', 'Multiply', 460, 200),
    createNode('log', 'LogConsole', 20, 900),
  ];
  const wires = ['frame>add', 'add>multiply'];

  it('surround what is connected below a note, in the colour of its commonest category', () => {
    expect(findFrames(nodes, wires, { note: 'Every frame\nthe moon goes round\n' })).toEqual([
      {
        ...{ noteId: 'note', title: 'Every frame', subtitle: 'the moon goes round', category: 'Math' },
        nodeIds: ['frame', 'add', 'multiply'],
        // 20 beside and below the cards, which are 176 wide and 46 high without ports, and 40 above them
        ...{ x: 0, y: 20, width: 656, height: 246 },
      },
    ]);
  });

  it('take the nearest note above each part', () => {
    const more = [
      ...nodes,
      createNode('far', 'Note', 0, -150),
      createNode('lower', 'Note', 40, 860),
      createNode('aside', 'Note', 900, 0),
    ];
    const frames = findFrames(more, wires, { note: 'A', far: 'B', lower: 'C', aside: 'D' });
    expect(frames.map(({ noteId, nodeIds }) => [noteId, ...nodeIds])).toEqual([
      ['note', 'frame', 'add', 'multiply'],
      ['lower', 'log'],
    ]);
  });

  it('gather the parts that share a note', () => {
    const [frame] = findFrames(nodes, ['add>multiply'], { note: 'Both' });
    expect(frame?.nodeIds).toEqual(['frame', 'add', 'multiply']);
  });

  it.each([
    ['is empty', ' \n '],
    ['has three lines', 'One\ntwo\nthree'],
    [
      'explains at length',
      'A ball falls onto the ground and bounces, a little lower each time, until it rests.',
    ],
  ])('do not arise from a note that %s', (_, text) => {
    expect(findFrames(nodes, wires, { note: text })).toEqual([]);
  });

  it('do not arise from a note far above or below', () => {
    for (const y of [-400, 300])
      expect(
        findFrames([createNode('note', 'Note', 0, y), ...nodes.slice(1)], wires, { note: 'Far' }),
      ).toEqual([]);
  });

  it('list the larger one first, so that the smaller one lies on it', () => {
    const inner = [createNode('inner', 'Note', 300, 80), createNode('single', 'LogConsole', 300, 130)];
    const frames = findFrames([...inner, ...nodes], wires, { note: 'Outer', inner: 'Inner' });
    expect(frames.map(({ title }) => title)).toEqual(['Outer', 'Inner']);
  });
});

describe('the extent of a graph', () => {
  const port = (direction: PortRecord['direction']): PortRecord => ({
    ...{ id: direction, nodeId: 'node', name: direction, type: 'Trigger', direction },
  });

  it('starts with the first node that nothing triggers', () => {
    const nodes = [
      { ...createNode('log', 'LogConsole', 0, 0), ports: [port('input')] },
      { ...createNode('frame', 'OnNewFrame', 50, 300), ports: [port('output')] },
      { ...createNode('start', 'Start', 10, 300), ports: [port('output')] },
    ];
    expect(findGraphExtent({ nodes }, [])).toEqual({
      bounds: { x: 0, y: 0, width: 226, height: 372 },
      entry: { x: 10, y: 300, width: 176, height: 72 },
    });
  });

  it('is none without nodes', () => {
    expect(findGraphExtent({ nodes: [] }, [])).toBeUndefined();
  });
});
