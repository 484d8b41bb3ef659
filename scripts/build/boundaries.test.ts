import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { runCommand } from '../../fixtures/testing-cli.ts';

const root = new URL('../..', import.meta.url).pathname;
const folders = [
  ...['spec', 'runtime/kernels', 'runtime', 'handlers/viewers/live', 'handlers', 'handlers/portable'],
  ...['conformance', 'bench', 'fixtures', 'scripts'],
];

/** Returns the files that this project's TypeScript configuration rejects, in a tree with these files only. */
const listRejectedFiles = async (files: Readonly<Record<string, string>>): Promise<string[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'scene-runtime-boundaries-'));
  try {
    const tree = Object.entries(files).concat(
      folders.map((name) => [`${name}/index.ts`, 'export const x = 1;']),
    );
    for (const [name, text] of tree) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), `${text}\n`);
    }
    const configurations = folders.map((name) => `${name}/tsconfig.json`);
    for (const name of ['package.json', 'tsconfig.json', '.config/tsconfig.base.json', ...configurations])
      await cp(join(root, name), join(folder, name));
    await mkdir(join(folder, 'node_modules'));
    await symlink(join(root, 'node_modules/@types'), join(folder, 'node_modules/@types'));
    const { stdout } = await runCommand(join(root, 'node_modules/.bin/tsc'), ['-b', '--pretty', 'false'], {
      cwd: folder,
    });
    return Object.keys(files).filter((name) => stdout.includes(`${name}(`));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

test('the compiler rejects imports and globals that a folder may not use', async () => {
  const importOf = (path: string) => `export { x } from '${path}';`;
  const banned = {
    'spec/a.ts': importOf('../runtime/index.ts'),
    'runtime/kernels/a.ts': importOf('../index.ts'),
    'runtime/a.ts': importOf('../handlers/index.ts'),
    'runtime/b.ts': 'export const y = document.title;',
    'handlers/a.ts': importOf('../conformance/index.ts'),
    'handlers/b.ts': importOf('./portable/index.ts'),
    'handlers/viewers/live/a.ts': importOf('#runtime/index.ts'),
    'handlers/viewers/live/b.ts': importOf('../../index.ts'),
    'handlers/viewers/live/c.ts': "export { readFile } from 'node:fs/promises';",
    'handlers/portable/a.ts': 'export const y = process.pid;',
    'handlers/portable/b.ts': 'export const y = document.title;',
    'conformance/a.ts': importOf('../handlers/index.ts'),
    'bench/a.ts': importOf('../fixtures/index.ts'),
    'fixtures/a.ts': importOf('../scripts/index.ts'),
    'fixtures/hosts/a.test.ts': importOf('../../scripts/d.ts'),
  };
  const allowed = {
    'runtime/kernels/b.ts': 'export const y = [1][0].toFixed();',
    'runtime/c.ts': importOf('#spec/index.ts'),
    'runtime/d.ts': importOf('./kernels/index.ts'),
    'handlers/c.ts': importOf('#runtime/index.ts'),
    'handlers/viewers/live/d.ts': "export { x } from '#spec/index.ts';\nexport const y = document.title;",
    'handlers/portable/c.ts': "export { x } from '../index.ts';\nexport const y = fetch;",
    'conformance/b.ts': importOf('#spec/index.ts'),
    'scripts/c.ts': importOf('../fixtures/index.ts'),
    'scripts/d.ts': 'export const x = 1;',
  };
  expect(await listRejectedFiles({ ...banned, ...allowed })).toEqual(Object.keys(banned));
});
