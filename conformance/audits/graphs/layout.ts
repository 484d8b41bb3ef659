import type { Id } from '../../target/id.ts';
import { pathTo } from '../../target/id.ts';
import { inShort } from '../../target/http/in-short.ts';
import { isRecord, walk } from '../../json.ts';
import { area } from '../../area.ts';
import { anonymous } from '../../target/toc.ts';
import { nodeShapes } from '../nodes/node-shapes.ts';
import { givenServed } from '../served.ts';
import type { AuditContext } from '../../audit.ts';
import type { Reply } from '../../target/http/exchange.ts';
import type { LabGraph } from '../../lab/lab.ts';

const layout = area('layout', 'token', 'project');
const schemas = area('schemas');

const route = '/api/graphs/{id}/layout';
const pathOf = ({ id }: LabGraph, rest = ''): string => `${pathTo`/api/graphs/${id}/layout`}${rest}`;

/** Names under which layouts are commonly offered; the description counts seven and names none. */
const usualModes = [
  'layered-horizontal',
  'layered-vertical',
  'tree',
  'radial',
  'force',
  'stress',
  'compact',
  'layered',
  'hierarchical',
  'horizontal',
  'vertical',
  'grid',
  'circular',
];

/** Places that no grid has, however fine. */
const offGrid = [
  [13.370471, 27.614993],
  [41.113707, 333.290153],
  [271.828183, 31.415927],
  [512.773311, 390.017539],
] as const;

type Place = readonly [x: number, y: number];

/** Where every node of a graph is, as listed. */
const placesIn = async (t: AuditContext, graph: LabGraph): Promise<ReadonlyMap<Id, Place>> => {
  const places = new Map<Id, Place>();
  for (const { id, record } of await t.lab.nodesOf(graph)) {
    const [x, y] = [t.fields.read(record, 'node.locationX'), t.fields.read(record, 'node.locationY')];
    if (typeof x !== 'number' || typeof y !== 'number') return t.unverified('the place of a listed node');
    places.set(id, [x, y]);
  }
  return places;
};

/** Single precision is precise enough for a canvas. */
const isSamePlace = (a: Place, b: Place | undefined): boolean =>
  b !== undefined && a.every((coordinate, axis) => Math.abs(coordinate - b[axis]!) < 0.01);

const countMoved = (before: ReadonlyMap<Id, Place>, after: ReadonlyMap<Id, Place>): number =>
  [...before].filter(([id, place]) => !isSamePlace(place, after.get(id))).length;

/** What a layout must leave alone. */
const restOf = async (t: AuditContext, graph: LabGraph) => ({
  nodes: await nodeShapes(t, graph),
  connections: await t.lab.connectionsOf(graph),
});

/** A graph with two wired nodes in one and the same place. */
const stacked = async (t: AuditContext) => {
  const graph = await t.lab.graph();
  const { output, input } = await t.lab.wirablePair(graph);
  const wired = await t.lab.connect(graph, output.port.id, input.port.id);
  t.given(wired.ok, 'a pair of ports that connects', inShort(wired));
  return { graph, nodes: [output.node.id, input.node.id] as const };
};

/** Property names with the texts that an operation of the target's own layer-1 schemas allows for them. */
const toldModes = async (t: AuditContext): Promise<readonly (readonly [name: string, mode: string])[]> => {
  const schemas = (await t.http.get('/api/schemas/layer1')).json;
  const isLayout = (value: unknown): boolean =>
    isRecord(value) &&
    Object.values(value).some((text) => typeof text === 'string' && anonymous(text).endsWith('/{}/layout'));
  const operation = [...walk(schemas)].find(isLayout);
  return [...walk(operation)].filter(isRecord).flatMap((properties) =>
    Object.entries(properties).flatMap(([name, schema]) => {
      const values = isRecord(schema) && Array.isArray(schema.enum) ? schema.enum : [];
      return values.filter((value) => typeof value === 'string').map((value) => [name, value] as const);
    }),
  );
};

/** The first call of a route that the target accepts; the description shows no body. */
const firstAccepted = async (
  t: AuditContext,
  verb: string,
  path: string,
  bodies: readonly unknown[],
): Promise<Reply> => {
  const [method, template] = verb.split(' ') as [string, string];
  let refusal: Reply | undefined;
  for (const json of bodies) {
    const reply = await t.http.send(method, path, json === undefined ? {} : { json });
    if (reply.ok) return reply;
    refusal = reply;
  }
  await givenServed(t, `${method} ${template}`, refusal!);
  return t.unverified(`a body that ${verb} accepts (${inShort(refusal!).actual})`);
};

const layOut = async (t: AuditContext, graph: LabGraph): Promise<Reply> => {
  const told = (await toldModes(t)).map(([name, mode]) => ({ [name]: mode }));
  const usual = usualModes.map((mode) => ({ mode }));
  return firstAccepted(t, `POST ${route}`, pathOf(graph), [undefined, {}, ...told, ...usual]);
};

/** A graph whose nodes a layout has moved. */
const laidOut = async (t: AuditContext) => {
  const { graph } = await stacked(t);
  const before = await placesIn(t, graph);
  const saved = await t.http.get(pathOf(graph, '/saved'));
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
const gridOf = (places: ReadonlyMap<Id, Place>): number => {
  const all = [...places.values()];
  return commonStep(all.flatMap(([x, y]) => [x - all[0]![0], y - all[0]![1]]));
};

/** The finest grid that still counts as one. */
const finestGrid = 0.005;

/** The aspect ratio in an answer, and the body that would set another. */
const ratioIn = (t: AuditContext, body: unknown): unknown =>
  isRecord(body) ? t.fields.read(body, 'layout.aspectRatio') : body;

const otherRatios = (present: unknown): readonly unknown[] =>
  typeof present === 'string'
    ? ['4:3', '16:9', '1.5', '2'].filter((ratio) => ratio !== present)
    : [2, 1.5].filter((ratio) => ratio !== present);

export const layoutAudits = [
  layout.audit('arrange', ['LAYOUT-001'], async (t) => {
    const { graph, nodes } = await stacked(t);
    const before = await restOf(t, graph);
    await layOut(t, graph);
    t.mustEqual(await restOf(t, graph), before, 'a layout keeps nodes, ports and connections');
    const places = await placesIn(t, graph);
    const [one, other] = nodes.map((id) => places.get(id));
    t.must(one !== undefined && !isSamePlace(one, other), 'nodes in one place are arranged apart', {
      actual: [one, other],
    });
  }),
  layout.audit('modes', ['LAYOUT-002'], async (t) => {
    const { graph } = await stacked(t);
    t.observe('modes in the layer-1 schemas', [...new Set((await toldModes(t)).map(([, mode]) => mode))]);
    const accepted: string[] = [];
    for (const mode of usualModes) if ((await t.http.post(pathOf(graph), { mode })).ok) accepted.push(mode);
    t.observe('usual modes that are accepted', accepted);
  }),
  layout.audit('tidy', ['LAYOUT-003'], async (t) => {
    const { graph, nodes } = await stacked(t);
    const { category } = (await t.lab.nodesOf(graph)).find(({ id }) => id === nodes[0])!;
    for (const [locationX, locationY] of offGrid) {
      const made = await t.http.post(pathTo`/api/graphs/${graph.id}/nodes`, {
        category,
        locationX,
        locationY,
      });
      t.given(made.ok, 'a node can be created', inShort(made));
    }
    t.given(gridOf(await placesIn(t, graph)) < finestGrid, 'nodes can be placed off any grid');
    const before = await restOf(t, graph);
    const bodies = [undefined, {}, { gridSize: 20 }];
    await firstAccepted(t, `POST ${route}/tidy`, pathOf(graph, '/tidy'), bodies);
    t.mustEqual(await restOf(t, graph), before, 'tidying keeps nodes, ports and connections');
    const places = await placesIn(t, graph);
    const step = gridOf(places);
    t.must(step >= finestGrid, 'tidied nodes stand on a grid', { actual: [...places.values()] });
    t.observe('step of the grid', step);
  }),
  layout.audit('restore', ['LAYOUT-004'], async (t) => {
    const { graph, before } = await laidOut(t);
    await firstAccepted(t, `POST ${route}/restore`, pathOf(graph, '/restore'), [undefined, {}]);
    const after = await placesIn(t, graph);
    t.must(countMoved(before, after) === 0, 'a restore brings back the places from before the layout', {
      expected: [...before.values()],
      actual: [...after.values()],
    });
  }),
  layout.audit('saved', ['LAYOUT-005'], async (t) => {
    const { graph, saved } = await laidOut(t);
    await givenServed(t, `GET ${route}/saved`, saved);
    const tell = (reply: Reply): unknown =>
      isRecord(reply.json) ? t.fields.read(reply.json, 'layout.saved') : reply.json;
    const after = await t.http.get(pathOf(graph, '/saved'));
    t.must(saved.ok && after.ok, 'whether positions are saved is told', inShort(after));
    t.given(typeof tell(after) === 'boolean', 'a yes or no about saved positions', inShort(after));
    t.mustEqual(tell(saved), false, 'nothing is saved before the first layout');
    t.mustEqual(tell(after), true, 'a layout that moved nodes has saved where they were');
  }),
  layout.audit('aspect-ratio', ['LAYOUT-006'], async (t) => {
    const graph = await t.lab.graph();
    const reply = await t.http.get(pathOf(graph, '/aspect-ratio'));
    await givenServed(t, `GET ${route}/aspect-ratio`, reply);
    t.must(reply.ok, 'the aspect ratio is read', inShort(reply));
    const { json } = reply;
    const isEmpty = isRecord(json) ? Object.keys(json).length === 0 : json === undefined;
    t.must(!isEmpty, 'the answer tells an aspect ratio', inShort(reply));
    t.observe('aspect ratio of a new graph', json);
  }),
  layout.audit('set-aspect-ratio', ['LAYOUT-007'], async (t) => {
    const graph = await t.lab.graph();
    const path = pathOf(graph, '/aspect-ratio');
    const present = ratioIn(t, (await t.http.get(path)).json);
    for (const ratio of otherRatios(present)) {
      const bodies = ['aspectRatio', 'ratio', 'value'].map((name) => ({ [name]: ratio }));
      await firstAccepted(t, `PUT ${route}/aspect-ratio`, path, bodies);
      const read = ratioIn(t, (await t.http.get(path)).json);
      t.given(read !== undefined, 'the aspect ratio in the answer of a read');
      t.mustEqual(read, ratio, 'the aspect ratio is the one that was set');
    }
  }),
  schemas.audit('layout', ['SCHEMA-003'], async (t) => {
    const reply = await t.http.get('/api/schemas/layer1', { token: null });
    t.given(reply.ok, 'layer-1 schemas', inShort(reply));
    t.must(reply.text.toLowerCase().includes('layout'), 'the layer-1 schemas cover layout');
  }),
];
