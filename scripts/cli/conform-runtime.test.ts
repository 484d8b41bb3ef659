import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  cliPath,
  createWorkspace,
  collectOutput,
  runCli,
  type Workspace,
} from '../../fixtures/testing-cli.ts';
import type { AddressInfo } from 'node:net';

let workspace: Workspace;
const childProcesses: ChildProcess[] = [];
beforeEach(async () => {
  workspace = await createWorkspace();
});
afterEach(async () => {
  for (const child of childProcesses.splice(0)) child.kill('SIGKILL');
  await workspace.dispose();
});

/**
 * Starts the kit in the role of the controller.
 * @returns the address that the kit listens on, and a promise of its complete output
 */
const startKit = async (...args: readonly string[]) => {
  const child = spawn(process.execPath, [cliPath, 'conform', '--as', 'controller', '--listen', '0', ...args]);
  childProcesses.push(child);
  const exited = collectOutput(child);
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const url = /ws:\/\/\S+/.exec(line)?.[0] ?? '';
  return { child, url, exited };
};

const connectRuntime = (url: string): void => {
  const runtimeArgs = ['runtime', '--connect', url, '--settings-file', workspace.settingsFile];
  childProcesses.push(spawn(process.execPath, [cliPath, ...runtimeArgs], { stdio: 'ignore' }));
};

it('checks a runtime that connects, writes reports and exits with 0 when it meets all requirements', async () => {
  const folder = join(workspace.folder, 'report');
  const kit = await startKit('--only', 'LINK-HELLO-00*', 'link-graphs/*', '--report', folder);
  connectRuntime(kit.url);
  const { code, stdout } = await kit.exited;
  expect([code, stdout]).toEqual([
    0,
    expect.stringMatching(/^Listening at .*\nPASSED .*no claim of conformance/),
  ]);
  expect(await readdir(folder)).toEqual([
    'junit.xml',
    'report.html',
    'report.json',
    'report.md',
    'summary.txt',
  ]);
  const { target, format } = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8'));
  expect({ target, format }).toMatchObject({
    target: { url: kit.url, name: 'scene-runtime' },
    format: 'scene-runtime-conformance/3',
  });
  const rerun = await runCli([
    ...['conform', '--as', 'controller', '--listen', '0', '--failed', join(folder, 'report.json')],
  ]);
  expect([rerun.code, rerun.stdout]).toEqual([0, expect.stringMatching(/^NOTHING TO RUN/)]);
}, 60_000);

it('exits with 4 when no runtime connects in time, and when it is interrupted', async () => {
  const timedOut = await startKit('--wait', '0');
  expect(await timedOut.exited).toMatchObject({
    code: 4,
    stdout: expect.stringContaining('NOTHING RAN  No runtime connected to ws://127.0.0.1:'),
  });
  const interrupted = await startKit();
  interrupted.child.kill('SIGTERM');
  expect(await interrupted.exited).toMatchObject({ code: 4, stdout: expect.stringContaining('interrupted') });
});

it('exits with 2 for options that make no sense', async () => {
  const blockingServer = createServer().listen(0, '127.0.0.1');
  await once(blockingServer, 'listening');
  const { port } = blockingServer.address() as AddressInfo;
  for (const [args, expectedText] of [
    [['--as', 'controller'], '--listen is required'],
    [['--as', 'controller', '--listen', `${port}`], `The kit cannot listen on port ${port}`],
    [['--as', 'controller', '--listen', '0', '--only', 'HEALTH-001'], 'no audit, requirement'],
    [['--as', 'controller', '--listen', '0', '--url', 'http://127.0.0.1:1'], 'cannot be used with'],
    [['--listen', '0', '--url', 'http://127.0.0.1:1'], '--listen'],
  ] as const) {
    const { code, stderr } = await runCli(['conform', ...args]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(expectedText)]);
  }
  blockingServer.close();
});
