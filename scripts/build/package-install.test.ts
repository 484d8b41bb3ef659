import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createWorkspace, runCommand, startServer } from '../../fixtures/testing-cli.ts';
import { installPackage } from './testing-installed-package.ts';

/** A program as written by a user who has installed the package. */
const program = `
import { createClient, SceneRuntimeError } from 'scene-runtime-control/client';

const scene = createClient({ url: process.argv[2], token: process.env.TOKEN });
const { name } = await scene.request('POST /api/graphs', { body: { name: 'Packed' }, query: { replace: true } });
const missing = await scene.request('GET /api/graphs/{graphId}', { params: { graphId: 'none' } }).catch((error) => error);
console.log(name, missing instanceof SceneRuntimeError, missing.code);
if (process.argv[3] === 'hub') {
  const hub = await scene.connect();
  await hub.subscribe(['console.log'], ({ data }) => console.log(data.message));
  await hub.act('log.console', { message: 'Over the hub' });
  await hub.close();
}
`;

it('installs from its own package into an empty folder, and its command works', async () => {
  const installed = await installPackage();
  const workspace = await createWorkspace();
  try {
    const { folder, packageFolder, command } = installed;
    const options = { cwd: folder };
    expect((await runCommand(command, ['--version'], options)).stdout.trim()).toMatch(/^\d+\.\d+\.\d+$/);
    const notices = join(packageFolder, 'dist', 'THIRD-PARTY-NOTICES.txt');
    expect(await readFile(notices, 'utf8')).toMatch(/^ws \d[\s\S]*Permission is hereby granted/m);
    expect(await readFile(notices, 'utf8')).toMatch(/^swagger-ui-dist \d[\s\S]*Apache License/m);

    for (const template of ['empty', 'demo', 'graphs']) {
      const initResult = await runCommand(command, ['init', template, '--template', template], options);
      expect([initResult.code, initResult.stderr]).toEqual([0, '']);
      expect(await readFile(join(folder, template, 'project.json'), 'utf8')).toContain('"format"');
    }

    const server = await startServer(workspace, [], [command]);
    const page = await (await fetch(`${server.url}/reference`)).text();
    const loaded = [...page.matchAll(/(?:src|href)="\.(\/reference\/[^"]+)"/g)].map(([, path]) => path);
    expect(loaded).toHaveLength(4);
    for (const path of [...loaded, '/', '/llms', '/asyncapi', '/docs', '/docs/client', '/docs/protocol']) {
      expect([path, (await fetch(`${server.url}${path}`)).status]).toEqual([path, 200]);
    }

    const target = ['--url', server.url, '--token-env', 'TOKEN'];
    const token = { cwd: folder, env: { TOKEN: server.token } };
    await writeFile(join(folder, 'program.mjs'), program);
    const restResult = await runCommand('node', ['program.mjs', server.url], token);
    expect([restResult.stderr, restResult.stdout]).toEqual(['', 'Packed true GRAPH_NOT_FOUND\n']);
    expect(await readFile(join(packageFolder, 'dist', 'client', 'index.d.ts'), 'utf8')).toContain(
      'createClient',
    );

    const useSdk = "import { connect } from 'scene-runtime-control/runtime'; console.log(typeof connect);";
    const sdkResult = await runCommand('node', ['--input-type=module', '-e', useSdk], options);
    expect([sdkResult.stderr, sdkResult.stdout]).toEqual(['', 'function\n']);

    // Users who want to receive events also have to install the SignalR client.
    await installed.addSignalR();
    const hub = await runCommand('node', ['program.mjs', server.url, 'hub'], token);
    expect([hub.stderr, hub.stdout]).toEqual(['', 'Packed true GRAPH_NOT_FOUND\nOver the hub\n']);

    const verdict = await runCommand(
      command,
      ['conform', ...target, '--only', 'HEALTH-*', '--report', 'report'],
      token,
    );
    expect([verdict.code, verdict.stdout]).toEqual([
      expect.any(Number),
      expect.stringMatching(/\d+ PASS, 0 FAIL/),
    ]);
    expect(await readFile(join(folder, 'report', 'junit.xml'), 'utf8')).toContain('<testsuite');
    const benchResult = await runCommand(command, ['bench', ...target, '--quick', '--suite', 'bulk'], token);
    expect([benchResult.code, benchResult.stdout]).toEqual([
      0,
      expect.stringContaining('Everything was measured'),
    ]);
    expect((await server.stop()).code).toBe(0);
  } finally {
    await installed.dispose();
    await workspace.dispose();
  }
}, 300_000);
