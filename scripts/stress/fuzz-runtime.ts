/**
 * Makes a runtime answer commands and send requests with generated values, and fills asset folders with generated files
 * and links. No response may have status 500 or be undocumented.
 *
 * `npx tsx scripts/stress/fuzz-runtime.ts [--runs n] [--seed n]`
 */
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';
import {
  createScriptedRuntime,
  type TestRoute,
  runtimeRoutes,
} from '../../handlers/testing-scripted-runtime.ts';
import { createFetchHost } from '../../handlers/hosts/fetch-host.ts';
import { createTestClient, createTestService, type TestService } from '../../handlers/testing-service.ts';
import { actionsByName } from '#spec/actions/index.ts';
import { errors } from '#spec/errors.ts';
import { linkErrors } from '#spec/runtime-link/errors.ts';
import { printReport, runAsScript } from './run-as-script.ts';

interface FuzzOptions {
  readonly runs: number;
  readonly seed: number;
}

interface FuzzOutcome {
  /** Number of responses, keyed by status. */
  readonly statuses: Readonly<Record<number, number>>;
  readonly problems: readonly string[];
}

const fuzzedRoutes: readonly TestRoute[] = [
  ...runtimeRoutes.filter(([, path]) => !/GRAPH|VARIABLE/.test(path)),
  // Only actions that need no parameters.
  ...[...actionsByName.values()]
    .filter(({ spec }) => spec.parameters.safeParse({}).success)
    .map(({ name }) => ['POST', `/api/actions/${name.replace('.', '/')}`, {}] as const),
];

const valueArbitrary = fc.jsonValue({ maxDepth: 4 });
const fieldNames = [
  'items',
  'components',
  'properties',
  'previous',
  'value',
  'playbacks',
  'clip',
  'data',
  'result',
];

const resultArbitrary = fc.oneof(
  valueArbitrary,
  fc.record({ tick: fc.nat(), seq: fc.integer({ min: 1 }) }),
  fc
    .record(
      Object.fromEntries([...fieldNames, 'state', 'heard', 'ports'].map((name) => [name, valueArbitrary])),
    )
    .map((fields) => ({ tick: 1, seq: 1, ...fields })),
  fc
    .dictionary(fc.constantFrom('object', 'capture', 'previous', 'properties', 'added'), valueArbitrary)
    .map((result) => ({
      ...{ tick: 1, seq: 1, result },
    })),
);
const errorArbitrary = fc.record(
  {
    code: fc.constantFrom(...Object.values(linkErrors).map(({ code }) => code), 0, 1),
    message: fc.string(),
    data: fc.oneof(
      valueArbitrary,
      fc.record(
        {
          code: fc.oneof(fc.constantFrom(...Object.keys(errors)), valueArbitrary),
          reason: fc.oneof(fc.string(), valueArbitrary),
          details: valueArbitrary,
          resolution: fc.oneof(
            fc.constant(''),
            valueArbitrary.filter((value) => typeof value !== 'string'),
          ),
        },
        { requiredKeys: ['code'] },
      ),
    ),
  },
  { requiredKeys: ['code', 'message'] },
);
const responseArbitrary = fc.oneof(
  resultArbitrary.map((result) => ({ result })),
  errorArbitrary.map((error) => ({ error })),
);
const runtimeRequestArbitrary = fc.record({
  action: fc.constantFrom(
    'project.open',
    'project.info',
    'project.save',
    'log.clear',
    'toString',
    '__proto__',
  ),
  parameters: fc.dictionary(fc.constantFrom('path', 'save', 'PATH', 'more'), valueArbitrary),
});

const collectStatuses = async (
  test: TestService,
  act: (call: ReturnType<typeof createTestClient>, count: (status: number) => void) => Promise<void>,
): Promise<FuzzOutcome> => {
  const statuses: Record<number, number> = {};
  const problems: string[] = [];
  const host = createFetchHost(test.service);
  const fetch = (path: string, init?: RequestInit) => host(new Request(`http://localhost${path}`, init));
  const call = createTestClient({ fetch, close: async () => {} }, test.token);
  await act(call, (status) => {
    statuses[status] = (statuses[status] ?? 0) + 1;
  });
  problems.push(...test.failures.map(String));
  await test.dispose().catch((failure: unknown) => problems.push(String(failure)));
  if (statuses[500]) problems.push(`${statuses[500]} requests returned 500`);
  return { statuses, problems };
};

/** Fuzzes the service with a runtime that answers with random values and sends random requests. */
export const fuzzRuntimeResponses = async ({ runs, seed }: FuzzOptions): Promise<FuzzOutcome> => {
  const runtime = createScriptedRuntime();
  const test = await createTestService({ link: runtime.link });
  await runtime.connect();
  return collectStatuses(test, async (call, count) => {
    const samples = fc.sample(
      fc.tuple(fc.constantFrom(...fuzzedRoutes), responseArbitrary, runtimeRequestArbitrary),
      {
        numRuns: runs,
        seed,
      },
    );
    for (const [id, [[method, path, body], response, runtimeRequest]] of samples.entries()) {
      runtime.respondWith(() => response);
      if (id % 10 === 0) runtime.notify('question', { id, ...runtimeRequest });
      count((await call(method, path, body)).status);
    }
  });
};

const fileNameArbitrary = fc.constantFrom(
  'a.png',
  'b.gltf',
  'c.glb',
  'd.wav',
  'e.bundle.json',
  'f.material.json',
  'g.png.import.json',
  'h.bin',
);
const fileContentArbitrary = fc.oneof(
  fc.constant('file').map((kind) => ({ kind, text: '' })),
  valueArbitrary.map((value) => ({ kind: 'file', text: JSON.stringify(value) })),
  fc.constantFrom('h.bin', 'a.png', 'loop/h.bin', '../x').map((uri) => ({
    ...{
      kind: 'file',
      text: JSON.stringify({ asset: { version: '2.0' }, buffers: [{ uri, byteLength: 4 }] }),
    },
  })),
  fc
    .constantFrom('/etc/hostname', '/', '.', '..', 'nowhere', 'h.bin', '/dev/zero')
    .map((text) => ({ kind: 'link', text })),
  fc.constant({ kind: 'folder', text: '' }),
);

/** Fuzzes the service with a project whose assets folder contains anything that a file system can hold. */
export const fuzzAssets = async ({ runs, seed }: FuzzOptions): Promise<FuzzOutcome> => {
  const test = await createTestService();
  const folder = join(test.folder, 'project/assets');
  return collectStatuses(test, async (call, count) => {
    for (const files of fc.sample(fc.dictionary(fileNameArbitrary, fileContentArbitrary, { minKeys: 1 }), {
      numRuns: runs,
      seed,
    })) {
      await rm(folder, { recursive: true, force: true });
      await mkdir(folder, { recursive: true });
      for (const [name, { kind, text }] of Object.entries(files)) {
        const path = join(folder, name);
        if (kind === 'link') await symlink(text, path);
        else if (kind === 'folder') await mkdir(path);
        else await writeFile(path, text);
      }
      count((await call('POST', '/api/actions/project/refresh', {})).status);
      for (const name of Object.keys(files)) {
        count((await call('GET', `/api/assets/${name}/properties`)).status);
        count((await call('POST', '/api/actions/scene/spawn', { asset: name })).status);
        count((await call('POST', '/api/actions/assets/delete', { asset: name, confirm: true })).status);
      }
    }
  });
};

await runAsScript(import.meta.url, { runs: 10_000, seed: 'random' }, async ({ runs, seed }) => [
  ...printReport(await fuzzRuntimeResponses({ runs, seed })),
  ...printReport(await fuzzAssets({ runs: Math.ceil(runs / 20), seed })),
]);
