import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decodePng } from '#runtime/shared/testing-decode-png.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findUnusedUrl, startNullTarget } from '../../fixtures/targets/null-targets.ts';
import {
  createWorkspace,
  collectOutput,
  type ServerProcess,
  startServer,
  type Workspace,
} from '../../fixtures/testing-cli.ts';

let workspace: Workspace;
beforeEach(async () => {
  workspace = await createWorkspace();
});
afterEach(() => workspace.dispose());

const getPicturePath = (): string => join(workspace.folder, 'demo.png');

const runDemo = (...args: string[]) => {
  const child = spawn(process.execPath, [
    ...['--import', 'tsx', 'scripts/demo/demo.ts', '--picture', getPicturePath()],
    ...args,
  ]);
  let output = '';
  child.stdout.on('data', (text) => {
    output += text;
  });
  return {
    child,
    exited: collectOutput(child),
    /** Resolves when the demo has printed the given text. */
    async prints(text: string): Promise<void> {
      while (!output.includes(text)) await once(child.stdout, 'data');
    },
  };
};

/** Checks that the project is unchanged, both on the server and, after the server has stopped, on disk. */
const expectCleanProject = async (server: ServerProcess): Promise<void> => {
  const call = async (method: string, path: string): Promise<string> =>
    (await fetch(server.url + path, { method, headers: { 'X-API-Key': server.token } })).text();
  expect(await call('GET', '/api/graphs')).toBe('[]');
  expect(await call('GET', '/api/variables')).toBe('[]');
  expect(await call('POST', '/api/actions/scene/objects.list')).not.toContain('Cube');
  expect((await server.stop()).code).toBe(0);
  expect(await readdir(join(workspace.project, 'graphs'))).toEqual([]);
  expect(await readFile(join(workspace.project, 'project.json'), 'utf8')).not.toContain('demo-count');
};

it('tours a running server, receives every kind of event, and leaves nothing behind', async () => {
  const server = await startServer(workspace);
  const { code, stdout, stderr } = await runDemo('--url', server.url).exited;
  expect([code, stderr]).toEqual([0, '']);
  for (const kind of [
    'node.executing',
    'ports.updated',
    'variable.changed',
    'console.log',
    'tween.completed',
    'graph.stopped',
  ]) {
    expect(stdout).toContain(kind);
  }
  expect(stdout).toMatch(/counted to [1-9]/);
  expect(decodePng(await readFile(getPicturePath()))).toMatchObject({ width: 960, height: 540 });
  await expectCleanProject(server);
});

it.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('leaves nothing behind when %s arrives in the middle', async (signal, expected) => {
  const server = await startServer(workspace);
  const tour = runDemo('--url', server.url);
  await tour.prints('graph.running');
  tour.child.kill(signal);
  const { code, stderr } = await tour.exited;
  expect([code, stderr]).toEqual([expected, 'demo: interrupted\n']);
  await expectCleanProject(server);
});

it('leaves nothing behind when it fails', async () => {
  const server = await startServer(workspace, ['--runtime', 'none']);
  const { code, stderr } = await runDemo('--url', server.url).exited;
  expect([code, stderr]).toEqual([2, expect.stringMatching(/^demo: [^\n]+\n$/)]);
  await expectCleanProject(server);
});

it('waits for a server that has not started yet, and says so', async () => {
  const url = await findUnusedUrl();
  const tour = runDemo('--url', url);
  await tour.prints('Waiting up to 30 s');
  const server = await startServer(workspace, ['--port', new URL(url).port]);
  expect(await tour.exited).toMatchObject({ code: 0, stderr: '' });
  await server.stop();
});

it('exits with 2 and says how to start a server when none responds', async () => {
  const { code, stdout, stderr } = await runDemo('--url', await findUnusedUrl(), '--wait', '1').exited;
  expect([code, stderr]).toEqual([2, expect.stringMatching(/^demo: [^\n]*npm start[^\n]*\n$/)]);
  expect(stdout).toContain('Waiting up to 1 s');
});

it('times out on a server that accepts a request and never responds', async () => {
  const target = await startNullTarget(() => {});
  const { code, stderr } = await runDemo('--url', target.url, '--wait', '1').exited;
  expect([code, stderr]).toEqual([2, expect.stringContaining('No server responds')]);
  await target.close();
});

it('stops waiting at once when it is interrupted', async () => {
  const tour = runDemo('--url', await findUnusedUrl(), '--wait', '9999');
  await tour.prints('Waiting');
  tour.child.kill('SIGINT');
  expect(await tour.exited).toMatchObject({ code: 130, stderr: 'demo: interrupted\n' });
});
