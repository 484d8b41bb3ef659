import { expect, it } from 'vitest';
import { createFields } from '../undocumented-fields.ts';
import { parseTargetNode } from '../../audit-helpers/node-type-survey.ts';
import { parseToc } from '../routes.ts';
import { discoverToc } from './discover-list-fields.ts';
import { discoverReaders } from './discover-readers.ts';
import { createFieldSource } from './field-source.ts';
import { createTestingTarget } from './testing-target.ts';
import type { TargetShape, TestPort } from './testing-target.ts';

const toIdAndType = ({ id, type }: TestPort) => ({ id, type });
const toNamedPort = ({ id, type, name }: TestPort) => ({ id, type, name });
const filterByDirection = (ports: readonly TestPort[], expected: TestPort['direction']) =>
  ports.filter(({ direction }) => direction === expected);
const toMap = (ports: readonly TestPort[], value: (port: TestPort) => unknown) =>
  Object.fromEntries(ports.map((port) => [port.name, value(port)]));

/** Targets that show the direction or the name of a port in different places. */
const shapes: Readonly<Record<string, TargetShape['node'] | TargetShape>> = {
  'a word on the port': (node, ports) => ({
    ...node,
    ports: ports.map((port) => ({ ...toNamedPort(port), role: port.direction === 'input' ? 'in' : 'out' })),
  }),
  'a flag on the port': (node, ports) => ({
    ...node,
    ports: ports.map((port) => ({ ...toNamedPort(port), isOutput: port.direction === 'output' })),
  }),
  'a number on the port, which only connections explain': (node, ports) => ({
    ...node,
    ports: ports.map((port) => ({ ...toNamedPort(port), side: port.direction === 'input' ? 0 : 1, seen: 3 })),
  }),
  'lists of ids on the node': (node, ports) => ({
    ...node,
    ports: ports.map(toNamedPort),
    inputs: filterByDirection(ports, 'input').map(({ id }) => id),
    outputs: filterByDirection(ports, 'output').map(({ id }) => id),
  }),
  'lists of names on the node, which only connections explain': (node, ports) => ({
    ...node,
    ports: ports.map(toNamedPort),
    left: filterByDirection(ports, 'input').map(({ name }) => name),
    right: filterByDirection(ports, 'output').map(({ name }) => name),
  }),
  'lists of records on the node': (node, ports) => ({
    ...node,
    ports: ports.map(toNamedPort),
    inputs: filterByDirection(ports, 'input').map(({ id }) => ({ portId: id, wired: false })),
    outputs: filterByDirection(ports, 'output').map(({ id }) => ({ portId: id, wired: false })),
  }),
  'a map by name on the node': (node, ports) => ({
    ...node,
    ports: ports.map(toNamedPort),
    directions: toMap(ports, ({ direction }) => direction),
  }),
  'ports in two lists': (node, ports) => ({
    ...node,
    inputs: filterByDirection(ports, 'input').map(toNamedPort),
    outputs: filterByDirection(ports, 'output').map(toNamedPort),
  }),
  'ports in maps by name': (node, ports) => ({
    ...node,
    ports: {
      inputs: toMap(filterByDirection(ports, 'input'), toIdAndType),
      outputs: toMap(filterByDirection(ports, 'output'), toIdAndType),
    },
  }),
  'one map of ports by name': (node, ports) => ({
    ...node,
    ports: toMap(ports, ({ id, type, direction }) => ({ id, type, flow: direction })),
  }),
  'the record of the node type': {
    node: (node, ports) => ({ ...node, ports: ports.map(toNamedPort) }),
    nodeType: (enumValue, ports) => ({
      enumValue,
      ports: ports.map(({ name, type, direction }) => ({ name, type, way: direction })),
    }),
  },
  'maps in the record of the node type': {
    node: (node, ports) => ({ ...node, ports: ports.map(toNamedPort) }),
    nodeType: (enumValue, ports) => ({
      enumValue,
      inputs: toMap(filterByDirection(ports, 'input'), ({ type }) => type),
      outputs: toMap(filterByDirection(ports, 'output'), ({ type }) => type),
    }),
  },
  'a name in another field': (node, ports) => ({
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

const discoverShape = async (shape: TargetShape) => {
  const source = createFieldSource({ paths: {} });
  const fields = createFields(source.createLookup({ requirements: ['X-001'] }), source.findNodeType);
  const http = createTestingTarget(shape);
  await discoverReaders({ http, source, fields, graphName: 'test' });
  return { source, fields, http };
};

const readPorts = async (shape: TargetShape) => {
  const { fields, http } = await discoverShape(shape);
  const created = await http.post('/api/graphs/graph/nodes', { category: 'Log' });
  return parseTargetNode(created.json, fields)?.ports.map(({ name, type, direction }) => ({
    name,
    type,
    direction,
  }));
};

it.each(Object.entries(shapes))('name and direction are found: %s', async (_, shape) => {
  const ports = await readPorts(typeof shape === 'function' ? { node: shape } : shape);
  expect(ports?.toSorted((a, b) => String(a.name).localeCompare(String(b.name)))).toEqual([
    { name: 'In', type: 'Trigger', direction: 'input' },
    { name: 'Next', type: 'Trigger', direction: 'output' },
    { name: 'Text', type: 'String', direction: 'input' },
  ]);
});

it('a direction that does not exist is not made up', async () => {
  const ports = await readPorts({
    node: (node, list) => ({
      ...node,
      ports: list.map((port) => ({ ...toNamedPort(port), odd: port.id % 2 })),
    }),
  });
  expect(ports?.map(({ direction }) => direction)).toEqual([undefined, undefined, undefined]);
});

it('of two contradicting candidates neither is used', async () => {
  const ports = await readPorts({
    node: (node, list) => ({
      ...node,
      ports: list.map((port) => ({
        ...toNamedPort(port),
        role: port.direction,
        sway: port.name === 'Text' ? 'output' : port.direction,
      })),
    }),
  });
  expect(ports?.map(({ direction }) => direction)).toEqual([undefined, undefined, undefined]);
});

const toPlainNode: TargetShape['node'] = (node, ports) => ({ ...node, ports });

it.each<[string, NonNullable<TargetShape['value']>]>([
  [
    'under another name, beside one that does not change',
    (value) => ({ value: 'Port', now: value, readAt: 5 }),
  ],
  [
    'beside one that equals the first by chance',
    (value, { type }) => ({ born: type === 'Float' ? 3.25 : 'first of two', now: value }),
  ],
  ['in a wrapper', (value) => ({ value: { kind: 'any', raw: value } })],
  ['in a wrapper that is named after the type', (value, { type }) => ({ [type.toLowerCase()]: value })],
  ['as the whole body', (value) => value],
])('the value of a port is what changes when another is written: %s', async (_, value) => {
  const { fields, http } = await discoverShape({ node: toPlainNode, value });
  for (const [category, port, written] of [
    ['Add', 'A', 42],
    ['Log', 'Text', 'more'],
  ] as const) {
    const created = parseTargetNode((await http.post('/api/graphs/graph/nodes', { category })).json, fields);
    const id = created?.ports.find(({ name }) => name === port)?.id;
    await http.put(`/api/ports/${id}/value`, { value: written });
    expect(fields.portValue((await http.get(`/api/ports/${id}/value`)).json)).toBe(written);
  }
});

it('a record that shows no value is not taken for one', async () => {
  const { fields } = await discoverShape({ node: toPlainNode, value: () => ({ id: 1, seen: 'now' }) });
  expect(fields.portValue({ id: 1, seen: 'now' })).toBeUndefined();
});

it('the position of a node is where it was put', async () => {
  const { fields } = await discoverShape({
    node: (node, ports, { locationX = 0, locationY = 0 }) => ({
      ...node,
      ports,
      canvas: { left: locationX, top: locationY, zoom: 1 },
    }),
  });
  const record = { canvas: { left: 10, top: 20, zoom: 1 } };
  expect([fields.read(record, 'node.locationX'), fields.read(record, 'node.locationY')]).toEqual([10, 20]);
});

it('in a response about one thing, the only flag or the only number is the answer', async () => {
  const { fields } = await discoverShape({ node: toPlainNode });
  expect(fields.read({ backup: { there: true } }, 'layout.saved')).toBe(true);
  expect(fields.read({ widthByHeight: 2 }, 'layout.aspectRatio')).toBe(2);
});

it('the verdict of a dry run, beside a flag that says whether the ports are connected already', async () => {
  const verdict = (isGood: boolean, isConnected: boolean) => ({
    light: isGood ? 'green' : 'red',
    isConnected,
  });
  const node: TargetShape['node'] = (record, ports) => ({
    ...record,
    ports: ports.map((port) => ({ ...toNamedPort(port), side: port.direction === 'input' ? 0 : 1 })),
  });
  const { fields } = await discoverShape({ node, verdict });
  expect(fields.truth(verdict(true, false), 'validation.valid')).toBe(true);
  expect(fields.truth(verdict(false, false), 'validation.valid')).toBe(false);
});

it.each<[string, NonNullable<TargetShape['verdict']>]>([
  ['a flag of another name', (isGood) => ({ mayBeWired: isGood, seenAt: 5 })],
  ['a word that only the trial explains', (isGood) => ({ light: isGood ? 'green' : 'red' })],
])('the verdict of a dry run: %s', async (_, verdict) => {
  const { fields } = await discoverShape({ node: toPlainNode, verdict });
  expect(fields.truth(verdict(true, false), 'validation.valid')).toBe(true);
  expect(fields.truth(verdict(false, false), 'validation.valid')).toBe(false);
});

it('a category has one of the known names, and counts its nodes', async () => {
  const { fields } = await discoverShape({
    node: toPlainNode,
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
  [
    'under a name of two words',
    [
      { method: 'GET', 'route template': '/api/graphs' },
      { method: 'POST', 'route template': '/api/graphs' },
    ],
  ],
  [
    'in one text under a name with operators',
    [{ 'a-b (c)': 'GET /api/graphs' }, { 'a-b (c)': 'POST /api/graphs' }],
  ],
])('the routes of a table of contents: %s', (_, body) => {
  const source = createFieldSource({ paths: {} });
  const fields = createFields(source.createLookup({ requirements: [] }), source.findNodeType);
  discoverToc(source, fields, body);
  expect(parseToc(fields, body).map(({ route }) => route)).toEqual(['GET /api/graphs', 'POST /api/graphs']);
});

it('counts what was read where', async () => {
  const { source } = await discoverShape({ node: toPlainNode, value: (value) => ({ now: value }) });
  const readings = Object.fromEntries(source.readings().map(({ key, ...reading }) => [key, reading]));
  expect(readings['port.direction']).toEqual({ how: 'inferred', where: 'direction', requirements: 1 });
});

it.each(['raw value', 'a-b', 'a.b', 'true', 'in', '0', '(', 'x"y', "it's"])(
  'learns fields that are called %j',
  async (key) => {
    const { source, fields } = await discoverShape({
      node: (node, ports) => ({
        ...node,
        ports: ports.map(({ id, type, name, direction }) => ({
          id,
          type,
          [key]: name,
          [`${key} way`]: direction,
        })),
      }),
      value: (value) => ({ [key]: { now: value } }),
    });
    const body = { [key]: { now: 3.25 } };
    expect(fields.portValue(body)).toBe(3.25);
    const port = { id: 1, type: 'Float', [key]: 'A', [`${key} way`]: 'input' };
    expect(fields.read(port, 'port.name')).toBe('A');
    expect(source.readings().find((reading) => reading.key === 'port.direction')?.how).toBe('inferred');
  },
);

it('learns nothing from a field whose name no expression can contain', async () => {
  const { fields } = await discoverShape({
    node: toPlainNode,
    value: (value) => ({ 'a`b': value, other: 'text' }),
  });
  expect(fields.portValue({ 'a`b': 1, other: 'text' })).toBeUndefined();
});
