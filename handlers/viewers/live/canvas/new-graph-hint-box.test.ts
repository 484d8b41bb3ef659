import { describe, expect, it } from 'vitest';
import { getNewGraphHintBox } from './new-graph-hint-box.ts';
import type { GraphDetail } from '../graphs/graph-types.ts';

const createGraph = (nodes: readonly (readonly [category: string, y: number])[]) => {
  const records = nodes.map(([category, locationY]) => ({ category, locationX: 60, locationY, ports: [] }));
  return { nodes: records, connections: [] } as unknown as GraphDetail;
};

describe('the hint of a new graph', () => {
  const graph = createGraph([
    ['Start', 40],
    ['OnNewFrame', 200],
  ]);

  it('is beside the Start node if there is room', () => {
    expect(getNewGraphHintBox(graph, 700)).toMatchObject({ x: 320, y: 40, width: 320 });
  });

  it.each([
    [420, 320],
    [300, 268],
  ])('is below the nodes of a canvas of %i pixels, and %i pixels wide', (canvasWidth, width) => {
    expect(getNewGraphHintBox(graph, canvasWidth)).toMatchObject({ x: 60, y: 270, width });
  });

  it('is missing in a graph that was edited', () => {
    const edited = createGraph(['Start', 'OnNewFrame', 'LogConsole'].map((category) => [category, 0]));
    expect(getNewGraphHintBox(edited, 700)).toBeUndefined();
  });
});
