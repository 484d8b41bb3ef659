import { afterEach, beforeEach, expect, it } from 'vitest';
import { Manifest } from '../target/manifest.ts';
import { createSession } from '../target/session.ts';
import { createCleanup } from './cleanup.ts';
import { serveTestTarget, type TestTarget } from '../target/http/testing-server.ts';

/** A pseudo status that makes the target reset the connection. */
const connectionReset = 0;

type StubResponse = readonly [status: number, body?: unknown];

/**
 * Responses, keyed by method and path. All other requests receive 404. If there are several responses for one key, the
 * last response is repeated.
 */
type StubResponses = Readonly<Record<string, StubResponse | readonly StubResponse[]>>;

let target: TestTarget;
let stubResponses: StubResponses;
/** The mutating requests that the target received. */
let receivedRequests: string[];

const isSingleResponse = (responses: StubResponse | readonly StubResponse[]): responses is StubResponse =>
  typeof responses[0] === 'number';

beforeEach(async () => {
  receivedRequests = [];
  const times = new Map<string, number>();
  target = await serveTestTarget((request, response, body) => {
    const route = `${request.method} ${request.url}`;
    if (request.method !== 'GET') receivedRequests.push(`${route} ${body}`.trim());
    const responses = stubResponses[route] ?? [404];
    const time = times.get(route) ?? 0;
    times.set(route, time + 1);
    const [status, json = {}] = isSingleResponse(responses)
      ? responses
      : (responses[time] ?? responses.at(-1) ?? [404]);
    if (status === connectionReset) request.socket.destroy();
    else response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
  });
});

afterEach(() => target.close());

/** A request that creates something, and its response. */
type CreatingCall = readonly [route: string, answer: StubResponse | undefined, body?: unknown];

const allRoutes = [
  'GET /api/graphs',
  'DELETE /api/graphs/{}',
  'POST /api/variables',
  'DELETE /api/variables/{}',
];

/** Cleans up everything that these exchanges created. Returns the reason for each resource that is left. */
const runCleanup = async (
  createdBy: readonly CreatingCall[],
  { routes = allRoutes, signal = new AbortController().signal } = {},
): Promise<readonly string[]> => {
  const url = target.url;
  const session = createSession({
    ...{ url, manifest: Manifest.parse({}), validate: () => undefined, seed: 1, folder: '.' },
  });
  try {
    const { inventory, empty } = await createCleanup(session, new Set(routes));
    const resources = inventory();
    for (const [route, response, body = {}] of createdBy) {
      const [method = '', path = ''] = route.split(' ');
      resources.record(session.target, {
        transport: 'http',
        request: { method, url: url + path, headers: {}, body: JSON.stringify(body) },
        ...(response && {
          response: { status: response[0], headers: {}, body: JSON.stringify(response[1] ?? {}) },
        }),
        ms: 1,
      });
    }
    receivedRequests = [];
    const leftovers = await empty(resources, signal);
    expect(resources.items()).toHaveLength(leftovers.length);
    return leftovers.map(({ what, on, why }) => `${what}${on === url ? '' : ` on ${on}`}: ${why}`);
  } finally {
    session.close();
  }
};

const graph: CreatingCall = ['POST /api/graphs', [201, { id: 'g/1' }], { name: 'a' }];
const unconfirmedGraph: CreatingCall = ['POST /api/graphs', [504], { name: 'a' }];
const running: CreatingCall = ['POST /api/graphs/r/run', [200]];
const variable: CreatingCall = ['POST /api/variables', [201, { id: 7 }], { name: 'v' }];
const unconfirmedVariable: CreatingCall = ['POST /api/variables', [504], { name: 'v' }];
const spawned: CreatingCall = ['POST /api/actions/scene/spawn', [200, { name: 'Cube', tag: 'cube-7' }]];
const layer: CreatingCall = ['POST /api/actions/scene/createLayer', [200], { index: 9, name: 'mine' }];

const deletion = 'DELETE /api/graphs/g%2F1?deleteFile=true';
const destruction = 'POST /api/actions/scene/objects.destroy';
const layers = 'GET /api/discovery/layers';
const objects = 'GET /api/discovery/scene-objects';
const layerNaming = 'POST /api/actions/scene/createLayer';

it.each<[string, CreatingCall, StubResponses, readonly string[]]>([
  ['a graph, with its file', graph, { [deletion]: [200] }, [deletion]],
  ['a graph that is already deleted', graph, {}, [deletion]],
  [
    'a graph that may exist, by its name',
    unconfirmedGraph,
    {
      'GET /api/graphs': [200, [{ id: 'x', name: 'a' }]],
      'POST /api/graphs?replace=true': [201, { id: 'y' }],
    },
    ['POST /api/graphs?replace=true {"name":"a"}', 'DELETE /api/graphs/y?deleteFile=true'],
  ],
  [
    'no graph that may exist and does not',
    unconfirmedGraph,
    { 'GET /api/graphs': [200, [{ id: 'x', name: 'another' }]] },
    [],
  ],
  ['a run', running, { 'POST /api/graphs/r/stop': [200] }, ['POST /api/graphs/r/stop']],
  ['a run that has ended', running, { 'POST /api/graphs/r/stop': [409] }, ['POST /api/graphs/r/stop']],
  ['a variable', variable, { 'DELETE /api/variables/7': [200] }, ['DELETE /api/variables/7']],
  ['a variable that is already deleted', variable, {}, ['DELETE /api/variables/7']],
  [
    'a variable that may exist, by its name',
    unconfirmedVariable,
    {
      'GET /api/variables': [
        200,
        [
          { id: 7, name: 'v' },
          { id: 8, name: 'w' },
        ],
      ],
      'DELETE /api/variables/7': [200],
    },
    ['DELETE /api/variables/7'],
  ],
  [
    'an object, by the first text that is its tag',
    spawned,
    { [destruction]: [200] },
    [`${destruction} {"object":"cube-7"}`],
  ],
  [
    'no object whose name existed before',
    spawned,
    {
      [objects]: [
        [200, { items: [{ tag: 'cube-7' }] }],
        [200, { items: [{ tag: 'cube-7' }] }],
      ],
      [destruction]: [200],
    },
    [`${destruction} {"object":"Cube"}`],
  ],
  [
    'an object whose deletion is rejected because it does not exist',
    spawned,
    { [objects]: [200, { items: [] }], [destruction]: [404] },
    ['cube-7', 'Cube'].flatMap((tag) => [
      `${destruction} {"object":"${tag}"}`,
      `POST /api/actions/scene/objects/destroy {"object":"${tag}"}`,
    ]),
  ],
  [
    'the name that a layer got',
    layer,
    {
      [layers]: [
        [200, [{ index: 9, name: 'theirs' }]],
        [200, [{ index: 9, name: 'mine' }]],
      ],
      [layerNaming]: [200],
    },
    [`${layerNaming} {"index":9,"name":"theirs"}`],
  ],
  [
    'the name that a layer got, where the index has another name',
    layer,
    {
      [layers]: [
        [
          200,
          [
            { label: 'first', more: { nr: 0, mask: 9 } },
            { label: 'theirs', more: { nr: 9, mask: 1 } },
          ],
        ],
        [
          200,
          [
            { label: 'first', more: { nr: 0, mask: 9 } },
            { label: 'mine', more: { nr: 9, mask: 1 } },
          ],
        ],
      ],
      [layerNaming]: [200],
    },
    [`${layerNaming} {"index":9,"name":"theirs"}`],
  ],
  [
    'the name that a layer got, where the list has no indexes',
    layer,
    {
      [layers]: [
        [200, ['Default', 'theirs']],
        [200, ['Default', 'mine']],
      ],
      [layerNaming]: [200],
    },
    [`${layerNaming} {"index":9,"name":"theirs"}`],
  ],
  [
    'a layer that did not exist before',
    layer,
    {
      [layers]: [
        [200, []],
        [200, [{ index: 9, name: 'mine' }]],
      ],
      'POST /api/actions/scene/deleteLayer': [200],
    },
    ['POST /api/actions/scene/deleteLayer {"index":9}'],
  ],
  ['no layer that has its old name again', layer, { [layers]: [200, [{ index: 9, name: 'mine' }]] }, []],
  ['no layer that does not exist any more', layer, { [layers]: [200, []] }, []],
])('cleans up %s', async (_, creatingCalls, responses, calls) => {
  stubResponses = responses;
  expect(await runCleanup([creatingCalls])).toEqual([]);
  expect(receivedRequests).toEqual(calls);
});

it.each<[string, CreatingCall, StubResponses, string]>([
  [
    'a graph whose deletion is rejected',
    graph,
    { [deletion]: [409, { error: { code: 'GRAPH_RUNNING' } }] },
    `the graph g/1: ${deletion} answered 409 GRAPH_RUNNING`,
  ],
  [
    'a graph that may exist and cannot be replaced',
    unconfirmedGraph,
    { 'POST /api/graphs?replace=true': [503] },
    'the graph a: POST /api/graphs?replace=true answered 503',
  ],
  ['a run', running, { 'POST /api/graphs/r/stop': [500] }, 'the run of the graph r: stop answered 500'],
  [
    'a variable',
    variable,
    { 'DELETE /api/variables/7': [423, { error: { code: 'LOCKED' } }] },
    'the variable 7: DELETE /api/variables/7 answered 423 LOCKED',
  ],
  [
    'a variable that may exist, without a list that shows it',
    unconfirmedVariable,
    { 'GET /api/variables': [500] },
    'the variable v: GET /api/variables does not show whether it is there',
  ],
  [
    'an object',
    spawned,
    {
      [objects]: [
        [200, []],
        [200, [{ tag: 'cube-7' }]],
      ],
      [destruction]: [403],
    },
    `the scene object cube-7: ${destruction} answered 403`,
  ],
  [
    'an object whose every text existed before',
    spawned,
    { [objects]: [200, [{ tag: 'cube-7', name: 'Cube' }]] },
    'the scene object cube-7: nothing distinguishes it from what was there before',
  ],
  [
    'a layer that did not exist before',
    layer,
    {
      [layers]: [
        [200, []],
        [200, [{ index: 9, name: 'mine' }]],
      ],
    },
    'the name of the layer 9: it had no name before, and no action removes a name',
  ],
  [
    'a layer',
    layer,
    {
      [layers]: [
        [200, [{ index: 9, name: 'theirs' }]],
        [200, []],
      ],
      [layerNaming]: [422],
    },
    `the name of the layer 9: ${layerNaming} answered 422`,
  ],
  [
    'images',
    ['POST /api/dev/export-node-pngs', [200]],
    {},
    'the images of node types: no route deletes what POST /api/dev/export-node-pngs wrote',
  ],
])('says why it leaves %s', async (_, creatingCalls, responses, why) => {
  stubResponses = responses;
  expect(await runCleanup([creatingCalls])).toEqual([why]);
});

it('names the routes that are missing to delete graphs and variables', async () => {
  stubResponses = {};
  expect(await runCleanup([graph], { routes: [] })).toEqual([
    'the graph g/1: no route deletes graphs (choices.routes.deleteGraph)',
  ]);
  const routes = ['POST /api/variables'];
  expect(await runCleanup([variable], { routes })).toEqual([
    'the variable 7: no route deletes variables (choices.routes.deleteVariable)',
  ]);
  expect(receivedRequests).toEqual([]);
});

it('continues with the rest after a failed deletion, and stops runs first', async () => {
  stubResponses = { [deletion]: [409], 'POST /api/graphs/r/stop': [200], 'DELETE /api/variables/7': [200] };
  expect(await runCleanup([graph, variable, running])).toEqual([`the graph g/1: ${deletion} answered 409`]);
  expect(receivedRequests).toEqual(['POST /api/graphs/r/stop', 'DELETE /api/variables/7', deletion]);
});

it('leaves everything if there is no time', async () => {
  stubResponses = { [deletion]: [200] };
  expect(await runCleanup([graph, variable], { signal: AbortSignal.abort() })).toEqual([
    'the variable 7: the time ran out',
    'the graph g/1: the time ran out',
  ]);
});

it('reports a target that closes the connection', async () => {
  stubResponses = { [deletion]: [connectionReset] };
  expect(await runCleanup([graph])).toEqual([
    expect.stringMatching(/^the graph g\/1: .*(hang up|closed|ECONN)/i),
  ]);
});
