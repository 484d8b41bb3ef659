/** Builds the typed client for the package: one bundle, and types that don't depend on zod. */
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { actions } from '../../spec/actions/index.ts';
import { renderTypes } from '../../spec/contract/render-client-types.ts';
import { errors } from '../../spec/errors.ts';
import { events } from '../../spec/events.ts';
import { hub } from '../../spec/hub.ts';
import { operations } from '../../spec/rest/index.ts';
import type { BuildOptions } from 'esbuild';

const root = new URL('../..', import.meta.url).pathname;

/** esbuild options for the client, which runs on Node and in browsers. */
export const clientBuild = {
  entryPoints: { client: join(root, 'spec/client/index.ts') },
  bundle: true,
  platform: 'neutral',
  target: 'es2022',
  format: 'esm',
  external: ['@microsoft/signalr'],
  logLevel: 'warning',
} as const satisfies BuildOptions;

/** esbuild options for the part of the client that only runs on Node. */
export const pinnedBuild = {
  ...clientBuild,
  entryPoints: { 'client-pinned': join(root, 'spec/client/pinned.ts') },
  external: ['node:*'],
} as const satisfies BuildOptions;

/** Prints the request and response types from the contract as TypeScript. */
export const renderClientContract = (): string => renderTypes({ operations, actions, events, hub, errors });

const compilerOptions = {
  target: 'es2022',
  // Excludes the types of Node and of other installed packages, because the client also runs in browsers.
  lib: ['es2022', 'dom', 'dom.iterable'],
  types: [],
  module: 'nodenext',
  strict: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  rewriteRelativeImportExtensions: true,
  declaration: true,
  emitDeclarationOnly: true,
  rootDir: 'spec',
  outDir: 'types',
};

/**
 * Writes the client's type declarations into a folder. The declarations are generated from the client's sources with
 * the printed contract instead of the inferred contract, so that they depend neither on zod nor on code that needs zod.
 * @throws Error with the compiler's messages if the sources don't fit the printed contract
 */
export const writeClientTypes = async (folder: string): Promise<void> => {
  const buildFolder = await mkdtemp(join(tmpdir(), 'scene-runtime-client-'));
  try {
    await symlink(join(root, 'node_modules'), join(buildFolder, 'node_modules'));
    await cp(join(root, 'spec/client'), join(buildFolder, 'spec/client'), {
      recursive: true,
      filter: (path) => !/(\.test|\/testing[^/]*)\.ts$/.test(path),
    });
    await cp(join(root, 'spec/match-event-pattern.ts'), join(buildFolder, 'spec/match-event-pattern.ts'));
    await writeFile(join(buildFolder, 'spec/client/contract.ts'), renderClientContract());
    await writeFile(join(buildFolder, 'package.json'), '{"type":"module"}');
    await compileProject(buildFolder, {
      compilerOptions,
      include: ['spec/client'],
      exclude: [nodeOnlyFiles],
    });
    await compileProject(buildFolder, {
      compilerOptions: { ...compilerOptions, types: ['node'] },
      files: [nodeOnlyFiles],
    });
    await mkdir(folder, { recursive: true });
    const generated = join(buildFolder, 'types/client');
    for (const name of await readdir(generated)) {
      await writeFile(join(folder, name), replaceTsExtensions(await readFile(join(generated, name), 'utf8')));
    }
  } finally {
    await rm(buildFolder, { recursive: true, force: true });
  }
};

/** The part of the client that only runs on Node. */
const nodeOnlyFiles = 'spec/client/pinned.ts';

const compileProject = async (buildFolder: string, config: object): Promise<void> => {
  await writeFile(join(buildFolder, 'tsconfig.json'), JSON.stringify(config));
  const tsc = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', buildFolder], { encoding: 'utf8' });
  if (tsc.status !== 0) throw new Error(`The types of the client can't be generated:\n${tsc.stdout}`);
};

/**
 * Replaces `.ts` in imports, because only recent compilers accept declarations that import each other as `.ts` files.
 */
const replaceTsExtensions = (text: string): string => text.replace(/(['"]\.[^'"]*)\.ts(?=['"])/g, '$1.js');
