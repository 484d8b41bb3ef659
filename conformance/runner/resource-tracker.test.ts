import { expect, it } from 'vitest';
import { createActionCatalog } from '../target/action-catalog.ts';
import { createFieldSource } from '../target/field-readers/field-source.ts';
import { Manifest } from '../target/manifest.ts';
import { createFields } from '../target/undocumented-fields.ts';
import { createResourceTracker, describeResource } from './resource-tracker.ts';

const target = { url: 'http://127.0.0.1:1/base', eventsUrl: '', token: undefined, loopback: true };

const manifest = Manifest.parse({ choices: { actionRoute: '/api/actions/scene/objects.destroy' } });
const source = createFieldSource({ paths: {} });
const fields = createFields(source.createLookup({ requirements: [] }), source.findNodeType);

const createTracker = () =>
  createResourceTracker({
    ...{ catalog: createActionCatalog({}, fields, manifest), fields, manifest },
    deleteGraph: { method: 'POST', template: '/api/graphs/{id}/drop' },
    createVariable: { method: 'POST', template: '/api/variables' },
    deleteVariable: { method: 'DELETE', template: '/api/variables/{id}' },
  });

type ExchangeSpec = readonly [route: string, status: number | undefined, answer?: unknown, body?: unknown];

/** Returns the names of the resources that are still tracked after these exchanges. */
const listLeftovers = (...exchanges: readonly ExchangeSpec[]): readonly string[] => {
  const inventory = createTracker();
  for (const [route, status, response, body] of exchanges) {
    const [method = '', path = ''] = route.split(' ');
    inventory.record(target, {
      transport: 'http',
      request: { method, url: target.url + path, headers: {}, body: JSON.stringify(body ?? {}) },
      ...(status !== undefined && {
        response: { status, headers: {}, body: JSON.stringify(response ?? {}) },
      }),
      ms: 1,
    });
  }
  return inventory.items().map(({ resource }) => describeResource(resource));
};

const graph: ExchangeSpec = ['POST /api/graphs?replace=true', 201, { id: 'g/1', name: 'a' }, { name: 'a' }];
const spawnExchange: ExchangeSpec = [
  'POST /api/actions/scene/spawn',
  200,
  { result: { name: 'Cube', tag: 'cube-7' } },
];

it.each<[string, readonly ExchangeSpec[], readonly string[]]>([
  ['a graph', [graph], ['the graph g/1']],
  [
    'a graph that was requested in another spelling',
    [['POST //%61pi/graphs/', ...graph.slice(1)] as never],
    ['the graph g/1'],
  ],
  ['no graph that was rejected', [['POST /api/graphs', 409, {}, { name: 'a' }]], []],
  [
    'a graph that was requested while the runtime was unavailable',
    [['POST /api/graphs', 504, {}, { name: 'a' }]],
    ['the graph a'],
  ],
  [
    'a graph whose response never came',
    [['POST /api/graphs', undefined, undefined, { name: 'a' }]],
    ['the graph a'],
  ],
  ['no graph that was deleted with its file', [graph, ['DELETE /api/graphs/g%2F1?deleteFile=true', 200]], []],
  [
    'the file of a graph that was deleted without',
    [graph, ['DELETE /api/graphs/g%2F1', 200]],
    ['the file of the graph a'],
  ],
  [
    'the file of a graph that was removed',
    [graph, ['POST /api/graphs/g%2F1/remove', 200]],
    ['the file of the graph a'],
  ],
  ['a graph whose deletion was rejected', [graph, ['DELETE /api/graphs/g%2F1', 404]], ['the graph g/1']],
  [
    'no file once a graph of its name exists again',
    [graph, ['DELETE /api/graphs/g%2F1', 200], graph],
    ['the graph g/1'],
  ],
  ['a duplicate', [['POST /api/graphs/g/duplicate', 201, { id: 'copy' }]], ['the graph copy']],
  [
    'a duplicate that was requested while the runtime was unavailable',
    [['POST /api/graphs/g/duplicate', 504, {}, { name: 'b' }]],
    ['the graph b'],
  ],
  [
    'no run of a deleted graph',
    [graph, ['POST /api/graphs/g%2F1/run', 200], ['DELETE /api/graphs/g%2F1?deleteFile=true', 200]],
    [],
  ],
  [
    'a run before its graph',
    [graph, ['POST /api/graphs/g%2F1/run', 200]],
    ['the run of the graph g/1', 'the graph g/1'],
  ],
  [
    'no run that was stopped',
    [
      ['POST /api/graphs/g/run', 200],
      ['POST /api/graphs/g/stop', 200],
    ],
    [],
  ],
  ['a variable', [['POST /api/variables', 201, { id: 7 }, { name: 'v' }]], ['the variable 7']],
  [
    'no variable that was deleted',
    [
      ['POST /api/variables', 201, { id: 7 }],
      ['DELETE /api/variables/7', 200],
    ],
    [],
  ],
  ['an object', [spawnExchange], ['the scene object cube-7']],
  [
    'an object that another action changes',
    [
      spawnExchange,
      ['POST /api/actions/scene/objects.setActive', 200, {}, { object: 'cube-7', active: false }],
    ],
    ['the scene object cube-7'],
  ],
  [
    'no object that was destroyed',
    [spawnExchange, ['POST /api/actions/scene/objects.destroy', 200, {}, { object: 'cube-7' }]],
    [],
  ],
  [
    'a layer',
    [['POST /api/actions/scene/createLayer', 200, {}, { index: 31, name: 'mine' }]],
    ['the name of the layer 31'],
  ],
  [
    'what a batch created, by its index',
    [
      [
        'POST /api/batch',
        200,
        {
          results: [
            { index: 1, status: 201, body: { id: 'second' } },
            { index: 0, status: 400 },
          ],
        },
        {
          operations: [
            { method: 'POST', path: '/api/graphs', body: { name: 'a' } },
            { method: 'POST', path: '/api/graphs', body: { name: 'b' } },
          ],
        },
      ],
    ],
    ['the graph second'],
  ],
  ['nothing that was read', [['GET /api/graphs', 200, { id: 'g' }]], []],
])('tracks %s', (_, exchanges, names) => {
  expect(listLeftovers(...exchanges)).toEqual(names);
});

it('separates the target from its copies', () => {
  const inventory = createTracker();
  inventory.adopt(target, 'g');
  inventory.adopt({ ...target, url: 'http://127.0.0.1:2' }, 'g');
  inventory.adopt(target, 'g');
  expect(inventory.items().map((item) => item.target.url)).toEqual([target.url, 'http://127.0.0.1:2']);
});
