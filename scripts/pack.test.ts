import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createWorkspace, run, serve } from './testing.ts';

it('installs from its own package into an empty folder, where the command works', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'scene-runtime-pack-'));
  const workspace = await createWorkspace();
  try {
    const packed = await run('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder]);
    expect(packed.code).toBe(0);
    const [{ filename }] = JSON.parse(packed.stdout) as [{ filename: string }];
    const options = { cwd: folder };
    expect((await run('npm', ['init', '-y'], options)).code).toBe(0);
    const installed = await run(
      'npm',
      ['install', '--offline', '--no-audit', '--no-fund', join(folder, filename)],
      options,
    );
    expect([installed.code, installed.code === 0 ? '' : installed.stderr]).toEqual([0, '']);

    const command = join(folder, 'node_modules', '.bin', 'scene-runtime');
    expect((await run(command, ['--version'], options)).stdout.trim()).toMatch(/^\d+\.\d+\.\d+$/);
    const notices = join(folder, 'node_modules', 'scene-runtime-control', 'dist', 'THIRD-PARTY-NOTICES.txt');
    expect(await readFile(notices, 'utf8')).toMatch(/^ws \d[\s\S]*Permission is hereby granted/m);
    expect(await readFile(notices, 'utf8')).toMatch(/^swagger-ui-dist \d[\s\S]*Apache License/m);

    const server = await serve(workspace, [], [command]);
    const page = await (await fetch(`${server.url}/reference`)).text();
    const loaded = [...page.matchAll(/(?:src|href)="(\/reference\/[^"]+)"/g)].map(([, path]) => path);
    expect(loaded).toHaveLength(3);
    for (const path of [...loaded, '/', '/llms', '/asyncapi']) {
      expect([path, (await fetch(`${server.url}${path}`)).status]).toEqual([path, 200]);
    }

    const target = ['--url', server.url, '--token-env', 'TOKEN'];
    const token = { cwd: folder, env: { TOKEN: server.token } };
    const verdict = await run(
      command,
      ['conform', ...target, '--only', 'HEALTH-*', '--report', 'report'],
      token,
    );
    expect([verdict.code, verdict.stdout]).toEqual([
      expect.any(Number),
      expect.stringMatching(/\d+ PASS, 0 FAIL/),
    ]);
    expect(await readFile(join(folder, 'report', 'junit.xml'), 'utf8')).toContain('<testsuite');
    const figures = await run(command, ['bench', ...target, '--quick', '--suite', 'bulk'], token);
    expect([figures.code, figures.stdout]).toEqual([0, expect.stringContaining('Everything was measured')]);
    expect((await server.stop()).code).toBe(0);
  } finally {
    await rm(folder, { recursive: true, force: true });
    await workspace.dispose();
  }
}, 120_000);
