import { pathTo } from '../../target/id.ts';
import { inShort } from '../../target/http/in-short.ts';
import { isRecord } from '../../json.ts';
import { area } from '../../area.ts';
import { graphShape } from '../nodes/node-shapes.ts';
import { givenServed } from '../served.ts';
import {
  countMoved,
  firstAccepted,
  isSamePlace,
  layOut,
  layoutPath,
  layoutRoute as route,
  type Places,
  placesIn,
  stacked,
  toldModes,
  usualModes,
} from './layouts.ts';
import type { AuditTools } from '../../audit.ts';
import type { Reply } from '../../target/http/exchange.ts';
import type { LabGraph } from '../../lab/lab.ts';

const layout = area('layout', 'token', 'project');
const schemas = area('schemas');

/** Places that no grid has, however fine. */
const offGrid = [
  [13.370471, 27.614993],
  [41.113707, 333.290153],
  [271.828183, 31.415927],
  [512.773311, 390.017539],
] as const;

const savedIn = async (t: AuditTools, graph: LabGraph): Promise<Reply> =>
  t.http.get(layoutPath(graph, '/saved'));

const isTold = (t: AuditTools, { json }: Reply): unknown =>
  isRecord(json) ? t.fields.read(json, 'layout.saved') : json;

/** A graph whose nodes a layout has moved. */
const laidOut = async (t: AuditTools) => {
  const { graph } = await stacked(t);
  const saved = await savedIn(t, graph);
  const before = await placesIn(t, graph);
  await layOut(t, graph);
  t.given(countMoved(before, await placesIn(t, graph)) > 0, 'a layout that moves nodes');
  return { graph, before, saved };
};

/** The greatest step of which all numbers are multiples, roughly; Euclid's algorithm on fractions. */
const commonStep = (numbers: readonly number[]): number => {
  const divisor = (a: number, b: number): number => (b < 1e-4 ? a : divisor(b, a % b));
  return numbers.map(Math.abs).reduce((a, b) => divisor(Math.max(a, b), Math.min(a, b)), 0);
};

/** The common step of the distances between nodes, left to right and top to bottom. */
const gridOf = (places: Places): number => {
  const all = [...places.values()];
  const [x0, y0] = all[0] ?? [0, 0];
  return commonStep(all.flatMap(([x, y]) => [x - x0, y - y0]));
};

/** The finest grid that still counts as one. */
const finestGrid = 0.005;

export const layoutAudits = [
  layout.audit('arrange', ['LAYOUT-001', 'LAYOUT-009'], async (t) => {
    const { graph, nodes } = await stacked(t);
    const shape = await t.keep(() => graphShape(t, graph));
    const before = await placesIn(t, graph);
    await layOut(t, graph);
    await t.of('LAYOUT-001').mustAgree(shape, 'a layout keeps nodes, ports and connections');
    const places = await placesIn(t, graph);
    t.of('LAYOUT-001').must(countMoved(before, places) > 0, 'nodes in one place are arranged', {
      actual: [...places.values()],
    });
    const [one, other] = nodes.map(({ id }) => places.get(String(id)));
    t.of('LAYOUT-009').must(one !== undefined && !isSamePlace(one, other), 'and lie apart then', {
      actual: [one, other],
    });
  }),
  layout.audit('modes', ['LAYOUT-002'], async (t) => {
    const { graph } = await stacked(t);
    t.observe('modes in the layer-1 schemas', await toldModes(t));
    const accepted: string[] = [];
    for (const mode of usualModes) {
      if ((await t.http.post(layoutPath(graph), { mode })).ok) accepted.push(mode);
    }
    t.observe('usual modes that are accepted', accepted);
  }),
  layout.audit('every-mode', ['LAYOUT-010'], async (t) => {
    const modes = await toldModes(t);
    if (modes.length === 0) t.notApplicable('the layer-1 schemas tell no modes of a layout');
    const { graph: trial } = await stacked(t);
    const tried = await Promise.all(modes.map((mode) => t.http.post(layoutPath(trial), mode)));
    t.given(
      tried.some(({ ok }) => ok),
      'a layout by a mode of the layer-1 schemas, and by nothing else',
    );
    for (const mode of modes) {
      const { graph } = await stacked(t);
      const shape = await t.keep(() => graphShape(t, graph));
      const before = await placesIn(t, graph);
      const reply = await t.http.post(layoutPath(graph), mode);
      const words = JSON.stringify(mode);
      t.must(reply.ok, `a layout by ${words} is taken`, inShort(reply));
      await t.mustAgree(shape, `a layout by ${words} keeps nodes, ports and connections`);
      t.must(countMoved(before, await placesIn(t, graph)) > 0, `a layout by ${words} arranges the nodes`);
    }
  }),
  layout.audit('tidy', ['LAYOUT-003'], async (t) => {
    const { graph, nodes } = await stacked(t);
    const { category } = nodes[0];
    for (const [locationX, locationY] of offGrid) {
      const body = { category, locationX, locationY };
      const made = await t.http.post(pathTo`/api/graphs/${graph.id}/nodes`, body);
      t.given(made.ok, 'a node can be created', inShort(made));
    }
    t.given(gridOf(await placesIn(t, graph)) < finestGrid, 'nodes can be placed off any grid');
    const shape = await t.keep(() => graphShape(t, graph));
    const bodies = [undefined, {}, { gridSize: 20 }];
    await firstAccepted(t, `POST ${route}/tidy`, layoutPath(graph, '/tidy'), bodies);
    await t.mustAgree(shape, 'tidying keeps nodes, ports and connections');
    const places = await placesIn(t, graph);
    const step = gridOf(places);
    t.must(step >= finestGrid, 'tidied nodes stand on a grid', { actual: [...places.values()] });
    t.observe('step of the grid', step);
  }),
  layout.audit('restore', ['LAYOUT-004'], async (t) => {
    const { graph, before } = await laidOut(t);
    const shape = await t.keep(() => graphShape(t, graph));
    await firstAccepted(t, `POST ${route}/restore`, layoutPath(graph, '/restore'), [undefined, {}]);
    const after = await placesIn(t, graph);
    t.must(countMoved(before, after) === 0, 'a restore brings back the places from before the layout', {
      expected: [...before.values()],
      actual: [...after.values()],
    });
    await t.mustAgree(shape, 'and keeps nodes, ports and connections');
  }),
  layout.audit('saved', ['LAYOUT-005'], async (t) => {
    const fresh = await t.lab.graph();
    const atFirst = await savedIn(t, fresh);
    await givenServed(t, `GET ${route}/saved`, atFirst);
    t.must(atFirst.ok, 'whether positions are saved is told', inShort(atFirst));
    t.given(
      typeof isTold(t, atFirst) === 'boolean',
      'a yes or no about saved positions (choices.paths "layout.saved")',
      inShort(atFirst),
    );
    t.observe('positions of a new graph are saved', isTold(t, atFirst));
    if (isTold(t, atFirst) === true) {
      const restored = await t.http.post(layoutPath(fresh, '/restore'), {});
      await givenServed(t, `POST ${route}/restore`, restored);
      t.must(restored.ok, 'positions that are said to be saved can be restored', inShort(restored));
    }
    const { graph, saved } = await laidOut(t);
    t.observe('positions of a graph are saved before its first layout', isTold(t, saved));
    const after = await savedIn(t, graph);
    t.mustEqual(isTold(t, after), true, 'a layout that moved nodes has saved where they were');
  }),
  schemas.audit('layout', ['SCHEMA-003'], async (t) => {
    const reply = await t.http.get('/api/schemas/layer1', { token: null });
    t.given(reply.ok, 'layer-1 schemas', inShort(reply));
    t.must(reply.text.toLowerCase().includes('layout'), 'the layer-1 schemas cover layout');
  }),
];
