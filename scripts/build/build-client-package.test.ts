import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientBuild, renderClientContract, writeClientTypes } from './build-client-package.ts';

const root = new URL('../..', import.meta.url).pathname;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scene-runtime-client-test-'));
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/**
 * Compiles a file with the strictest checks of the declarations that it imports, and returns the compiler's messages.
 */
const compileFile = async (name: string, text: string, options: object = {}): Promise<string> => {
  await writeFile(join(folder, name), text);
  const compilerOptions = {
    target: 'es2022',
    lib: ['es2022', 'dom'],
    types: [],
    module: 'nodenext',
    strict: true,
    noEmit: true,
    noUncheckedIndexedAccess: true,
    ...options,
  };
  const project = join(folder, `${name}.json`);
  await writeFile(project, JSON.stringify({ compilerOptions, files: [name] }));
  return spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', project], { encoding: 'utf8' }).stdout;
};

describe('the printed contract', () => {
  /** A program that lists the members whose types differ in any property. */
  const comparison = `
    import type * as Inferred from '${root}spec/client/contract.ts';
    import type * as Printed from './contract.ts';

    type Flat<T> = T extends object ? { -readonly [K in keyof T]: Flat<T[K]> } : T;
    type Same<A, B> =
      (<T>() => T extends Flat<A> ? 1 : 2) extends <T>() => T extends Flat<B> ? 1 : 2 ? true : false;
    type Differing<A, B> = {
      [K in keyof A | keyof B]: K extends keyof A & keyof B ? (Same<A[K], B[K]> extends true ? never : K) : K;
    }[keyof A | keyof B];

    const none = <T extends never>(names?: T) => names;
    none<Differing<Inferred.Routes, Printed.Routes>>();
    none<Differing<Inferred.Actions, Printed.Actions>>();
    none<Differing<Inferred.Events, Printed.Events>>();
    none<Differing<Inferred.HubMessages, Printed.HubMessages>>();
    none<Exclude<Inferred.ErrorCode, Printed.ErrorCode> | Exclude<Printed.ErrorCode, Inferred.ErrorCode>>();
  `;
  const compare = async (contract: string): Promise<string> => {
    await writeFile(join(folder, 'contract.ts'), contract);
    return compileFile('comparison.ts', comparison, { allowImportingTsExtensions: true, skipLibCheck: true });
  };

  it('equals the inferred contract in every property', async () => {
    expect(await compare(renderClientContract())).toBe('');
  });

  it('is distinguished from a contract that differs only in optional properties', async () => {
    const contract = renderClientContract();
    const changedContract = contract.replace('succeeded: string[];', 'succeeded?: string[];');
    expect(changedContract).not.toBe(contract);
    expect(await compare(changedContract)).toMatch(/TS2344[\s\S]*POST \/api\/dev\/export-node-pngs/);
  });
});

describe('the types of the package', () => {
  const calls = join(root, 'fixtures/clients/typed-client-type-tests.ts');

  beforeAll(async () => {
    const installed = join(folder, 'node_modules/scene-runtime-control');
    await writeClientTypes(join(installed, 'dist/client'));
    await symlink(join(root, 'package.json'), join(installed, 'package.json'));
  });

  it('accept and reject the same calls as those of the sources, with nothing else installed', async () => {
    const text = await readFile(calls, 'utf8');
    const callerText = text.replace('#spec/client/index.ts', 'scene-runtime-control/client');
    expect(callerText).not.toBe(text);
    expect(await compileFile('calls.ts', callerText)).toBe('');
    expect(
      await compileFile('calls-bundled.ts', callerText, { module: 'esnext', moduleResolution: 'bundler' }),
    ).toBe('');
  });

  it('name the records of the contract', async () => {
    const text = `
      import type { Graph, GraphDetail, Variable } from 'scene-runtime-control/client';
      export const names = (graphs: Graph[], detail: GraphDetail, { scope }: Variable): string[] =>
        [...graphs, detail].map(({ name }) => name + scope);
    `;
    expect(await compileFile('names.ts', text)).toBe('');
  });

  it('refer neither to zod nor SignalR nor files that are not in the package', async () => {
    const types = join(folder, 'node_modules/scene-runtime-control/dist/client');
    const names = await readdir(types);
    const imported = await Promise.all(
      names.map(async (name) =>
        [...(await readFile(join(types, name), 'utf8')).matchAll(/(?:from|import\()\s*['"]([^'"]+)/g)].map(
          ([, specifier]) => specifier!,
        ),
      ),
    );
    const files = new Set(names.map((name) => `./${name.replace('.d.ts', '.js')}`));
    expect(files.size).toBeGreaterThan(5);
    expect(imported.flat().filter((specifier) => !files.has(specifier))).toEqual([]);
  });
});

describe('the bundle of the client', () => {
  it('has at most 20,000 bytes, no third-party code, and one import, for the hub', async () => {
    const outdir = join(folder, 'bundle');
    await mkdir(outdir);
    const { outputFiles, metafile } = await build({
      ...clientBuild,
      outdir,
      minify: true,
      write: false,
      metafile: true,
    });
    expect(outputFiles).toHaveLength(1);
    expect(outputFiles[0]!.contents.length).toBeLessThanOrEqual(20_000);
    expect(Object.keys(metafile.inputs).filter((path) => path.includes('node_modules'))).toEqual([]);
    expect(Object.values(metafile.outputs)[0]!.imports).toEqual([
      { path: '@microsoft/signalr', kind: 'dynamic-import', external: true },
    ]);
  });
});
