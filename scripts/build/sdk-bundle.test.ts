import { spawnSync } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { nodeBuild } from './bundle-package.ts';
import { bundleSdk } from './bundle-sdk.ts';
import type { Metafile } from 'esbuild';

const root = new URL('../..', import.meta.url).pathname;

let folder: string;
let metafiles: readonly Metafile[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scene-runtime-sdk-'));
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  metafiles = await bundleSdk(folder, nodeBuild);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

it('loads no other file, and in browsers no module of Node', () => {
  const [node, browser] = metafiles.map(({ outputs }) =>
    Object.values(outputs).flatMap((output) => output.imports.map(({ path }) => path)),
  );
  expect(node!.filter((path) => path.startsWith('.'))).toEqual([]);
  expect(browser).toEqual([]);
});

it('contains no physics engine, no model decoder and no service', () => {
  for (const { outputs } of metafiles) {
    const inputs = Object.values(outputs).flatMap((output) =>
      Object.entries(output.inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? path : [])),
    );
    expect(
      inputs.filter((path) => /rapier|draco3d|runtime\/scene\/(simulation|audio|text)/.test(path)),
    ).toEqual([]);
    expect(inputs.filter((path) => /^handlers\/(?!portable\/shims)/.test(path))).toEqual([]);
  }
});

it('has the same exports on Node and in browsers, and types for the example of the guide', async () => {
  const [node, browser] = await Promise.all(
    ['runtime-node.js', 'runtime-browser.js'].map((name) => import(join(folder, name)) as Promise<object>),
  );
  expect(Object.keys(browser!)).toEqual(Object.keys(node!));
  const example = 'fixtures/runtimes/typescript/examples/small-engine.ts';
  await copyFile(join(root, example), join(folder, 'small-engine.ts'));
  const compilerOptions = {
    ...{ target: 'es2022', lib: ['es2022'], types: ['node'], typeRoots: [join(root, 'node_modules/@types')] },
    ...{ module: 'nodenext', strict: true, noEmit: true, exactOptionalPropertyTypes: true },
    paths: { 'scene-runtime-control/runtime': [join(folder, 'runtime/index.d.ts')] },
  };
  const files = ['small-engine.ts'];
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  const tsc = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', folder], { encoding: 'utf8' });
  expect(tsc.stdout).toBe('');
  const declarations = await readFile(join(folder, 'runtime/api.d.ts'), 'utf8');
  expect(declarations).not.toMatch(/\bimport\b.*\bfrom\b/);
});
