import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { splitRoute } from '#spec/contract/operation.ts';
import { operations } from '#spec/rest/index.ts';
import {
  createTestClient,
  createTestService,
  hosts,
  type TestClient,
  type TestHost,
  type TestService,
} from '../testing.ts';

interface ErrorBody {
  error: { code: string; message: string; details?: Record<string, unknown> };
}

interface GraphBody {
  id: string;
  nodes: { id: string; category: string; ports: { id: string; name: string; direction: string }[] }[];
}

const unknownId = '00000000-0000-4000-8000-000000000000';

const routes = Object.entries(operations).map(([id, { route, ...spec }]) => {
  const { method, path } = splitRoute(route);
  const hasBody = 'body' in spec;
  const parameter = (name: string): string =>
    name === 'category' ? 'log' : name === 'action' ? 'console' : unknownId;
  return {
    id,
    method,
    path: path.replace(/\{(\w+)\}/g, (_, name: string) => parameter(name)),
    hasBody,
    tier: 'tier' in spec ? spec.tier : undefined,
  };
});

describe.each(Object.entries(hosts))('%s', (_, open) => {
  let test: TestService;
  let host: TestHost;
  let call: TestClient;

  beforeEach(async () => {
    test = await createTestService();
    host = await open(test.service);
    call = createTestClient(host, test.token);
  });

  afterEach(async () => {
    expect(test.failures).toEqual([]);
    await host.close();
    await test.dispose();
  });

  const count = (): number => test.service.controller.store.graphs.size;

  describe('bad input', () => {
    it.each(routes.filter((r) => r.tier === undefined))(
      '$method $path refuses a missing and a wrong token',
      async ({ method, path }) => {
        for (const token of [undefined, 'wrong']) {
          const response = await host.fetch(path, {
            method,
            ...(token && { headers: { 'X-API-Key': token } }),
          });
          expect(response.status).toBe(401);
          expect(((await response.json()) as ErrorBody).error.code).toBe('UNAUTHORIZED');
        }
        expect(count()).toBe(0);
      },
    );

    it.each(routes.filter((r) => r.hasBody))(
      '$method $path refuses what is not JSON, an array of scalars and text/plain',
      async ({ method, path }) => {
        const notJson = await call<ErrorBody>(method, path, '{"name": ');
        expect([notJson.status, notJson.body.error.code]).toEqual([400, 'INVALID_REQUEST']);
        const wrongType = await call<ErrorBody>(method, path, [7]);
        expect([wrongType.status, wrongType.body.error.code]).toEqual([400, 'INVALID_REQUEST']);
        expect(wrongType.body.error.message).toMatch(/expected/i);
        const plain = await call<ErrorBody>(method, path, '{}', { 'Content-Type': 'text/plain' });
        expect([plain.status, plain.body.error.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
        expect(count()).toBe(0);
      },
    );

    it.each(routes.filter((r) => r.hasBody))(
      '$method $path refuses a body over its limit',
      async ({ method, path }) => {
        const limit = test.service.route(method, path).bodyLimit;
        const answer = await call<ErrorBody>(method, path, JSON.stringify({ name: 'x'.repeat(limit) }));
        expect([answer.status, answer.body.error.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
        expect(count()).toBe(0);
      },
    );

    it.each(routes)('$path refuses a method it does not have, and says which it has', async ({ path }) => {
      const answer = await call<ErrorBody>('PATCH', path);
      expect([answer.status, answer.body.error.code]).toEqual([405, 'METHOD_NOT_ALLOWED']);
      expect(answer.headers.get('allow')).toMatch(/GET|POST|PUT|DELETE/);
    });

    it.each(
      routes.filter((r) =>
        /graphs\/\{|nodes\/\{|ports\/\{|variables\/\{/.test(
          operations[r.id as keyof typeof operations].route,
        ),
      ),
    )('$method $path answers 404 for an id that nothing has', async ({ id, method, path }) => {
      const bodies: Record<string, unknown> = {
        createNode: { category: 'Add' },
        createNodes: [],
        buildGraph: {},
        createConnection: { outputPortId: 'a', inputPortId: 'b' },
        validateConnection: { outputPortId: 'a', inputPortId: 'b' },
        setPortValue: { value: 1 },
        setVariableValue: { value: 1 },
        renameGraph: { name: 'New' },
        updateNote: { text: 'New' },
        setAspectRatio: { aspectRatio: 1 },
        moveNode: { locationX: 1, locationY: 2 },
      };
      const answer = await call<ErrorBody>(method, path, bodies[id]);
      expect(answer.status).toBe(404);
      expect(answer.body.error.code).toMatch(/_NOT_FOUND$/);
      expect(answer.body.error.message).toMatch(/(GET|POST) \//);
    });

    it('answers a path that is no route with 404, behind the token under /api', async () => {
      expect((await call('GET', '/api/nothing')).status).toBe(404);
      expect((await host.fetch('/api/nothing')).status).toBe(401);
      expect((await host.fetch('/nothing')).status).toBe(404);
    });

    it('names the field and what was expected', async () => {
      const graph = await call<GraphBody>('POST', '/api/graphs', {});
      const answer = await call<ErrorBody>('POST', `/api/graphs/${graph.body.id}/nodes`, { category: 7 });
      expect(answer.body.error.message).toContain("'category' is not as expected");
      expect(answer.body.error.message).toContain('expected string');
    });
  });

  describe('graphs', () => {
    it('creates one with Start and OnNewFrame and their port ids', async () => {
      const { status, body } = await call<GraphBody>('POST', '/api/graphs', { name: 'Blink' });
      expect(status).toBe(201);
      expect(body.nodes.map((node) => node.category)).toEqual(['Start', 'OnNewFrame']);
      expect(body.nodes.every((node) => node.ports.every((port) => port.id))).toBe(true);
      expect((await call('GET', `/api/graphs/${body.id}`)).body).toMatchObject({
        name: 'Blink',
        path: 'graphs/Blink.json',
      });
    });

    it('creates one without a body, under a generated name', async () => {
      expect((await call<{ name: string }>('POST', '/api/graphs')).body.name).toBe('Graph 1');
      const second = (await call<{ id: string; name: string }>('POST', '/api/graphs')).body;
      expect(second.name).toBe('Graph 2');
      await call('POST', `/api/graphs/${second.id}/remove`);
      expect((await call<{ name: string }>('POST', '/api/graphs')).body.name).toBe('Graph 3');
    });

    it('refuses a path in use unless told to replace', async () => {
      const first = await call<GraphBody>('POST', '/api/graphs', { path: 'graphs/a.json' });
      const second = await call<ErrorBody>('POST', '/api/graphs', { path: 'graphs/a' });
      expect([second.status, second.body.error.code]).toEqual([409, 'DUPLICATE_PATH']);
      const third = await call<GraphBody>('POST', '/api/graphs?replace=true', { path: 'graphs/a' });
      expect(third.status).toBe(201);
      expect((await call('GET', `/api/graphs/${first.body.id}`)).status).toBe(404);
      expect(count()).toBe(1);
    });

    it.each([
      '../out.json',
      '/etc/out.json',
      'graphs/../../out',
      'C:\\out.json',
      'project.json',
      'Scenes/x',
      '.scene-runtime/x',
    ])('refuses the path %s', async (path) => {
      const answer = await call<ErrorBody>('POST', '/api/graphs', { path });
      expect([answer.status, answer.body.error.code]).toEqual([400, 'INVALID_REQUEST']);
      expect(count()).toBe(0);
    });

    it('pages, wraps and trims a list, and always counts all of it', async () => {
      for (const name of ['a', 'b', 'c']) await call('POST', '/api/graphs', { name });
      const page = await call<{ name: string }[]>('GET', '/api/graphs?limit=1&offset=1&include=name');
      expect(page.body).toEqual([{ name: 'b' }]);
      expect(page.headers.get('x-total-count')).toBe('3');
      const wrapped = await call('GET', '/api/graphs?wrap=true&limit=0');
      expect(wrapped.body).toEqual({ totalCount: 3, items: [] });
      const bad = await call<ErrorBody>('GET', '/api/graphs?limit=many');
      expect([bad.status, bad.body.error.code]).toEqual([400, 'INVALID_QUERY']);
    });
  });

  describe('editing', () => {
    const create = async (name: string) => (await call<GraphBody>('POST', '/api/graphs', { name })).body;
    const node = async (graph: GraphBody, category: string) =>
      (await call<GraphBody['nodes'][number]>('POST', `/api/graphs/${graph.id}/nodes`, { category })).body;
    const portId = (from: GraphBody['nodes'][number], name: string): string =>
      from.ports.find((port) => port.name === name)!.id;

    it('refuses an edit of a revision that is no longer present, and changes nothing', async () => {
      const graph = await create('Tagged');
      const tag = (await call('GET', `/api/graphs/${graph.id}`)).headers.get('etag')!;
      const path = `/api/graphs/${graph.id}/nodes`;
      const edited = await call('POST', path, { category: 'Add' }, { 'If-Match': tag });
      expect(edited.status).toBe(201);
      const late = await call<ErrorBody>('POST', path, { category: 'Add' }, { 'If-Match': tag });
      expect([late.status, late.body.error.code]).toEqual([412, 'REVISION_CONFLICT']);
      expect((await call('GET', path)).body).toHaveLength(3);
      const next = edited.headers.get('etag')!;
      expect((await call('POST', path, { category: 'Add' }, { 'If-Match': `"0", ${next}` })).status).toBe(
        201,
      );
    });

    it('renames, moves and deletes', async () => {
      const graph = await create('Before');
      expect((await call('PUT', `/api/graphs/${graph.id}`, { name: 'After' })).body).toMatchObject({
        name: 'After',
      });
      const [a, b] = [await node(graph, 'Add'), await node(graph, 'Add')];
      const moved = await call('PUT', `/api/graphs/${graph.id}/nodes/${a.id}`, {
        locationX: 7,
        locationY: -3,
      });
      expect(moved.body).toMatchObject({ id: a.id, locationX: 7, locationY: -3 });
      const wire = { outputPortId: portId(a, 'Result'), inputPortId: portId(b, 'A') };
      const { id } = (await call<{ id: string }>('POST', `/api/graphs/${graph.id}/connections`, wire)).body;
      expect((await call('GET', `/api/graphs/${graph.id}/connections/${id}`)).body).toMatchObject(wire);
      expect((await call('DELETE', `/api/graphs/${graph.id}/connections/${id}`)).body).toMatchObject({ id });
      expect((await call('GET', `/api/graphs/${graph.id}/connections/${id}`)).status).toBe(404);
      const again = (await call<{ id: string }>('POST', `/api/graphs/${graph.id}/connections`, wire)).body;
      expect((await call('DELETE', `/api/graphs/${graph.id}/nodes/${a.id}`)).body).toEqual({
        nodeId: a.id,
        removedConnectionIds: [again.id],
      });
      expect((await call('GET', `/api/graphs/${graph.id}/connections`)).body).toEqual([]);
      expect((await call('GET', `/api/nodes/${a.id}`)).status).toBe(404);
    });

    it('saves, removes with the file staying, and deletes with the file going', async () => {
      const graph = await create('Kept');
      expect((await call('POST', `/api/graphs/${graph.id}/save`)).body).toMatchObject({
        path: 'graphs/Kept.json',
      });
      await node(graph, 'Add');
      expect((await call('POST', `/api/graphs/${graph.id}/remove`)).body).toMatchObject({
        fileDeleted: false,
      });
      expect((await call('GET', `/api/graphs/${graph.id}`)).status).toBe(404);
      expect((await call('POST', '/api/graphs', { name: 'Kept' })).status).toBe(409);
      const file = join(test.folder, 'project', 'graphs', 'Kept.json');
      expect(await readFile(file, 'utf8')).toContain('"Add"');

      const other = await create('Gone');
      await call('POST', `/api/graphs/${other.id}/save`);
      const gone = await call('DELETE', `/api/graphs/${other.id}?deleteFile=true`);
      expect(gone.body).toMatchObject({ fileDeleted: true });
      expect((await call('POST', '/api/graphs', { name: 'Gone' })).status).toBe(201);
    });

    it('duplicates under new ids, wires and values included', async () => {
      const graph = await create('Source');
      const [a, b] = [await node(graph, 'Add'), await node(graph, 'Add')];
      await call('PUT', `/api/ports/${portId(a, 'A')}/value`, { value: 3 });
      const wire = { outputPortId: portId(a, 'Result'), inputPortId: portId(b, 'A') };
      await call('POST', `/api/graphs/${graph.id}/connections`, wire);
      const copy = await call<GraphBody>('POST', `/api/graphs/${graph.id}/duplicate`);
      expect(copy).toMatchObject({
        status: 201,
        body: { name: 'Source copy 1', nodeCount: 4, connectionCount: 1 },
      });
      expect(copy.body.nodes.map(({ id }) => id)).not.toContain(a.id);
      expect(copy.body.nodes[2]!.ports.find((port) => port.name === 'A')).toMatchObject({ value: 3 });
    });

    it('refuses to save, duplicate, disable and enable while the graph runs', async () => {
      const graph = await create('Running');
      const out = portId(graph.nodes[0]!, 'Out');
      await call('POST', `/api/graphs/${graph.id}/sync`);
      await call('POST', `/api/graphs/${graph.id}/run`);
      for (const path of [
        `/api/graphs/${graph.id}/save`,
        `/api/graphs/${graph.id}/duplicate`,
        `/api/ports/${out}/disable`,
        `/api/ports/${out}/enable`,
      ]) {
        const answer = await call<ErrorBody>('POST', path);
        expect([answer.status, answer.body.error.code]).toEqual([409, 'GRAPH_RUNNING']);
      }
      await call('POST', `/api/graphs/${graph.id}/stop`);
      expect((await call('POST', `/api/graphs/${graph.id}/save`)).status).toBe(200);
    });

    it('lets nothing pass a disabled trigger, and only triggers be disabled', async () => {
      const graph = await create('Gated');
      const log = await node(graph, 'LogConsole');
      const out = portId(graph.nodes[0]!, 'Out');
      const wire = { outputPortId: out, inputPortId: portId(log, 'In') };
      await call('POST', `/api/graphs/${graph.id}/connections`, wire);
      for (let times = 0; times < 2; times += 1) {
        expect((await call('POST', `/api/ports/${out}/disable`)).body).toMatchObject({ isDisabled: true });
      }
      const run = async (): Promise<void> => {
        await call('POST', `/api/graphs/${graph.id}/sync`);
        await call('POST', `/api/graphs/${graph.id}/run`);
        test.runtime!.step(1);
        await call('POST', `/api/graphs/${graph.id}/stop`);
      };
      await run();
      expect((await call('GET', '/api/console')).body).toEqual([]);
      expect((await call('POST', `/api/ports/${out}/enable`)).body).toMatchObject({ isDisabled: false });
      await run();
      expect((await call('GET', '/api/console')).body).toHaveLength(1);
      const data = await call<ErrorBody>('POST', `/api/ports/${portId(log, 'Message')}/disable`);
      expect([data.status, data.body.error.code]).toEqual([405, 'TYPE_IMMUTABLE']);
    });

    it('changes what is given of a note, all or nothing, and keeps it in the file', async () => {
      const graph = await create('Noted');
      const note = await node(graph, 'Note');
      const path = `/api/graphs/${graph.id}/nodes/${note.id}/note`;
      const { body: blank } = await call<Record<string, unknown>>('GET', path);
      expect(blank).toMatchObject({ text: '', availableFonts: expect.arrayContaining([blank.font]) });
      expect((await call('PUT', path, { text: 'Hi', fontSize: 24 })).body).toEqual({
        ...blank,
        text: 'Hi',
        fontSize: 24,
      });
      for (const bad of [{ font: 'Nope' }, { color: 'Nope' }, { fontSize: 13 }]) {
        const answer = await call<ErrorBody>('PUT', path, { text: 'Lost', ...bad });
        expect([answer.status, answer.body.error.code]).toEqual([400, 'INVALID_VALUE']);
      }
      expect((await call('GET', path)).body).toMatchObject({ text: 'Hi', fontSize: 24 });
      const copy = await call<GraphBody>('POST', `/api/graphs/${graph.id}/duplicate`);
      const copied = copy.body.nodes.find(({ category }) => category === 'Note')!;
      expect((await call('GET', `/api/graphs/${copy.body.id}/nodes/${copied.id}/note`)).body).toMatchObject({
        text: 'Hi',
      });
      const other = await call<ErrorBody>('GET', `/api/graphs/${graph.id}/nodes/${graph.nodes[0]!.id}/note`);
      expect([other.status, other.body.error.code]).toEqual([400, 'INVALID_REQUEST']);
    });

    it('tells the options of a Dropdown, and that other ports have none', async () => {
      const graph = await create('Options');
      const delay = await node(graph, 'Delay');
      expect((await call('GET', `/api/ports/${portId(delay, 'OnRetrigger')}/options`)).body).toEqual([
        'Ignore',
        'Restart',
        'Queue',
        'Parallel',
      ]);
      expect((await call('GET', `/api/ports/${portId(delay, 'Duration')}/options`)).status).toBe(400);
      expect((await call('GET', `/api/ports/${portId(delay, 'Duration')}`)).body).toMatchObject({
        type: 'Float',
      });
      expect((await call('GET', `/api/nodes/${delay.id}/ports`)).body).toHaveLength(delay.ports.length);
    });

    it('answers the value that a port has while the graph runs, as of the last ports/sync', async () => {
      const graph = await create('Live');
      const frame = portId(graph.nodes[1]!, 'Frame');
      await call('POST', `/api/graphs/${graph.id}/sync`);
      await call('POST', `/api/graphs/${graph.id}/run`);
      for (const value of [5, 6]) {
        test.runtime!.step(value === 5 ? 5 : 1);
        await call('POST', `/api/graphs/${graph.id}/ports/sync`);
        expect((await call('GET', `/api/ports/${frame}/value`)).body).toMatchObject({ value });
      }
    });
  });

  describe('execution', () => {
    const place = async (graphId: string, category: string) =>
      (await call<GraphBody['nodes'][number]>('POST', `/api/graphs/${graphId}/nodes`, { category })).body;
    const port = (node: GraphBody['nodes'][number], name: string): string =>
      node.ports.find((p) => p.name === name)!.id;

    it('runs what was synchronised, says when it is stale, and stops', async () => {
      const graph = (await call<GraphBody>('POST', '/api/graphs', {})).body;
      const log = await place(graph.id, 'LogConsole');
      await call('PUT', `/api/ports/${port(log, 'Message')}/value`, { value: 'Started' });
      await call('POST', `/api/graphs/${graph.id}/connections`, {
        outputPortId: port(graph.nodes[0]!, 'Out'),
        inputPortId: port(log, 'In'),
      });
      const early = await call<ErrorBody>('POST', `/api/graphs/${graph.id}/run`);
      expect([early.status, early.body.error.code]).toEqual([409, 'GRAPH_NOT_SYNCED']);

      expect((await call('POST', `/api/graphs/${graph.id}/sync`)).body).toMatchObject({ synced: true });
      await call('PUT', `/api/ports/${port(log, 'Message')}/value`, { value: 'Edited' });
      expect((await call('POST', `/api/graphs/${graph.id}/run`)).body).toMatchObject({
        state: 'running',
        stale: true,
      });
      test.runtime!.step(1);
      const { body: entries } = await call<{ message: string; contextType: string }[]>('GET', '/api/console');
      expect(entries).toMatchObject([{ message: 'Started', contextType: 'node' }]);

      expect((await call('GET', `/api/graphs/${graph.id}`)).body).toMatchObject({ state: 'running' });
      expect((await call('POST', `/api/graphs/${graph.id}/stop`)).body).toMatchObject({ state: 'stopped' });
      expect((await call('GET', `/api/graphs/${graph.id}`)).body).toMatchObject({ state: 'stopped' });
    });

    it('feeds and reads components of vectors through sub-ports, expanded or collapsed', async () => {
      const graph = (await call<GraphBody>('POST', '/api/graphs', {})).body;
      const id = graph.id;
      const [count, length, make, sum, watch] = [
        await place(id, 'FrameCount'),
        await place(id, 'VectorLength'),
        await place(id, 'MakeVector3'),
        await place(id, 'Add'),
        await place(id, 'Watch'),
      ];
      const wire = async (outputPortId: string, inputPortId: string) =>
        expect(
          (await call('POST', `/api/graphs/${id}/connections`, { outputPortId, inputPortId })).status,
        ).toBe(201);
      const sub = async (portId: string, label: string) => {
        const { body } = await call<{ subPorts: { id: string; name: string }[] }>(
          'POST',
          `/api/ports/${portId}/expand`,
        );
        return body.subPorts.find(({ name }) => name.endsWith(label))!.id;
      };
      await call('PUT', `/api/ports/${port(length, 'Vector')}/value`, { value: [0, 3, 4] });
      await call('PUT', `/api/ports/${port(make, 'Y')}/value`, { value: 100 });
      await wire(port(count, 'Frame'), await sub(port(length, 'Vector'), '.X'));
      await wire(await sub(port(make, 'Vector'), '.Y'), port(sum, 'A'));
      await wire(port(length, 'Length'), port(sum, 'B'));
      await wire(port(sum, 'Result'), port(watch, 'Value'));
      await wire(port(graph.nodes[1]!, 'Out'), port(watch, 'In'));
      const watched = async () =>
        (await call<{ value: unknown }>('GET', `/api/ports/${port(watch, 'Value')}/value`)).body.value;

      await call('POST', `/api/graphs/${id}/sync`);
      await call('POST', `/api/graphs/${id}/run`);
      test.runtime!.step(12);
      const flushed = await call<{ ports: { portId: string }[] }>('POST', `/api/graphs/${id}/ports/sync`);
      expect(await watched()).toBe(113);
      const known = new Set(
        (await call<GraphBody>('GET', `/api/graphs/${id}`)).body.nodes.map((node) => node.id),
      );
      expect(flushed.body.ports.filter(({ portId }) => !known.has(portId.slice(0, 36)))).toEqual([]);

      await call('POST', `/api/ports/${port(length, 'Vector')}/collapse`);
      await call('POST', `/api/graphs/${id}/sync`);
      test.runtime!.step(72);
      await call('POST', `/api/graphs/${id}/ports/sync`);
      expect(await watched()).toBeCloseTo(100 + Math.hypot(84, 3, 4));
    });

    it('presses a button', async () => {
      const graph = (await call<GraphBody>('POST', '/api/graphs', {})).body;
      const [button, log] = [await place(graph.id, 'ManualButton'), await place(graph.id, 'LogConsole')];
      await call('POST', `/api/graphs/${graph.id}/connections`, {
        outputPortId: port(button, 'Pressed'),
        inputPortId: port(log, 'In'),
      });
      await call('POST', `/api/graphs/${graph.id}/sync`);
      await call('POST', `/api/graphs/${graph.id}/run`);
      test.runtime!.step(1);
      expect((await call<unknown[]>('GET', '/api/console')).body).toEqual([]);
      expect((await call('PUT', `/api/ports/${port(button, 'Pressed')}/value`, { value: true })).status).toBe(
        200,
      );
      test.runtime!.step(1);
      expect((await call<unknown[]>('GET', '/api/console')).body).toHaveLength(1);
    });
  });

  describe('direct actions', () => {
    it('run with parameter names in any letter case', async () => {
      const answer = await call('POST', '/api/actions/log/console', { MESSAGE: 'Hi', Severity: 'warning' });
      expect(answer).toMatchObject({ status: 200, body: { success: true, action: 'log.console' } });
      expect((await call('GET', '/api/console?type=warning')).body).toMatchObject([{ message: 'Hi' }]);
    });

    it.each([
      ['a missing parameter', {}],
      ['a wrong type', { message: 7 }],
      ['an unknown parameter', { message: 'x', mesage: 'y' }],
    ])('refuse %s', async (_case, body) => {
      const answer = await call<ErrorBody>('POST', '/api/actions/log/console', body);
      expect([answer.status, answer.body.error.code]).toEqual([400, 'INVALID_PARAMETERS']);
    });

    it('go by a dot or by a slash', async () => {
      for (const path of ['scene/objects.list', 'scene/objects/list']) {
        expect((await call('POST', `/api/actions/${path}`, {})).body).toMatchObject({
          action: 'scene.objects.list',
        });
      }
      const unknown = await call<ErrorBody>('POST', '/api/actions/scene/objects.lost', {});
      expect(unknown.body.error.code).toBe('ACTION_NOT_FOUND');
      expect(unknown.body.error.details?.nearest).toContain('scene.objects.list');
    });
  });

  describe('variables', () => {
    it('tell of each edit once, synchronised or not, and reach the runtime when synchronised', async () => {
      const { id } = (
        await call<{ id: string }>('POST', '/api/variables?sync=true', { name: 'n', type: 'Integer' })
      ).body;
      const told: string[] = [];
      test.service.bus.subscribe((batch) => told.push(...batch.map(({ type }) => type)));
      const format = { template: '{n}' };
      const text = async () =>
        (await call<{ result: unknown }>('POST', '/api/actions/text/format', format)).body.result;
      await call('PUT', `/api/variables/${id}/value`, { value: 3 });
      expect(await text()).toEqual({ text: '0' });
      await call('PUT', `/api/variables/${id}/value?sync=true`, { value: 4 });
      test.runtime!.step(3);
      expect(await text()).toEqual({ text: '4' });
      await call('DELETE', `/api/variables/${id}?sync=true`);
      test.runtime!.step(3);
      expect(told).toEqual(['variable.changed', 'variable.changed', 'variable.deleted']);
    });
  });

  describe('discovery', () => {
    it('lists eleven data types, of which only input-info does without the runtime', async () => {
      const { body } = await call<{ dataType: string; needsRuntime: boolean }[]>('GET', '/api/discovery');
      expect(body).toHaveLength(11);
      expect(body.filter(({ needsRuntime }) => !needsRuntime)).toMatchObject([{ dataType: 'input-info' }]);
      for (const { dataType } of body) {
        const { status, body: found } = await call<{ count: number; items: unknown[] }>(
          'GET',
          `/api/discovery/${dataType}`,
        );
        expect([status, found.count]).toEqual([200, found.items.length]);
      }
    });

    it('finds by what it knows of an item, in any letter case', async () => {
      const layers = await call('GET', '/api/discovery/layers?filter=BACK');
      expect(layers.body).toEqual({
        dataType: 'layers',
        count: 1,
        items: [{ name: 'Background', index: 2 }],
      });
      expect((await call('GET', '/api/discovery/input-info?filter=mousebutton')).body).toMatchObject({
        count: 3,
      });
    });

    it('feeds scene.spawn', async () => {
      const spawnables = await call<{ menuPath: string }[]>('GET', '/api/discovery/spawnables');
      for (const { menuPath } of spawnables.body) {
        expect((await call('POST', '/api/actions/scene/spawn', { type: menuPath })).status).toBe(200);
      }
      const objects = await call<{ count: number }>('GET', '/api/discovery/scene-objects');
      expect(objects.body.count).toBeGreaterThanOrEqual(spawnables.body.length);
    });

    it('refuses an unknown data type and names those there are', async () => {
      const answer = await call<ErrorBody>('GET', '/api/discovery/layer');
      expect([answer.status, answer.body.error.code]).toEqual([400, 'UNKNOWN_DATA_TYPE']);
      expect(answer.body.error.details?.nearest).toContain('layers');
    });
  });

  describe('batch', () => {
    it('runs in order, reports each failure and goes on', async () => {
      const operationsOf = [
        { method: 'POST', path: '/api/graphs', body: { name: 'a' } },
        { method: 'GET', path: '/api/graphs/nothing' },
        { method: 'get', path: '/api/graphs?include=name' },
      ];
      const answer = await call('POST', '/api/batch', { operations: operationsOf });
      expect(answer).toMatchObject({
        status: 200,
        body: {
          totalOperations: 3,
          succeeded: 2,
          failed: 1,
          results: [
            { index: 0, status: 201 },
            { index: 1, status: 404, body: { error: { code: 'GRAPH_NOT_FOUND' } } },
            { index: 2, status: 200, body: [{ name: 'a' }] },
          ],
        },
      });
    });

    it.each([
      ['no operations', []],
      ['a method that is not allowed', [{ method: 'PATCH', path: '/api/graphs' }]],
      ['a path outside /api', [{ method: 'GET', path: '/llms.txt' }]],
      ['a batch in the batch', [{ method: 'POST', path: '/api/batch', body: { operations: [] } }]],
      ['a batch in disguise', [{ method: 'POST', path: '/api/batch?x=1', body: {} }]],
    ])('refuses %s before anything runs', async (_case, rest) => {
      const first = rest.length > 0 ? [{ method: 'POST', path: '/api/graphs', body: {} }] : [];
      const answer = await call<ErrorBody>('POST', '/api/batch', { operations: [...first, ...rest] });
      expect([answer.status, answer.body.error.code]).toEqual([400, 'INVALID_REQUEST']);
      expect(count()).toBe(0);
    });

    it('passes sync on', async () => {
      const answer = await call<{ results: { body: { id: string } }[] }>('POST', '/api/batch?sync=true', {
        operations: [{ method: 'POST', path: '/api/graphs', body: {} }],
      });
      const { id } = answer.body.results[0]!.body;
      expect((await call('GET', `/api/graphs/${id}`)).body).toMatchObject({ synced: true });
    });
  });

  describe('origins', () => {
    it.each(['http://localhost:5173', 'http://127.0.0.1', 'https://[::1]:8443'])(
      'reflects %s',
      async (origin) => {
        const answer = await call('GET', '/api/health', undefined, { Origin: origin });
        expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
        const preflight = await host.fetch('/api/graphs', {
          method: 'OPTIONS',
          headers: { Origin: origin, 'Access-Control-Request-Method': 'POST' },
        });
        expect(preflight.status).toBe(204);
        expect(preflight.headers.get('access-control-allow-headers')).toContain('X-API-Key');
      },
    );

    it.each(['https://example.com', 'http://localhost.example.com', 'null', 'http://127.0.0.1.nip.io'])(
      'refuses %s',
      async (origin) => {
        const answer = await call<ErrorBody>('POST', '/api/graphs', {}, { Origin: origin });
        expect([answer.status, answer.body.error.code]).toEqual([403, 'ORIGIN_FORBIDDEN']);
        expect(answer.headers.get('access-control-allow-origin')).toBeNull();
        expect(count()).toBe(0);
      },
    );
  });

  it('answers HEAD as GET without the body', async () => {
    const response = await host.fetch('/api/health', { method: 'HEAD' });
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('');
  });

  it('greets a browser with a page and everything else with JSON', async () => {
    const page = await host.fetch('/', { headers: { Accept: 'text/html,*/*' } });
    expect(page.headers.get('content-type')).toContain('text/html');
    const data = await host.fetch('/', { headers: { Accept: '*/*' } });
    expect(await data.json()).toMatchObject({ api: '/api', health: '/api/health' });
  });
});
