import { beforeEach, describe, expect, it } from 'vitest';
import { connectPorts, moveNode, removeGraph, removeNode } from '../graphs/graph-edits.ts';
import {
  createTestGraph,
  findPortId,
  serializeGraphFile,
  takeGraphSnapshot,
} from '../graphs/testing-graphs.ts';
import { toGraphFile } from '../projects/graph-file-format.ts';
import { copyGraph, openGraphFile, reopenGraph } from '../projects/open-graph.ts';
import { arrangeNodes } from './arrange-nodes.ts';
import { createGraphLayouts, estimateNodeSize } from './graph-layouts.ts';
import { listOverlaps } from './testing-layouts.ts';
import type { ConsoleLine } from '#runtime/link/console-writer.ts';
import type { LayoutRunner } from './layout-request.ts';

const savedAt = '2026-01-02T03:04:05.000Z';

/** Creates layouts for a small graph. The layouts are computed in the test's own thread. */
const createTestLayouts = (arrangeAs: LayoutRunner['arrange'] = arrangeNodes) => {
  const { store, graph, add } = createTestGraph();
  const [start, onFrame] = [...graph.nodes.values()] as [ReturnType<typeof add>, ReturnType<typeof add>];
  const [sum, log, secondSum] = [add('Add'), add('LogConsole'), add('Add')];
  connectPorts(store, graph, findPortId(onFrame, 'Out', 'output'), findPortId(log, 'In', 'input'));
  connectPorts(store, graph, findPortId(sum, 'Result'), findPortId(secondSum, 'A'));
  const lines: ConsoleLine[] = [];
  const layouts = createGraphLayouts({
    store,
    layoutRunner: { arrange: arrangeAs, close: async () => {} },
    now: () => new Date(savedAt),
    log: (line) => lines.push(line),
  });
  const getPositions = () =>
    Object.fromEntries([...graph.nodes.values()].map((n) => [n.id, [n.locationX, n.locationY]]));
  return { store, graph, layouts, lines, getPositions, start, onFrame, sum, log, secondSum };
};

const layoutAll = { mode: 'layered-horizontal', spacing: 60, dryRun: false } as const;

let test: ReturnType<typeof createTestLayouts>;
beforeEach(() => {
  test = createTestLayouts();
});

describe('a layout', () => {
  it('moves the nodes to the returned positions, without overlaps, as one edit', async () => {
    const { graph, layouts, getPositions } = test;
    const [revision, before] = [graph.revision, getPositions()];
    const result = await layouts.arrange(graph, layoutAll);
    expect(result).toMatchObject({ mode: 'layered-horizontal', saved: true });
    expect(graph.revision).toBe(revision + 1);
    const now = getPositions();
    expect(
      Object.fromEntries(Object.entries(result.positions).map(([id, p]) => [id, [p.locationX, p.locationY]])),
    ).toEqual(now);
    expect(result.moved).toBe(Object.keys(now).filter((id) => String(now[id]) !== String(before[id])).length);
    const boxes = [...graph.nodes.values()].map((n) => ({
      x: n.locationX,
      y: n.locationY,
      ...estimateNodeSize(n),
    }));
    expect(listOverlaps(boxes)).toEqual([]);
    expect(Math.max(...boxes.map(({ x, width }) => x + width))).toBe(result.bounds.x + result.bounds.width);
  });

  it('keeps ids, values and connections', async () => {
    const { graph, layouts } = test;
    const getUnmovedNodes = () =>
      JSON.parse(serializeGraphFile(graph), (key, value) =>
        ['x', 'y', 'before', 'layout'].includes(key) ? undefined : value,
      );
    const before = getUnmovedNodes();
    await layouts.arrange(graph, layoutAll);
    expect(getUnmovedNodes()).toEqual(before);
  });

  it('changes nothing in a dry run, and returns what it would do', async () => {
    const { store, graph, layouts } = test;
    const before = takeGraphSnapshot(store, graph);
    const dryResult = await layouts.arrange(graph, { ...layoutAll, dryRun: true });
    expect(takeGraphSnapshot(store, graph)).toEqual(before);
    expect(dryResult.saved).toBe(false);
    expect(await layouts.arrange(graph, layoutAll)).toEqual({ ...dryResult, saved: true });
  });

  it('changes nothing when no node has to move', async () => {
    const { store, graph, layouts } = test;
    await layouts.arrange(graph, layoutAll);
    const before = takeGraphSnapshot(store, graph);
    expect(await layouts.arrange(graph, layoutAll)).toMatchObject({ moved: 0, saved: true });
    expect(takeGraphSnapshot(store, graph)).toEqual(before);
  });

  it('of some nodes does not move the others, and does not overlap them', async () => {
    const { graph, layouts, sum, secondSum, log, getPositions } = test;
    const getOtherPositions = (): unknown[] =>
      Object.entries(getPositions()).filter(([id]) => ![sum.id, secondSum.id, log.id].includes(id));
    const before = getOtherPositions();
    const result = await layouts.arrange(graph, {
      ...layoutAll,
      nodeIds: [secondSum.id, sum.id, log.id, sum.id],
    });
    expect(Object.keys(result.positions).sort()).toEqual([sum.id, secondSum.id, log.id].sort());
    expect(getOtherPositions()).toEqual(before);
    const boxes = [...graph.nodes.values()].map((n) => ({
      x: n.locationX,
      y: n.locationY,
      ...estimateNodeSize(n),
    }));
    expect(listOverlaps(boxes)).toEqual([]);
  });

  it('fails for an unknown node, and names it', async () => {
    const { store, graph, layouts } = test;
    const before = takeGraphSnapshot(store, graph);
    await expect(layouts.arrange(graph, { ...layoutAll, nodeIds: ['ghost'] })).rejects.toMatchObject({
      code: 'NODE_NOT_FOUND',
      reason: expect.stringContaining("'ghost'"),
    });
    expect(takeGraphSnapshot(store, graph)).toEqual(before);
  });

  it('works while the graph runs', async () => {
    const { graph, layouts } = test;
    graph.running = true;
    expect((await layouts.arrange(graph, layoutAll)).moved).toBeGreaterThan(0);
  });
});

describe('a layout that fails', () => {
  it.each([
    ['by itself', () => Promise.reject(new Error('out of ideas')), 'out of ideas'],
    [
      'with an invalid position',
      async () => new Map([[test.sum.id, { x: Number.NaN, y: 0 }]]),
      'a position is not a number',
    ],
  ])('%s is logged, and changes nothing', async (_, arrangeAs, reason) => {
    test = createTestLayouts(arrangeAs);
    const { store, graph, layouts, lines } = test;
    const before = takeGraphSnapshot(store, graph);
    await expect(layouts.arrange(graph, layoutAll)).rejects.toMatchObject({ code: 'LAYOUT_FAILED' });
    expect(takeGraphSnapshot(store, graph)).toEqual(before);
    expect(lines).toEqual([
      { severity: 'error', graphId: graph.id, message: `Layout layered-horizontal failed: ${reason}` },
    ]);
  });
});

describe('edits while a layout is computed', () => {
  /** Makes an edit after the positions are computed, but before they are returned. */
  const whileWorking = (edit: () => void) => {
    test = createTestLayouts(async (request) => {
      const positions = await arrangeNodes(request);
      edit();
      return positions;
    });
    return test;
  };

  it('are kept: moved nodes stay, removed ones are skipped, and new ones are left alone', async () => {
    let added = '';
    const { graph, layouts, store, sum, log, secondSum } = whileWorking(() => {
      moveNode(sum, 7, 8);
      removeNode(store, log);
      const copy = { ...secondSum, id: 'new', locationX: 1, locationY: 2 };
      graph.nodes.set(copy.id, copy);
      added = copy.id;
    });
    const result = await layouts.arrange(graph, layoutAll);
    expect([sum.locationX, sum.locationY]).toEqual([7, 8]);
    expect(graph.nodes.get(added)).toMatchObject({ locationX: 1, locationY: 2 });
    for (const { id } of [sum, log, { id: added }]) expect(result.positions).not.toHaveProperty([id]);
    expect(result.moved).toBeGreaterThan(0);
  });

  it('may open the graph again, whose new document is then arranged', async () => {
    const { store, graph, layouts } = whileWorking(
      () => void reopenGraph(store, graph, toGraphFile(graph), () => {}),
    );
    const result = await layouts.arrange(graph, layoutAll);
    const reopened = store.graphs.get(graph.id)!;
    expect(reopened).not.toBe(graph);
    for (const [id, position] of Object.entries(result.positions))
      expect(reopened.nodes.get(id)).toMatchObject(position);
    expect([...store.pending]).toEqual([reopened]);
  });

  it('may remove the graph', async () => {
    const { store, graph, layouts } = whileWorking(() => removeGraph(store, graph));
    await expect(layouts.arrange(graph, layoutAll)).rejects.toMatchObject({ code: 'GRAPH_NOT_FOUND' });
  });
});

it('runs layouts of one graph one after another, each from the result of the last', async () => {
  const { graph, layouts } = test;
  const [, second] = await Promise.all([
    layouts.arrange(graph, layoutAll),
    layouts.arrange(graph, { ...layoutAll, mode: 'layered-vertical' }),
  ]);
  expect(second!.moved).toBeGreaterThan(0);
  const result = await layouts.arrange(graph, { ...layoutAll, mode: 'layered-vertical' });
  expect(result.moved).toBe(0);
});

describe('a restore', () => {
  it('puts every node back exactly, even at fractional coordinates, and clears the saved positions', async () => {
    const { graph, layouts, sum, secondSum, getPositions } = test;
    moveNode(sum, 0.1 + 0.2, -1e-7);
    moveNode(secondSum, 1e15 + 0.5, 3);
    const before = getPositions();
    await layouts.arrange(graph, layoutAll);
    expect(getPositions()).not.toEqual(before);
    const { revision } = graph;
    expect(layouts.restore(graph)).toMatchObject({ mode: 'layered-horizontal', saved: false });
    expect(getPositions()).toEqual(before);
    expect(graph.revision).toBe(revision + 1);
    expect(() => layouts.restore(graph)).toThrow(expect.objectContaining({ code: 'NO_SAVED_LAYOUT' }));
  });

  it('skips removed nodes and does not move new ones', async () => {
    const { store, graph, layouts, sum, log } = test;
    await layouts.arrange(graph, layoutAll);
    removeNode(store, log);
    const { positions } = layouts.restore(graph);
    expect(Object.keys(positions)).not.toContain(log.id);
    expect([sum.locationX, sum.locationY]).toEqual([0, 0]);
  });
});

describe('tidying', () => {
  it('can be undone', async () => {
    const { graph, layouts, sum, getPositions } = test;
    moveNode(sum, 513, 707);
    const before = getPositions();
    expect(await layouts.tidy(graph, { gridSize: 20, align: true })).toMatchObject({
      mode: 'tidy',
      moved: 1,
      saved: true,
      positions: { [sum.id]: { locationX: 520, locationY: 700 } },
    });
    layouts.restore(graph);
    expect(getPositions()).toEqual(before);
  });

  it('after a layout keeps the positions that the layout saved', async () => {
    const { graph, layouts, getPositions } = test;
    const before = getPositions();
    await layouts.arrange(graph, { ...layoutAll, spacing: 57 });
    expect((await layouts.tidy(graph, { gridSize: 25, align: true })).moved).toBeGreaterThan(0);
    expect(layouts.restore(graph).mode).toBe('layered-horizontal');
    expect(getPositions()).toEqual(before);
  });

  it('changes nothing when the graph is tidy', async () => {
    const { store, graph, layouts } = test;
    const before = takeGraphSnapshot(store, graph);
    expect(await layouts.tidy(graph, { gridSize: 20, align: true })).toMatchObject({
      moved: 0,
      saved: false,
    });
    expect(takeGraphSnapshot(store, graph)).toEqual(before);
  });
});

describe('the file of a graph', () => {
  const reopen = ({ store, graph }: typeof test) => {
    const text = serializeGraphFile(graph);
    removeGraph(store, graph);
    return openGraphFile(store, graph.path, text);
  };

  it('keeps the saved positions and the aspect ratio, so that a restore works after reopening', async () => {
    const { graph, layouts, getPositions } = test;
    const before = getPositions();
    layouts.setAspectRatio(graph, 2.5);
    await layouts.arrange(graph, layoutAll);
    const reopened = reopen(test);
    expect(reopened.layout).toEqual(graph.layout);
    expect(reopened.layout).toMatchObject({
      aspectRatio: 2.5,
      saved: { mode: 'layered-horizontal', savedAt },
    });
    layouts.restore(reopened);
    expect(
      Object.fromEntries([...reopened.nodes].map(([id, n]) => [id, [n.locationX, n.locationY]])),
    ).toEqual(before);
  });

  it('has a node and its previous position in one line', async () => {
    const { graph, layouts, sum } = test;
    moveNode(sum, 1.5, -2);
    await layouts.arrange(graph, layoutAll);
    const line = serializeGraphFile(graph)
      .split('\n')
      .find((text) => text.includes(`{"id":"${sum.id}"`));
    expect(line).toContain('"before":[1.5,-2]');
  });

  it('does not mention layouts in a graph without one', () => {
    expect(serializeGraphFile(test.graph)).not.toMatch(/layout|before/);
  });

  it.each([
    ['an aspect ratio of 0', { aspectRatio: 0 }],
    ['an unknown mode', { saved: { mode: 'spiral', savedAt } }],
    ['no time', { saved: { mode: 'tree' } }],
  ])('ignores a layout with %s', (_, layout) => {
    const { store, graph } = test;
    const content = { ...JSON.parse(serializeGraphFile(graph)), layout };
    removeGraph(store, graph);
    expect(openGraphFile(store, graph.path, JSON.stringify(content)).layout).toEqual({
      aspectRatio: 1.6,
      saved: undefined,
    });
  });

  it('of a duplicate has the aspect ratio, but no saved positions', async () => {
    const { store, graph, layouts } = test;
    layouts.setAspectRatio(graph, 0.5);
    await layouts.arrange(graph, layoutAll);
    expect(copyGraph(store, graph, 'Copy', 'graphs/Copy.json').layout).toEqual({
      aspectRatio: 0.5,
      saved: undefined,
    });
  });
});

it('counts a new aspect ratio as an edit, but not the same one again', () => {
  const { graph, layouts } = test;
  const { revision } = graph;
  layouts.setAspectRatio(graph, 2);
  layouts.setAspectRatio(graph, 2);
  expect(graph.revision).toBe(revision + 1);
});
