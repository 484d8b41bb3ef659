import { givenRouteServed } from '../../audit-helpers/listed-routes.ts';
import { type AuditTools, defineAuditArea } from '../../audit.ts';
import { isRecord } from '../../json.ts';
import { describeReply, type Reply } from '../../target/http/exchange.ts';
import { pathTo } from '../../target/id.ts';
import { replacePlaceholders } from '../../target/placeholders.ts';
import { readGraphStructure } from '../nodes/find-nodes.ts';
import {
  arrangeGraph,
  commonModeNames,
  countMoved,
  createStackedNodes,
  findAcceptedCall,
  isSamePosition,
  layoutRoute,
  listModeBodies,
  type NodePositions,
  readNodePositions,
  layoutRoute as route,
  toLayoutPath,
} from './request-layout.ts';
import type { TargetGraph } from '../../audit-helpers/fixtures.ts';

const layout = defineAuditArea('layout', 'token', 'project');

const aspectRatioRoute = `${layoutRoute}/aspect-ratio`;

const findAspectRatio = (t: AuditTools, body: unknown): unknown =>
  isRecord(body) ? t.fields.read(body, 'layout.aspectRatio') : body;

/** Returns aspect ratios to set one after the other, each in the form of the current ratio and different from it. */
const listOtherRatios = (current: unknown): readonly unknown[] => {
  const ratios =
    typeof current !== 'string' ? [2, 1.5] : current.includes(':') ? ['4:3', '16:9', '1:1'] : ['1.5', '2'];
  return ratios.filter((ratio) => ratio !== current);
};

/**
 * Returns request bodies that may set an aspect ratio: the body that was read with the new ratio inserted, the ratio
 * alone, or the ratio in a field with a common name.
 */
const createRatioBodies = (read: unknown, current: unknown, ratio: unknown): readonly unknown[] => {
  const commonBodies = ['aspectRatio', 'ratio', 'value'].map((name) => ({ [name]: ratio }));
  if (!isRecord(read)) return commonBodies;
  const names = Object.keys(read).filter((name) => current !== undefined && read[name] === current);
  return [...names.flatMap((name) => [{ [name]: ratio }, { ...read, [name]: ratio }]), ...commonBodies];
};

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

export const audits = [
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
      t.mustSucceed(reply, `a layout by ${words} is accepted`);
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
      t.givenSuccess(created, 'a node can be created');
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
    t.mustSucceed(initialLayout, 'the response shows whether positions are saved');
    t.given(
      typeof getSavedPositions(t, initialLayout) === 'boolean',
      'a boolean for saved positions (choices.paths "layout.saved")',
      describeReply(initialLayout),
    );
    t.observe('positions of a new graph are saved', getSavedPositions(t, initialLayout));
    if (getSavedPositions(t, initialLayout) === true) {
      const restored = await t.http.post(toLayoutPath(newGraph, '/restore'), {});
      await givenRouteServed(t, `POST ${route}/restore`, restored);
      t.mustSucceed(restored, 'positions reported as saved can be restored');
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

  layout.audit('aspect-ratio', ['LAYOUT-006'], async (t) => {
    const graph = await t.fixtures.graph();
    const reply = await t.http.get(toLayoutPath(graph, '/aspect-ratio'));
    await givenRouteServed(t, `GET ${aspectRatioRoute}`, reply);
    t.mustSucceed(reply, 'the aspect ratio can be read');
    const { json } = reply;
    const isEmpty = isRecord(json) ? Object.keys(json).length === 0 : json === undefined;
    t.must(!isEmpty, 'the response contains an aspect ratio', describeReply(reply));
    t.observe('aspect ratio of a new graph', json);
  }),
  layout.audit('set-aspect-ratio', ['LAYOUT-007'], async (t) => {
    const graph = await t.fixtures.graph();
    const path = toLayoutPath(graph, '/aspect-ratio');
    const first = await t.http.get(path);
    const current = findAspectRatio(t, first.json);
    for (const ratio of listOtherRatios(current)) {
      const configured = t.manifest.choices.bodies.setAspectRatio;
      const bodies = configured
        ? [replacePlaceholders(configured, { VALUE: ratio })]
        : [...createRatioBodies(first.json, current, ratio), ratio];
      await findAcceptedCall(t, `PUT ${aspectRatioRoute} (choices.bodies.setAspectRatio)`, path, bodies);
      const read = findAspectRatio(t, (await t.http.get(path)).json);
      t.given(read !== undefined, 'the aspect ratio in a response (choices.paths "layout.aspectRatio")');
      t.mustEqual(read, ratio, 'the aspect ratio has the value that was set');
    }
  }),
];
