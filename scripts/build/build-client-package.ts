/** The typed client as the package ships it: one bundle, and its types without zod. */
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

/** How esbuild makes the client, for Node and browsers alike. */
export const clientBuild = {
  entryPoints: { client: join(root, 'spec/client/index.ts') },
  bundle: true,
  platform: 'neutral',
  target: 'es2022',
  format: 'esm',
  external: ['@microsoft/signalr'],
  logLevel: 'warning',
} as const satisfies BuildOptions;

/** What goes with it in Node alone. */
export const pinnedBuild = {
  ...clientBuild,
  entryPoints: { 'client-pinned': join(root, 'spec/client/pinned.ts') },
  external: ['node:*'],
} as const satisfies BuildOptions;

/** What the client takes and answers, printed from the contract. */
export const renderClientContract = (): string => renderTypes({ operations, actions, events, hub, errors });

const compilerOptions = {
  target: 'es2022',
  // Neither Node's names nor those of anything else that is installed: the client runs in browsers too.
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
 * Writes the declarations of the client into a folder. They are made from its sources with the printed contract in
 * place of the inferred one, so that neither zod nor anything that needs it is among them.
 * @throws Error with what the compiler says, when the sources do not fit the printed contract
 */
export const writeClientTypes = async (folder: string): Promise<void> => {
  const workshop = await mkdtemp(join(tmpdir(), 'scene-runtime-client-'));
  try {
    await symlink(join(root, 'node_modules'), join(workshop, 'node_modules'));
    await cp(join(root, 'spec/client'), join(workshop, 'spec/client'), {
      recursive: true,
      filter: (path) => !/(\.test|\/testing[^/]*)\.ts$/.test(path),
    });
    await cp(join(root, 'spec/match-event-pattern.ts'), join(workshop, 'spec/match-event-pattern.ts'));
    await writeFile(join(workshop, 'spec/client/contract.ts'), renderClientContract());
    await writeFile(join(workshop, 'package.json'), '{"type":"module"}');
    await compileProject(workshop, { compilerOptions, include: ['spec/client'], exclude: [nodeOnlyFiles] });
    await compileProject(workshop, {
      compilerOptions: { ...compilerOptions, types: ['node'] },
      files: [nodeOnlyFiles],
    });
    await mkdir(folder, { recursive: true });
    const made = join(workshop, 'types/client');
    for (const name of await readdir(made)) {
      await writeFile(join(folder, name), replaceTsExtensions(await readFile(join(made, name), 'utf8')));
    }
  } finally {
    await rm(workshop, { recursive: true, force: true });
  }
};

/** What of the client runs in Node alone. */
const nodeOnlyFiles = 'spec/client/pinned.ts';

const compileProject = async (workshop: string, config: object): Promise<void> => {
  await writeFile(join(workshop, 'tsconfig.json'), JSON.stringify(config));
  const tsc = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', workshop], { encoding: 'utf8' });
  if (tsc.status !== 0) throw new Error(`The types of the client cannot be made:\n${tsc.stdout}`);
};

/** Declarations that name each other as `.ts` files are understood by recent compilers only. */
const replaceTsExtensions = (text: string): string => text.replace(/(['"]\.[^'"]*)\.ts(?=['"])/g, '$1.js');
