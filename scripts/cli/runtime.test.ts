import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createServerClient } from '../../fixtures/server-client.ts';
import {
  cliPath,
  createWorkspace,
  collectOutput,
  runCli,
  startServer,
  type ServerProcess,
  type Workspace,
} from '../../fixtures/testing-cli.ts';

let workspace: Workspace;
const childProcesses: ChildProcess[] = [];
beforeEach(async () => {
  workspace = await createWorkspace();
});
afterEach(async () => {
  for (const child of childProcesses.splice(0)) child.kill('SIGKILL');
  await workspace.dispose();
});

/** Starts `scene-runtime runtime`, and returns each line that the command prints. */
const startRuntime = (url: string, ...args: string[]) => {
  const runtimeArgs = [
    'runtime',
    '--connect',
    url,
    '--settings-file',
    workspace.settingsFile,
    '--json',
    ...args,
  ];
  const child = spawn(process.execPath, [cliPath, ...runtimeArgs]);
  childProcesses.push(child);
  const lines: { state: string; text: string }[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(JSON.parse(line));
    child.emit('printed');
  });
  const waitForState = async (state: string): Promise<string> => {
    while (lines.at(-1)?.state !== state) await once(child, 'printed');
    return lines.at(-1)!.text;
  };
  return { child, waitForState, exited: collectOutput(child) };
};

const getLinkUrl = ({ url }: ServerProcess): string => `${url.replace('http', 'ws')}/runtime`;

const sendRequest = async <T>(
  service: ServerProcess,
  method: string,
  path: string,
  json?: unknown,
): Promise<T> => (await createServerClient(service)<T>(method, path, json)).body;

it('connects to a service that waits for a runtime, and exits with 0 at a signal', async () => {
  const service = await startServer(workspace, ['--runtime', 'external']);
  for (const encoding of ['json', 'messagepack']) {
    const journal = join(workspace.folder, `${encoding}.journal`);
    const runtime = startRuntime(getLinkUrl(service), '--encoding', encoding, '--journal', journal);
    await runtime.waitForState('up');
    expect(await sendRequest(service, 'GET', '/api/health')).toMatchObject({ runtimeConnected: true });
    expect(
      await sendRequest(service, 'POST', '/api/actions/log/console', { message: encoding }),
    ).toMatchObject({
      success: true,
    });
    runtime.child.kill('SIGTERM');
    expect((await runtime.exited).code).toBe(0);
    expect((await runCli(['replay', journal])).code).toBe(0);
  }
  const entries = await sendRequest<{ id: string; message: string }[]>(service, 'GET', '/api/console');
  expect(entries.map(({ message }) => message)).toEqual(expect.arrayContaining(['json', 'messagepack']));
  expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
  expect((await service.stop()).code).toBe(0);
});

it('waits for its service, and continues running graphs when the service restarts', async () => {
  const first = await startServer(workspace, ['--runtime', 'external']);
  const port = new URL(first.url).port;
  const runtime = startRuntime(getLinkUrl(first));
  await runtime.waitForState('up');
  const { id } = await sendRequest<{ id: string }>(first, 'POST', '/api/graphs', { name: 'Goes on' });
  for (const command of ['sync', 'run']) await sendRequest(first, 'POST', `/api/graphs/${id}/${command}`);
  expect((await first.stop()).code).toBe(0);
  expect(await runtime.waitForState('down')).toContain('no connection');
  const secondServer = await startServer(workspace, ['--runtime', 'external', '--port', port]);
  await runtime.waitForState('up');
  expect(await sendRequest(secondServer, 'GET', `/api/graphs/${id}`)).toMatchObject({
    state: 'running',
    synced: true,
  });
  expect((await secondServer.stop()).code).toBe(0);
});

it('says why a service rejects it', async () => {
  const embedded = await startServer(workspace);
  const runtime = startRuntime(getLinkUrl(embedded));
  expect(await runtime.waitForState('down')).toContain('404');
  expect((await embedded.stop()).code).toBe(0);
});

it('exits with 2 and one clear line for an address that is not valid', async () => {
  const { code, stderr } = await runCli(['runtime', '--connect', 'localhost:8787']);
  expect([code, stderr]).toEqual([
    2,
    expect.stringMatching(/^scene-runtime: 'localhost:8787' is not the address .*\n$/),
  ]);
});

it('is checked through the REST API of a service, and the check exits with its own code', async () => {
  const kit = spawn(process.execPath, [
    ...[cliPath, 'conform', '--as', 'controller', '--rest', '--listen', '0', '--wait', '30'],
    ...['--only', 'health/*', 'actions/tween-position'],
  ]);
  childProcesses.push(kit);
  const exited = collectOutput(kit);
  const [line] = await once(createInterface({ input: kit.stderr }), 'line');
  const [url = ''] = /ws:\/\/\S+/.exec(line) ?? [];
  startRuntime(url);
  const { code, stdout } = await exited;
  expect([code, stdout]).toEqual([0, expect.stringMatching(/[1-9]\d* PASS, 0 FAIL/)]);
});

it('fails a check when it does not connect in time', async () => {
  const conformArgs = ['conform', '--as', 'controller', '--rest', '--listen', '0', '--wait', '0'];
  expect(await runCli(conformArgs)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('no runtime has connected'),
  });
});
