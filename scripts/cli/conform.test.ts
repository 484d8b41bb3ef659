import { afterEach, beforeEach, expect, it } from 'vitest';
import { createWorkspace, runCli, type Served, serve, type Workspace } from '../testing.ts';

let workspace: Workspace;
let server: Served;
beforeEach(async () => {
  workspace = await createWorkspace();
  server = await serve(workspace);
});
afterEach(async () => {
  await server.stop();
  await workspace.dispose();
});

it('judges by the requirements that are asked for, and ends with 0 when all of them are met', async () => {
  const { code, stdout } = await runCli([
    'conform',
    '--url',
    server.url,
    '--only',
    'HEALTH-001',
    '--seed',
    '1',
  ]);
  expect([code, stdout]).toEqual([0, expect.stringContaining('1 PASS, 0 FAIL')]);
});

it('judges a server by nothing but its URL and token: nothing fails, and the server has nothing to complain of', async () => {
  const { code, stdout } = await runCli([
    'conform',
    '--url',
    server.url,
    '--token',
    server.token,
    '--seed',
    '1',
  ]);
  expect([code, stdout]).toEqual([4, expect.stringMatching(/^\d{3,} PASS, 0 FAIL, 0 WARN, 0 FLAKY/m)]);
  expect(await server.stop()).toMatchObject({ code: 0, stderr: '' });
}, 90_000);

it('ends with 2 and names the token when the target refuses it', async () => {
  const wrong = await runCli(['conform', '--url', server.url, '--token', 'no-such-token']);
  expect([wrong.code, wrong.stdout]).toEqual([2, '']);
  expect(wrong.stderr).toMatch(/^scene-runtime: .* refuses the token of --token/);
  const variable = await runCli(['conform', '--url', server.url, '--token-env', 'SOME_TOKEN'], {
    SOME_TOKEN: 'no-such-token',
  });
  expect(variable.code).toBe(2);
  expect(variable.stderr).toContain('the token in the environment variable SOME_TOKEN');
});

it('prints the schema of the manifest that it reads', async () => {
  const { code, stdout } = await runCli(['manifest-schema']);
  const { properties } = JSON.parse(stdout) as { properties: Record<string, { properties?: object }> };
  expect(code).toBe(0);
  expect(properties.instances?.properties).toHaveProperty('noRuntime');
});
