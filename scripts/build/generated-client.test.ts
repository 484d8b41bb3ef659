import { createRequire } from 'node:module';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWorkspace, runCommand, startServer } from '../testing-cli.ts';
import type * as OpenApiTypescript from 'openapi-typescript';

const root = new URL('../..', import.meta.url).pathname;

/** What the demo does over REST, as somebody writes it who has generated types with openapi-typescript. */
const program = `
import createClient from 'openapi-fetch';
import type { paths } from './openapi.js';

const [url, token] = process.argv.slice(2) as [string, string];
const { GET, POST, PUT, DELETE } = createClient<paths, 'application/json'>({ baseUrl: url, headers: { 'X-API-Key': token } });

/** The answer, or the error as the service tells it. */
const answer = <T>({ data, error }: { data?: T; error?: { error: { code: string; message: string } } }): T => {
  if (error) throw new Error(\`\${error.error.code}: \${error.error.message}\`);
  return data!;
};

const { apiVersion, runtimeConnected, auth } = answer(await GET('/api/health'));
const authenticated: boolean = auth === undefined;
const orientation: string = answer(await GET('/llms.txt', { parseAs: 'text' }));
const routes = answer(await GET('/api/toc')).length;
const categories = answer(await GET('/api/node-types/enum-values', { params: { query: { limit: 500 } } }));
const { count } = answer(await GET('/api/actions/schema'));
const { channels } = answer(await GET('/api/events/types'));

const variable = answer(await POST('/api/variables', { body: { name: 'generated-count', type: 'Integer', value: 0 } }));
const graph = answer(await POST('/api/graphs', { body: {} }));
const params = { path: { graphId: graph.id } };
const log = answer(
  await POST('/api/graphs/{graphId}/nodes', { params, body: { category: 'LogConsole', locationX: 240, locationY: 0 } }),
);
const start = graph.nodes.find(({ category }) => category === 'Start')!;
const port = ({ ports }: typeof log, name: string, direction: 'input' | 'output'): string =>
  ports.find((own) => own.name === name && own.direction === direction)!.id;
answer(
  await POST('/api/graphs/{graphId}/connections', {
    params,
    body: { outputPortId: port(start, 'Out', 'output'), inputPortId: port(log, 'In', 'input') },
  }),
);
answer(
  await PUT('/api/ports/{portId}/value', {
    params: { path: { portId: port(log, 'Message', 'input') } },
    body: { value: 'Hello' },
  }),
);
answer(await POST('/api/graphs/{graphId}/sync', { params }));
const { state } = answer(await POST('/api/graphs/{graphId}/run', { params }));
const act = async (category: string, action: string, body: Record<string, unknown>) =>
  answer(await POST('/api/actions/{category}/{action}', { params: { path: { category, action } }, body }));
const { result } = await act('scene', 'spawn', { type: 'Primitives/Cube' });
const picture = answer(
  await GET('/api/scene/picture.png', { params: { query: { width: 40, height: 30 } }, parseAs: 'arrayBuffer' }),
) as unknown as ArrayBuffer;
const bytes: number = picture.byteLength;
await act('scene', 'objects.destroy', { object: result.object });
answer(await POST('/api/graphs/{graphId}/stop', { params }));
const { value } = answer(await GET('/api/variables/{id}', { params: { path: { id: variable.id } } }));
answer(await DELETE('/api/variables/{id}', { params: { path: { id: variable.id } } }));
answer(await DELETE('/api/graphs/{graphId}', { params: { ...params, query: { deleteFile: true } } }));
const missing = await GET('/api/graphs/{graphId}', { params });

console.log(
  JSON.stringify([
    typeof apiVersion, runtimeConnected, authenticated, orientation.slice(0, 2), routes > 50, categories.includes('Start'),
    Number(count) > 0, typeof channels, state, value, bytes > 100, missing.error?.error.code,
  ]),
);
`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scene-runtime-generated-'));
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  const document = JSON.parse(await readFile(join(root, 'spec/documents/openapi.json'), 'utf8'));
  const { default: generate, astToString } = await installGenerator();
  await writeFile(join(folder, 'openapi.ts'), astToString(await generate(document)));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The generator asks for the compiler as a library, which that of this project is not: it gets an earlier one. */
const installGenerator = async (): Promise<typeof OpenApiTypescript> => {
  const require = createRequire(import.meta.url);
  const outfile = join(folder, 'generator.cjs');
  await build({
    stdin: {
      contents: "export * from 'openapi-typescript'; export { default } from 'openapi-typescript'",
      resolveDir: root,
    },
    outfile,
    bundle: true,
    platform: 'node',
    external: ['fsevents'],
    alias: { typescript: require.resolve('@ts-morph/common').replace(/[^/]+$/, 'typescript.js') },
    logLevel: 'error',
  });
  return require(outfile);
};

const compileText = async (text: string): Promise<string> => {
  await writeFile(join(folder, 'program.ts'), text);
  const options = [
    '--strict',
    '--skipLibCheck',
    '--target',
    'es2022',
    '--module',
    'nodenext',
    '--types',
    'node',
  ];
  const tsc = join(root, 'node_modules/.bin/tsc');
  return (await runCommand(tsc, [...options, 'program.ts'], { cwd: folder })).stdout;
};

it('makes the calls that the demo makes, which compile and do what they say', async () => {
  expect(await compileText(program)).toBe('');
  const workspace = await createWorkspace();
  const server = await startServer(workspace);
  const { stdout, stderr } = await runCommand(process.execPath, ['program.js', server.url, server.token], {
    cwd: folder,
  });
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toEqual([
    ...['string', true, true, '# ', true, true],
    ...[true, 'object', 'running', 0, true, 'GRAPH_NOT_FOUND'],
  ]);
  expect((await server.stop()).stderr).toBe('');
  await workspace.dispose();
}, 300_000);

it('leaves out none of them', async () => {
  const demo = await readFile(join(root, 'scripts/demo/demo.ts'), 'utf8');
  const routes = [...demo.matchAll(/'((?:GET|POST|PUT|DELETE) \/[^']*)'/g)].map(([, route]) =>
    route!.split(' '),
  );
  expect(routes.length).toBeGreaterThan(12);
  for (const [method, path] of routes) expect(program).toContain(`${method}('${path}'`);
});

it('does not compile when a call asks for what there is not', async () => {
  const wrong = program
    .replace("body: { value: 'Hello' }", "body: { worth: 'Hello' }")
    .replace('limit: 500', 'most: 500');
  expect((await compileText(wrong)).match(/error TS/g)).toHaveLength(2);
});
