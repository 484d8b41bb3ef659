import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { runCommand } from '../../fixtures/testing-cli.ts';

const root = new URL('../..', import.meta.url).pathname;

/** Uses of the wall clock, timers and randomness. */
const nondeterministicCode = [
  'export const x = Date.now();',
  'export const x = () => new Date();',
  'export const x = Math.random();',
  'export const { random } = Math;',
  "export const x = Math['random']();",
  'export const x = Math?.random();',
  'const all = Math;\nexport const x = all.random();',
  "export const x = Reflect.get(Math, 'random');",
  'export const x = [1].map(Math.random);',
  'export const x = globalThis.Math.random();',
  'export const x = performance.now();',
  'export const x = process.hrtime();',
  'export const x = crypto.randomUUID();',
  'setTimeout(() => {}, 1);',
  'setInterval(() => {}, 1);',
  'setImmediate(() => {});',
  "export { setTimeout } from 'node:timers/promises';",
  "export { randomInt } from 'node:crypto';",
];
const deterministicCode = 'export const x = Math.max(Math.PI, Math.floor(1.5));';

/** Returns the files that this project's linter rejects. */
const listRejectedFiles = async (files: Readonly<Record<string, string>>): Promise<string[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'scene-runtime-lint-'));
  try {
    for (const name of ['.biome.json', '.config', 'package.json']) {
      await cp(join(root, name), join(folder, name), { recursive: true });
    }
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), `${text}\n`);
    }
    const lint = join(root, 'node_modules/.bin/biome');
    const { stdout, stderr } = await runCommand(lint, ['lint', '--max-diagnostics=none', '.'], {
      cwd: folder,
    });
    const output = `${stdout}${stderr}`;
    return Object.keys(files).filter((name) => output.includes(`${name}:`));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

test('the linter rejects wall clock, timers and randomness in engine, nodes and scene, and nowhere else', async () => {
  const createFiles = (folder: string) =>
    Object.fromEntries(
      nondeterministicCode.map((text, index) => [`runtime/${folder}/way-${index}.ts`, text]),
    );
  const banned = { ...createFiles('engine'), ...createFiles('nodes'), ...createFiles('scene') };
  const allowed = Object.fromEntries([
    ...['engine', 'nodes', 'scene'].map((folder) => [`runtime/${folder}/repeatable.ts`, deterministicCode]),
    ['runtime/frame/runtime-clock.ts', 'export const x = [Date.now(), Math.random(), performance.now()];'],
    ['runtime/nodes/time/time-nodes.test.ts', 'export const x = new Date();'],
  ]);
  expect(await listRejectedFiles({ ...banned, ...allowed })).toEqual(Object.keys(banned));
});

test('services reach the runtime over its link, and the controller knows nothing of the service around it', async () => {
  const from = (path: string) => `export type { A } from '${path}';`;
  const files = (folder: string, paths: readonly string[], ending = '.ts') =>
    Object.fromEntries(paths.map((path, index) => [`handlers/${folder}/way-${index}${ending}`, from(path)]));
  const engine = ['#runtime/engine/a.ts', '#runtime/nodes/index.ts', '#runtime/runtime.ts'];
  const banned = {
    ...files('controller/graphs', [
      ...engine,
      '../../hub/a.ts',
      '../../rest/nodes/a.ts',
      '../../pipeline/a.ts',
    ]),
    ...files('rest/nodes', engine),
  };
  const allowed = {
    ...files('controller/variables', ['#runtime/link/a.ts', '#runtime/shared/a.ts', '../layout/a.ts']),
    ...files('controller/bus', engine, '.test.ts'),
    ...files('rest/graphs', ['#runtime/link/a.ts', '../../controller/graphs/a.ts']),
    'handlers/start-server.ts': from('#runtime/nodes/index.ts'),
  };
  expect(await listRejectedFiles({ ...banned, ...allowed })).toEqual(Object.keys(banned));
});

test('the linter rejects import cycles, also of types, and floating promises', async () => {
  const banned = {
    'spec/one.ts': "import type { Two } from './two.ts';\nexport type One = Two[];",
    'spec/two.ts': "import type { One } from '#spec/one.ts';\nexport type Two = One[];",
    'handlers/later.ts': 'const later = async () => {};\nexport const x = () => {\n  later();\n};',
    'handlers/then.ts':
      'const later = async () => {};\nexport const x = () => {\n  later().then(() => {});\n};',
  };
  const allowed = {
    'spec/three.ts': "import type { One } from './one.ts';\nexport type Three = One[];",
    'handlers/waits.ts':
      'const later = async () => {};\nexport const x = async () => {\n  await later();\n  void later();\n};',
  };
  expect(await listRejectedFiles({ ...banned, ...allowed })).toEqual(Object.keys(banned));
});

test('the linter requires a reason for a non-null assertion outside tests', async () => {
  const unexplained = 'export const x = (texts: readonly string[]) => texts[0]!;';
  const explained = `// biome-ignore lint/style/noNonNullAssertion: one text at least is given\n${unexplained}`;
  const folders = [
    ...['spec', 'handlers/rest', 'conformance/audits/nodes', 'fixtures/faults', 'bench/load', 'scripts/cli'],
    ...['runtime', 'handlers/controller/graphs', 'runtime/engine', 'runtime/nodes/math'],
  ];
  const files = (name: string, text: string) =>
    Object.fromEntries(folders.map((folder) => [`${folder}/${name}`, text]));
  const banned = files('bare.ts', unexplained);
  const allowed = {
    ...files('reasoned.ts', explained),
    ...files('bare.test.ts', unexplained),
    ...files('testing-bare.ts', unexplained),
  };
  expect(await listRejectedFiles({ ...banned, ...allowed })).toEqual(Object.keys(banned));
});
