import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { operations } from '#spec/rest/index.ts';
import type { FetchModule, Scene } from '../../handlers/portable/api.ts';
import { createCompressedFlower } from '../../runtime/scene/assets/models/testing-draco.ts';
import { bundlePortable } from './bundle-portable.ts';

const root = new URL('../..', import.meta.url).pathname;

let folder: string;
let imports: readonly string[];
let scene: Scene;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scene-runtime-portable-'));
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  const { outputs } = await bundlePortable(folder);
  imports = Object.values(outputs).flatMap((output) => output.imports.map(({ path }) => path));
  const module: FetchModule = await import(join(folder, 'fetch.js'));
  scene = await module.createScene({ settings: { apiToken: 'a token that is long enough to be one' } });
});

afterAll(async () => {
  await scene.close();
  await rm(folder, { recursive: true, force: true });
});

const fetchJson = (path: string, init: RequestInit = {}): Request =>
  new Request(`http://localhost${path}`, { ...init, headers: { 'X-API-Key': scene.token } });

it('loads no other file, and no module of Node', async () => {
  expect(imports).toEqual([]);
  const text = await readFile(join(folder, 'fetch.js'), 'utf8');
  expect(text).not.toMatch(/\bfrom\s*["']node:|\bimport\(\s*["']node:|\brequire\(\s*["']/);
});

it('has types for all its exports, and they need nothing else', async () => {
  const program = `
    import * as fetching from './fetch/index.js';
    const store: fetching.FileStore = fetching.createMemoryStore();
    const scene: fetching.Scene = await fetching.createScene({ store, time: 'asked' });
    const admitted = scene.hub.admit(new Request('http://localhost/api/events'));
    if (!(admitted instanceof Response)) admitted(fetching.createHostSocket({ send: (_data) => {}, close: () => {} }));
    export const names: Record<keyof typeof fetching, true> = ${JSON.stringify(
      Object.fromEntries(Object.keys(await import(join(folder, 'fetch.js'))).map((name) => [name, true])),
    )};
  `;
  await writeFile(join(folder, 'program.ts'), program);
  const compilerOptions = {
    ...{ target: 'es2022', lib: ['es2022', 'dom', 'dom.iterable', 'dom.asynciterable'], types: [] },
    ...{ module: 'nodenext', strict: true, noEmit: true, exactOptionalPropertyTypes: true },
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }));
  const tsc = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', folder], { encoding: 'utf8' });
  expect(tsc.stdout).toBe('');
});

it('has each operation as a separate function, which serves only its own route', async () => {
  const manifest: { operation: string; method: string; path: string; file: string; tier: string }[] =
    JSON.parse(await readFile(join(folder, 'handlers/manifest.json'), 'utf8'));
  expect(manifest.map(({ operation }) => operation)).toEqual(Object.keys(operations));
  expect(manifest).toContainEqual({
    ...{
      operation: 'createGraph',
      method: 'POST',
      path: '/api/graphs',
      file: 'createGraph.js',
      tier: 'gated',
    },
  });
  const load = async (file: string) => (await import(join(folder, 'handlers', file))).default;
  const { shareScene } = await import(join(folder, 'handlers/scene.js'));
  shareScene(scene);
  const createGraph = await load('createGraph.js');
  expect((await createGraph(fetchJson('/api/graphs', { method: 'POST' }))).status).toBe(201);
  expect((await createGraph(fetchJson('/api/graphs'))).status).toBe(404);
  const listGraphs = await load('listGraphs.js');
  expect(await (await listGraphs(fetchJson('/api/graphs'))).json()).toMatchObject([{ name: 'Graph 1' }]);
});

it('moves bodies when the host provides the physics engine, and otherwise says what is missing', async () => {
  const simulateFall = async (): Promise<Response> => {
    const act = (name: string, body: object): Promise<Response> =>
      scene.fetch(
        new Request(`http://localhost/api/actions/${name}`, {
          method: 'POST',
          headers: { 'X-API-Key': scene.token, 'Content-Type': 'application/json' },
          body: JSON.stringify(body),
        }),
      );
    const spawned = await act('scene/spawn', { type: 'Primitives/Cube', position: [0, 5, 0] });
    const { object } = (await spawned.json()).result;
    await act('physics/setBody', { object, type: 'dynamic' });
    await act('physics/setCollider', { object, shape: 'box' });
    return act('physics/addForce', { object, force: [0, 1, 0] });
  };
  const { error } = await (await simulateFall()).json();
  expect(error).toMatchObject({ code: 'ACTION_FAILED', message: expect.stringContaining('physics engine') });
  const { loadPhysics } = await import(join(folder, 'fetch-physics.js'));
  const physics = await loadPhysics(await readFile(join(folder, 'fetch-physics.wasm')));
  const { createScene }: FetchModule = await import(join(folder, 'fetch.js'));
  const otherScene = await createScene({ physics });
  await otherScene.close();
  expect((await simulateFall()).status).toBe(200);
});

it('shows models, including compressed ones, and rejects damaged ones', async () => {
  const { createMemoryStore, createScene }: FetchModule = await import(join(folder, 'fetch.js'));
  const uncompressedModel = await readFile(join(root, 'fixtures/projects/demo/assets/sunflower.glb'));
  const otherScene = await createScene({
    store: createMemoryStore({
      'assets/plain.glb': uncompressedModel,
      'assets/compressed.glb': await createCompressedFlower(),
      'assets/damaged.glb': Buffer.from(
        uncompressedModel.toString('latin1').replace('"indices":0', '"indices":9'),
        'latin1',
      ),
    }),
  });
  const readProperty = (asset: string): Promise<Response> =>
    otherScene.fetch(
      new Request(`http://localhost/api/assets/${asset}/properties/triangles`, {
        headers: { 'X-API-Key': otherScene.token },
      }),
    );
  for (const asset of ['plain.glb', 'compressed.glb']) {
    expect(await (await readProperty(asset)).json()).toMatchObject({ value: 248 });
  }
  expect((await readProperty('damaged.glb')).status).toBe(422);
  await otherScene.close();
});

it('runs all requested ticks, even with a request-driven clock', async () => {
  const { createScene }: FetchModule = await import(join(folder, 'fetch.js'));
  const requestDriven = await createScene({ time: 'asked' });
  const act = async (name: string, body: object = {}): Promise<object> => {
    const request = new Request(`http://localhost/api/actions/time/${name}`, {
      method: 'POST',
      headers: { 'X-API-Key': requestDriven.token, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    return (await (await requestDriven.fetch(request)).json()).result;
  };
  await act('pause');
  const { tick } = (await act('get')) as { tick: number };
  expect(await act('step', { ticks: 10_000 })).toEqual({ tick: tick + 10_000 });
  await requestDriven.close();
});

it('has the same state after a restart: the store has the project and the token, even a rotated one', async () => {
  const { createMemoryStore, createScene }: FetchModule = await import(join(folder, 'fetch.js'));
  const store = createMemoryStore();
  const first = await createScene({ store });
  const sendRequest = (targetScene: Scene, method: string, path: string): Promise<Response> =>
    targetScene.fetch(
      new Request(`http://localhost${path}`, { method, headers: { 'X-API-Key': targetScene.token } }),
    );
  const { id } = await (await sendRequest(first, 'POST', '/api/graphs')).json();
  expect((await sendRequest(first, 'POST', '/api/security/token/rotate')).status).toBe(200);
  const { token } = first;
  // The first scene is not closed, because everything that was acknowledged must already be in the store.
  const secondScene = await createScene({ store });
  expect(secondScene.token).toBe(token);
  expect((await sendRequest(secondScene, 'GET', `/api/graphs/${id}`)).status).toBe(200);
  await first.close();
  await secondScene.close();
});
