import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layoutModes } from '#spec/rest/layout.ts';
import { arrangeNodes } from './arrange-nodes.ts';
import { getBounds } from './box-geometry.ts';
import type { ArrangeRequest, LayoutNode } from './layout-request.ts';
import {
  createRequestArbitrary,
  createForwardPairs,
  listOverlaps,
  applyPositions,
  createArrangeRequest,
  getAspectRatio,
} from './testing-layouts.ts';

const runArrange = async (request: ArrangeRequest) => applyPositions(request, await arrangeNodes(request));

describe.each([
  ['layered-horizontal', 'x', 'width'],
  ['layered-vertical', 'y', 'height'],
] as const)('%s', (mode, axis, size) => {
  it('puts start nodes before all others of their group, whatever their connections', async () => {
    const chain: [number, number][] = [0, 1, 2, 3].map((i) => [i, i + 1]);
    const request = createArrangeRequest(8, [...chain, [5, 4], [6, 3], [2, 6], [5, 6], [7, 5]], { mode });
    const isStart = ({ id }: LayoutNode): boolean => ['n0', 'n5', 'n6'].includes(id);
    const nodes = request.nodes.map((node) => (isStart(node) ? { ...node, isStart: true as const } : node));
    const arranged = await runArrange({ ...request, nodes });
    const ends = arranged.filter(isStart).map((node) => node[axis] + node[size]);
    const startPositions = arranged.filter((node) => !isStart(node)).map((node) => node[axis]);
    expect(Math.min(...startPositions)).toBeGreaterThan(Math.max(...ends));
    expect(listOverlaps(arranged)).toEqual([]);
  });
});

describe.each(layoutModes)('%s', (mode) => {
  it.each([1, 2, 5, 200])('places %d nodes without overlaps, at whole coordinates', async (count) => {
    const request = createArrangeRequest(count, createForwardPairs(count), { mode });
    const nodes = await runArrange(request);
    expect(nodes.map(({ id }) => id)).toEqual(request.nodes.map(({ id }) => id));
    expect(nodes.every(({ x, y }) => Number.isInteger(x) && Number.isInteger(y))).toBe(true);
    expect(listOverlaps(nodes, request.spacing / 2 - 1)).toEqual([]);
  });

  it('returns the same positions for the same graph', async () => {
    const request = createArrangeRequest(30, createForwardPairs(30), { mode });
    expect([...(await arrangeNodes(request))]).toEqual([...(await arrangeNodes(structuredClone(request)))]);
  });

  it('does not move the nodes of a graph that it has already arranged', async () => {
    const request = createArrangeRequest(30, createForwardPairs(30), { mode });
    const nodes = await runArrange(request);
    expect(await runArrange({ ...request, nodes })).toEqual(nodes);
  });

  it('keeps the upper left corner of the graph', async () => {
    const request = createArrangeRequest(10, createForwardPairs(10), { mode });
    const distantNodes = request.nodes.map((node) => ({ ...node, x: node.x - 3000.4, y: node.y + 700.6 }));
    const { x, y } = getBounds(await runArrange({ ...request, nodes: distantNodes }));
    expect([x, y]).toEqual([-3000, 701]);
  });

  it('arranges any graph, with cycles, several groups and unconnected nodes', async () => {
    await fc.assert(
      fc.asyncProperty(createRequestArbitrary({ mode }), async (request) => {
        const nodes = await runArrange(request);
        expect(listOverlaps(nodes)).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });

  it('moves the whole arrangement clear of obstacles', async () => {
    const request = createArrangeRequest(12, createForwardPairs(12), { mode });
    const free = await runArrange(request);
    const { x, y } = getBounds(free);
    const obstacles = [
      { x: x + 100, y: y + 20, width: 200, height: 100 },
      { x: x - 500, y: y - 300, width: 300, height: 90 },
    ];
    const nodes = await runArrange({ ...request, obstacles });
    expect(listOverlaps([...obstacles, ...nodes], request.spacing / 2 - 1)).toEqual([]);
    const shift = { x: nodes[0]!.x - free[0]!.x, y: nodes[0]!.y - free[0]!.y };
    expect(nodes).toEqual(free.map((node) => ({ ...node, x: node.x + shift.x, y: node.y + shift.y })));
  });

  it('handles coordinates at the edge of double precision', async () => {
    const { nodes, ...request } = createArrangeRequest(4, [[0, 1]], { mode });
    const distantNodes = nodes.map((node, i) => ({ ...node, x: i % 2 ? 1.7e308 : -1.7e308, y: 1e300 }));
    const arranged = await runArrange({ ...request, nodes: distantNodes, obstacles: [distantNodes[0]!] });
    expect(listOverlaps(arranged)).toEqual([]);
    expect(arranged.every(({ x, y }) => Number.isInteger(x) && Number.isInteger(y))).toBe(true);
  });
});

const layers = [
  { mode: 'layered-horizontal', start: 'x', extent: 'width' },
  { mode: 'layered-vertical', start: 'y', extent: 'height' },
  { mode: 'tree', start: 'y', extent: 'height' },
] as const;

describe.each(layers)('$mode', ({ mode, start, extent }) => {
  it('puts a node beyond each node that leads to it', async () => {
    const pairs: [number, number][] =
      mode === 'tree'
        ? Array.from({ length: 39 }, (_, i) => [Math.floor(i / 3), i + 1])
        : createForwardPairs(60);
    const request = createArrangeRequest(mode === 'tree' ? 40 : 60, pairs, { mode });
    const nodes = new Map((await runArrange(request)).map((node) => [node.id, node]));
    expect(request.edges.length).toBeGreaterThan(30);
    for (const { from, to } of request.edges) {
      const [a, b] = [nodes.get(from)!, nodes.get(to)!];
      expect(b[start]).toBeGreaterThanOrEqual(a[start] + a[extent]);
    }
  });
});

describe('radial', () => {
  it('puts the root at the center of its children', async () => {
    const request = createArrangeRequest(
      7,
      [1, 2, 3, 4, 5, 6].map((leaf) => [0, leaf]),
      { mode: 'radial' },
    );
    const centers = (await runArrange(request)).map((n) => ({ x: n.x + n.width / 2, y: n.y + n.height / 2 }));
    const [root, ...leaves] = centers;
    const radii = leaves.map(({ x, y }) => Math.hypot(x - root!.x, y - root!.y));
    expect(Math.max(...radii) - Math.min(...radii)).toBeLessThan(2);
  });
});

describe.each(['force', 'stress'] as const)('%s', (mode) => {
  it('puts connected nodes closer together than unconnected ones', async () => {
    const chain = Array.from({ length: 11 }, (_, i): [number, number] => [i, i + 1]);
    const request = createArrangeRequest(12, chain, { mode });
    const nodes = await runArrange(request);
    const distance = (a: number, b: number): number =>
      Math.hypot(nodes[a]!.x - nodes[b]!.x, nodes[a]!.y - nodes[b]!.y);
    const wired = Math.max(...chain.map(([a, b]) => distance(a, b)));
    expect(distance(0, 11)).toBeGreaterThan(wired);
    expect(distance(0, 6)).toBeGreaterThan(wired);
  });
});

describe('the aspect ratio', () => {
  it.each([0.5, 1, 3])('%d is approximated by unconnected nodes', async (aspectRatio) => {
    for (const mode of ['compact', 'force'] as const) {
      const shape = getAspectRatio(await runArrange(createArrangeRequest(120, [], { mode, aspectRatio })));
      expect(Math.abs(Math.log(shape / aspectRatio))).toBeLessThan(Math.log(1.35));
    }
  });
});

it('returns no positions without nodes', async () => {
  expect(await arrangeNodes(createArrangeRequest(0, []))).toEqual(new Map());
});
