import { pathTo } from '../../target/id.ts';
import { describeReply } from '../../target/http/describe-reply.ts';
import { isRecord } from '../../json.ts';
import { defineAuditArea } from '../../define-audit-area.ts';
import { readGraphStructure } from '../nodes/read-graph-structure.ts';
import { givenRouteServed } from '../given-route-served.ts';
import {
  countMoved,
  findAcceptedCall,
  isSamePosition,
  arrangeGraph,
  toLayoutPath,
  layoutRoute as route,
  type NodePositions,
  readNodePositions,
  createStackedNodes,
  listModeBodies,
  commonModeNames,
} from './request-layout.ts';
import type { AuditTools } from '../../audit.ts';
import type { Reply } from '../../target/http/exchange.ts';
import type { TargetGraph } from '../../audit-helpers/fixtures.ts';

const layout = defineAuditArea('layout', 'token', 'project');

/** Positions that are not on any grid, no matter how fine the grid is. */
const offGridPositions = [
  [13.370471, 27.614993],
  [41.113707, 333.290153],
  [271.828183, 31.415927],
  [512.773311, 390.017539],
] as const;

const readSavedLayout = async (t: AuditTools, graph: TargetGraph): Promise<Reply> =>
  t.http.get(toLayoutPath(graph, '/saved'));

const getSavedPositions = (t: AuditTools, { json }: Reply): unknown =>
  isRecord(json) ? t.fields.read(json, 'layout.saved') : json;

/** Creates a graph whose nodes have been moved by a layout. */
const createArrangedGraph = async (t: AuditTools) => {
  const { graph } = await createStackedNodes(t);
  const saved = await readSavedLayout(t, graph);
  const before = await readNodePositions(t, graph);
  await arrangeGraph(t, graph);
  t.given(countMoved(before, await readNodePositions(t, graph)) > 0, 'a layout that moves nodes');
  return { graph, before, saved };
};

/** Returns the largest step of which all numbers are approximate multiples, using Euclid's algorithm for fractions. */
const findCommonStep = (numbers: readonly number[]): number => {
  const divisor = (a: number, b: number): number => (b < 1e-4 ? a : divisor(b, a % b));
  return numbers.map(Math.abs).reduce((a, b) => divisor(Math.max(a, b), Math.min(a, b)), 0);
};

/** Returns the largest step of which all horizontal and vertical distances between nodes are multiples. */
const findGridStep = (positions: NodePositions): number => {
  const all = [...positions.values()];
  const [x0, y0] = all[0] ?? [0, 0];
  return findCommonStep(all.flatMap(([x, y]) => [x - x0, y - y0]));
};

/** The finest step that still counts as a grid. */
const minGridStep = 0.005;

export const arrangeAudits = [
  layout.audit('arrange', ['LAYOUT-001', 'LAYOUT-009'], async (t) => {
    const { graph, nodes } = await createStackedNodes(t);
    const shape = await t.snapshot(() => readGraphStructure(t, graph));
    const before = await readNodePositions(t, graph);
    await arrangeGraph(t, graph);
    await t.for('LAYOUT-001').mustBeUnchanged(shape, 'a layout keeps nodes, ports and connections');
    const positions = await readNodePositions(t, graph);
    t.for('LAYOUT-001').must(countMoved(before, positions) > 0, 'nodes at the same position are arranged', {
      actual: [...positions.values()],
    });
    const [one, second] = nodes.map(({ id }) => positions.get(String(id)));
    t.for('LAYOUT-009').must(one !== undefined && !isSamePosition(one, second), 'arranged nodes lie apart', {
      actual: [one, second],
    });
  }),
  layout.audit('modes', ['LAYOUT-002'], async (t) => {
    const { graph } = await createStackedNodes(t);
    t.observe('modes in the layer-1 schemas', await listModeBodies(t));
    const accepted: string[] = [];
    for (const mode of commonModeNames) {
      if ((await t.http.post(toLayoutPath(graph), { mode })).ok) accepted.push(mode);
    }
    t.observe('common modes that are accepted', accepted);
  }),
  layout.audit('every-mode', ['LAYOUT-010'], async (t) => {
    const modes = await listModeBodies(t);
    if (modes.length === 0) t.notApplicable('the layer-1 schemas list no layout modes');
    const { graph: trialGraph } = await createStackedNodes(t);
    const tried = await Promise.all(modes.map((mode) => t.http.post(toLayoutPath(trialGraph), mode)));
    t.given(
      tried.some(({ ok }) => ok),
      'only the layout modes of the layer-1 schemas are accepted',
    );
    for (const mode of modes) {
      const { graph } = await createStackedNodes(t);
      const shape = await t.snapshot(() => readGraphStructure(t, graph));
      const before = await readNodePositions(t, graph);
      const reply = await t.http.post(toLayoutPath(graph), mode);
      const words = JSON.stringify(mode);
      t.must(reply.ok, `a layout by ${words} is accepted`, describeReply(reply));
      await t.mustBeUnchanged(shape, `a layout by ${words} keeps nodes, ports and connections`);
      t.must(
        countMoved(before, await readNodePositions(t, graph)) > 0,
        `a layout by ${words} arranges the nodes`,
      );
    }
  }),
  layout.audit('tidy', ['LAYOUT-003'], async (t) => {
    const { graph, nodes } = await createStackedNodes(t);
    const { category } = nodes[0];
    for (const [locationX, locationY] of offGridPositions) {
      const body = { category, locationX, locationY };
      const created = await t.http.post(pathTo`/api/graphs/${graph.id}/nodes`, body);
      t.given(created.ok, 'a node can be created', describeReply(created));
    }
    t.given(findGridStep(await readNodePositions(t, graph)) < minGridStep, 'nodes can be moved off any grid');
    const shape = await t.snapshot(() => readGraphStructure(t, graph));
    const bodies = [undefined, {}, { gridSize: 20 }];
    await findAcceptedCall(t, `POST ${route}/tidy`, toLayoutPath(graph, '/tidy'), bodies);
    await t.mustBeUnchanged(shape, 'tidying keeps nodes, ports and connections');
    const positions = await readNodePositions(t, graph);
    const step = findGridStep(positions);
    t.must(step >= minGridStep, 'tidied nodes lie on a grid', { actual: [...positions.values()] });
    t.observe('grid step', step);
  }),
  layout.audit('restore', ['LAYOUT-004'], async (t) => {
    const { graph, before } = await createArrangedGraph(t);
    const shape = await t.snapshot(() => readGraphStructure(t, graph));
    await findAcceptedCall(t, `POST ${route}/restore`, toLayoutPath(graph, '/restore'), [undefined, {}]);
    const after = await readNodePositions(t, graph);
    t.must(countMoved(before, after) === 0, 'a restore brings back the positions from before the layout', {
      expected: [...before.values()],
      actual: [...after.values()],
    });
    await t.mustBeUnchanged(shape, 'a restore keeps nodes, ports and connections');
  }),
  layout.audit('saved', ['LAYOUT-005'], async (t) => {
    const newGraph = await t.fixtures.graph();
    const initialLayout = await readSavedLayout(t, newGraph);
    await givenRouteServed(t, `GET ${route}/saved`, initialLayout);
    t.must(initialLayout.ok, 'the response shows whether positions are saved', describeReply(initialLayout));
    t.given(
      typeof getSavedPositions(t, initialLayout) === 'boolean',
      'a boolean for saved positions (choices.paths "layout.saved")',
      describeReply(initialLayout),
    );
    t.observe('positions of a new graph are saved', getSavedPositions(t, initialLayout));
    if (getSavedPositions(t, initialLayout) === true) {
      const restored = await t.http.post(toLayoutPath(newGraph, '/restore'), {});
      await givenRouteServed(t, `POST ${route}/restore`, restored);
      t.must(restored.ok, 'positions reported as saved can be restored', describeReply(restored));
    }
    const { graph, saved } = await createArrangedGraph(t);
    t.observe('positions of a graph are saved before its first layout', getSavedPositions(t, saved));
    const after = await readSavedLayout(t, graph);
    t.mustEqual(
      getSavedPositions(t, after),
      true,
      'a layout that moved nodes has saved their previous positions',
    );
  }),
];
