import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCommand } from '../../fixtures/testing-cli.ts';

const root = new URL('../..', import.meta.url).pathname;

it('runs from a clone with npx, and says what to do when nothing is built', async () => {
  const clone = await mkdtemp(join(tmpdir(), 'scene-runtime-clone-'));
  try {
    for (const name of ['package.json', 'scripts/scene-runtime.js'])
      await cp(join(root, name), join(clone, name));
    const env = { npm_config_cache: join(clone, 'cache'), npm_config_offline: 'true' };
    const npx = () => runCommand('npx', ['scene-runtime', 'token'], { cwd: clone, env });

    const { code, stdout, stderr } = await npx();
    const errorLines = stderr.split('\n').filter((line) => line !== '' && !line.startsWith('npm warn'));
    expect([code, stdout, errorLines]).toEqual([
      2,
      '',
      [expect.stringMatching(/^scene-runtime: .*npm run build/)],
    ]);

    await mkdir(join(clone, 'dist'));
    await writeFile(join(clone, 'dist/cli.js'), 'console.log(process.argv[2])');
    expect((await npx()).stdout).toBe('token\n');
  } finally {
    await rm(clone, { recursive: true, force: true });
  }
});
