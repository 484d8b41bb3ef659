import { expect, it } from 'vitest';
import { createFields } from '../fields.ts';
import { nodeOf } from '../../lab/palette.ts';
import { tocEntries } from '../toc.ts';
import { learnToc } from './learn-lists.ts';
import { learnReaders } from './learn.ts';
import { createSource } from './source.ts';
import { testingTarget } from './testing-target.ts';
import type { Shape, TruePort } from './testing-target.ts';

const idAndType = ({ id, type }: TruePort) => ({ id, type });
const named = ({ id, type, name }: TruePort) => ({ id, type, name });
const of = (ports: readonly TruePort[], wanted: TruePort['direction']) =>
  ports.filter(({ direction }) => direction === wanted);
const mapOf = (ports: readonly TruePort[], value: (port: TruePort) => unknown) =>
  Object.fromEntries(ports.map((port) => [port.name, value(port)]));

/** Where the direction lies, or the name. */
const shapes: Readonly<Record<string, Shape['node'] | Shape>> = {
  'a word on the port': (node, ports) => ({
    ...node,
    ports: ports.map((port) => ({ ...named(port), role: port.direction === 'input' ? 'in' : 'out' })),
  }),
  'a flag on the port': (node, ports) => ({
    ...node,
    ports: ports.map((port) => ({ ...named(port), isOutput: port.direction === 'output' })),
  }),
  'a number on the port, which only wires explain': (node, ports) => ({
    ...node,
    ports: ports.map((port) => ({ ...named(port), side: port.direction === 'input' ? 0 : 1, seen: 3 })),
  }),
  'lists of ids on the node': (node, ports) => ({
    ...node,
    ports: ports.map(named),
    inputs: of(ports, 'input').map(({ id }) => id),
    outputs: of(ports, 'output').map(({ id }) => id),
  }),
  'lists of names on the node, which only wires explain': (node, ports) => ({
    ...node,
    ports: ports.map(named),
    left: of(ports, 'input').map(({ name }) => name),
    right: of(ports, 'output').map(({ name }) => name),
  }),
  'lists of records on the node': (node, ports) => ({
    ...node,
    ports: ports.map(named),
    inputs: of(ports, 'input').map(({ id }) => ({ portId: id, wired: false })),
    outputs: of(ports, 'output').map(({ id }) => ({ portId: id, wired: false })),
  }),
  'a map by name on the node': (node, ports) => ({
    ...node,
    ports: ports.map(named),
    directions: mapOf(ports, ({ direction }) => direction),
  }),
  'ports in two lists': (node, ports) => ({
    ...node,
    inputs: of(ports, 'input').map(named),
    outputs: of(ports, 'output').map(named),
  }),
  'ports in maps by name': (node, ports) => ({
    ...node,
    ports: { inputs: mapOf(of(ports, 'input'), idAndType), outputs: mapOf(of(ports, 'output'), idAndType) },
  }),
  'one map of ports by name': (node, ports) => ({
    ...node,
    ports: mapOf(ports, ({ id, type, direction }) => ({ id, type, flow: direction })),
  }),
  'the record of the node type': {
    node: (node, ports) => ({ ...node, ports: ports.map(named) }),
    nodeType: (enumValue, ports) => ({
      enumValue,
      ports: ports.map(({ name, type, direction }) => ({ name, type, way: direction })),
    }),
  },
  'maps in the record of the node type': {
    node: (node, ports) => ({ ...node, ports: ports.map(named) }),
    nodeType: (enumValue, ports) => ({
      enumValue,
      inputs: mapOf(of(ports, 'input'), ({ type }) => type),
      outputs: mapOf(of(ports, 'output'), ({ type }) => type),
    }),
  },
  'a name that is called otherwise': (node, ports) => ({
    ...node,
    ports: ports.map(({ id, type, name, direction }) => ({
      id,
      type,
      ref: `#${id}`,
      caption: name,
      direction,
    })),
  }),
};

const taught = async (shape: Shape) => {
  const source = createSource({ paths: {} });
  const fields = createFields(source.lookFor({ requirements: ['X-001'] }), source.nodeTypeOf);
  const http = testingTarget(shape);
  await learnReaders({ http, source, fields, graphName: 'test' });
  return { source, fields, http };
};

const readPorts = async (shape: Shape) => {
  const { fields, http } = await taught(shape);
  const made = await http.post('/api/graphs/graph/nodes', { category: 'Log' });
  return nodeOf(made.json, fields)?.ports.map(({ name, type, direction }) => ({ name, type, direction }));
};

it.each(Object.entries(shapes))('name and direction are found: %s', async (_, shape) => {
  const ports = await readPorts(typeof shape === 'function' ? { node: shape } : shape);
  expect(ports?.toSorted((a, b) => String(a.name).localeCompare(String(b.name)))).toEqual([
    { name: 'In', type: 'Trigger', direction: 'input' },
    { name: 'Next', type: 'Trigger', direction: 'output' },
    { name: 'Text', type: 'String', direction: 'input' },
  ]);
});

it('a direction that nothing tells is not made up', async () => {
  const ports = await readPorts({
    node: (node, list) => ({ ...node, ports: list.map((port) => ({ ...named(port), odd: port.id % 2 })) }),
  });
  expect(ports?.map(({ direction }) => direction)).toEqual([undefined, undefined, undefined]);
});

it('of two places that contradict each other neither is taken', async () => {
  const ports = await readPorts({
    node: (node, list) => ({
      ...node,
      ports: list.map((port) => ({
        ...named(port),
        role: port.direction,
        sway: port.name === 'Text' ? 'output' : port.direction,
      })),
    }),
  });
  expect(ports?.map(({ direction }) => direction)).toEqual([undefined, undefined, undefined]);
});

const plain: Shape['node'] = (node, ports) => ({ ...node, ports });

it.each<[string, NonNullable<Shape['value']>]>([
  ['under another name, beside one that stays', (value) => ({ value: 'Port', now: value, readAt: 5 })],
  [
    'beside what equals the first by chance',
    (value, { type }) => ({ born: type === 'Float' ? 3.25 : 'first of two', now: value }),
  ],
  ['in a wrapper', (value) => ({ value: { kind: 'any', raw: value } })],
  ['in a wrapper that is called by the type', (value, { type }) => ({ [type.toLowerCase()]: value })],
  ['as the whole body', (value) => value],
])('the value of a port is what changed when another was written: %s', async (_, value) => {
  const { fields, http } = await taught({ node: plain, value });
  for (const [category, port, written] of [
    ['Add', 'A', 42],
    ['Log', 'Text', 'more'],
  ] as const) {
    const made = nodeOf((await http.post('/api/graphs/graph/nodes', { category })).json, fields);
    const id = made?.ports.find(({ name }) => name === port)?.id;
    await http.put(`/api/ports/${id}/value`, { value: written });
    expect(fields.portValue((await http.get(`/api/ports/${id}/value`)).json)).toBe(written);
  }
});

it('a record that shows no value is not taken for one', async () => {
  const { fields } = await taught({ node: plain, value: () => ({ id: 1, seen: 'now' }) });
  expect(fields.portValue({ id: 1, seen: 'now' })).toBeUndefined();
});

it('where a node stands is where it was put', async () => {
  const { fields } = await taught({
    node: (node, ports, { locationX = 0, locationY = 0 }) => ({
      ...node,
      ports,
      canvas: { left: locationX, top: locationY, zoom: 1 },
    }),
  });
  const record = { canvas: { left: 10, top: 20, zoom: 1 } };
  expect([fields.read(record, 'node.locationX'), fields.read(record, 'node.locationY')]).toEqual([10, 20]);
});

it('of an answer about one thing the only flag, or the only number, tells it', async () => {
  const { fields } = await taught({ node: plain });
  expect(fields.read({ backup: { there: true } }, 'layout.saved')).toBe(true);
  expect(fields.read({ widthByHeight: 2 }, 'layout.aspectRatio')).toBe(2);
});

it.each<[string, NonNullable<Shape['verdict']>]>([
  ['a flag of another name', (isGood) => ({ mayBeWired: isGood, seenAt: 5 })],
  ['a word that only the trial explains', (isGood) => ({ light: isGood ? 'green' : 'red' })],
])('the verdict of a dry run: %s', async (_, verdict) => {
  const { fields } = await taught({ node: plain, verdict });
  expect(fields.truth(verdict(true), 'validation.valid')).toBe(true);
  expect(fields.truth(verdict(false), 'validation.valid')).toBe(false);
});

it('a category has one of the known names, and counts its nodes', async () => {
  const { fields } = await taught({
    node: plain,
    category: (name, nodes) => ({ title: name, kind: 'category', size: nodes.length, order: 3, nodes }),
  });
  const [category] = fields.categories([{ title: 'All', kind: 'category', size: 7, nodes: ['Add'] }]);
  expect(category).toMatchObject({ name: 'All', enumValues: ['Add'] });
  expect(fields.read(category?.record, 'category.count')).toBe(7);
});

it.each<[string, unknown]>([
  [
    'under other names',
    {
      routes: [
        { http: 'GET', at: '/api/graphs', why: 'lists' },
        { http: 'POST', at: '/api/graphs', why: 'makes' },
      ],
    },
  ],
  ['in one text', [{ call: 'GET /api/graphs' }, { call: 'POST /api/graphs' }]],
])('the routes of a table of contents: %s', (_, body) => {
  const source = createSource({ paths: {} });
  const fields = createFields(source.lookFor({ requirements: [] }), source.nodeTypeOf);
  learnToc(source, fields, body);
  expect(tocEntries(fields, body).map(({ route }) => route)).toEqual(['GET /api/graphs', 'POST /api/graphs']);
});

it('counts what was read as what', async () => {
  const { source } = await taught({ node: plain, value: (value) => ({ now: value }) });
  const readings = Object.fromEntries(source.readings().map(({ key, ...rest }) => [key, rest]));
  expect(readings['port.direction']).toEqual({ how: 'inferred', where: 'direction', requirements: 1 });
});
