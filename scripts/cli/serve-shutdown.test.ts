import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  cliPath,
  createWorkspace,
  type ServerProcess,
  startServer,
  type Workspace,
} from '../../fixtures/testing-cli.ts';

let workspace: Workspace;
beforeEach(async () => {
  workspace = await createWorkspace();
});
afterEach(() => workspace.dispose());

const postGraph = (server: ServerProcess, body: object): Promise<Response> =>
  fetch(`${server.url}/api/graphs`, {
    method: 'POST',
    headers: { 'X-API-Key': server.token, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });

/** Sends the head and only the beginning of the body of a request that creates something. */
const sendPartialRequest = async (server: ServerProcess, text: string) => {
  const clientRequest = request(`${server.url}/api/graphs`, {
    method: 'POST',
    headers: {
      'X-API-Key': server.token,
      'Content-Type': 'application/json',
      'Content-Length': text.length,
      Expect: '100-continue',
    },
  });
  const responded = once(clientRequest, 'response') as Promise<[IncomingMessage]>;
  // Prevents an unhandled rejection: some tests don't wait for the response, or receive none.
  responded.catch(() => {});
  clientRequest.flushHeaders();
  await once(clientRequest, 'continue');
  clientRequest.write(text.slice(0, 5));
  return { finish: () => clientRequest.end(text.slice(5)), responded };
};

const waitForClosedPort = async (server: ServerProcess): Promise<void> => {
  const { port } = new URL(server.url);
  await expect
    .poll(
      () =>
        new Promise((resolve) => {
          const probe = connect(Number(port), '127.0.0.1');
          probe.once('connect', () => resolve(probe.destroy() && 'taken'));
          probe.once('error', (failure: NodeJS.ErrnoException) => resolve(failure.code));
        }),
      { timeout: 10_000 },
    )
    .toBe('ECONNREFUSED');
};

describe('a service that receives a signal', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'answers and saves requests received before %s, accepts no more connections, and exits with 0',
    async (signal) => {
      const server = await startServer(workspace);
      const { finish, responded } = await sendPartialRequest(server, JSON.stringify({ name: 'Accepted' }));
      const exited = server.stop(signal);
      await waitForClosedPort(server);
      finish();
      const [response] = await responded;
      response.resume();
      expect(response.statusCode).toBe(201);
      expect(await exited).toMatchObject({ code: 0, stderr: '' });
      expect(await readFile(join(workspace.project, 'graphs', 'Accepted.json'), 'utf8')).toContain('"Start"');
    },
  );

  it('waits no longer than its timeout for a request that never ends or a rejected upgrade that stays open', async () => {
    const server = await startServer(workspace, ['--shutdown-timeout', '0']);
    const { port } = new URL(server.url);
    const upgrade = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true });
    upgrade.write(
      'GET /api/events?id=nobody HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n',
    );
    await once(upgrade, 'data');
    await sendPartialRequest(server, JSON.stringify({ name: 'Never' }));
    upgrade.on('error', () => {});
    expect((await server.stop()).code).toBe(0);
    upgrade.destroy();
  });

  it('prints at the second signal what it waits for, and ends at once at the third, with edits in the journal', async () => {
    const server = await startServer(workspace);
    expect((await postGraph(server, { name: 'Edited' })).status).toBe(201);
    await sendPartialRequest(server, JSON.stringify({ name: 'Never' }));
    const exited = server.stop('SIGTERM');
    await waitForClosedPort(server);
    void server.stop('SIGTERM');
    await server.waitForOutput(/pending requests/);
    const { code } = await server.stop('SIGTERM');
    expect(code).toBe(1);
    await exited;
    const restarted = await startServer(workspace);
    const graphs = await fetch(`${restarted.url}/api/graphs`, { headers: { 'X-API-Key': restarted.token } });
    expect(await graphs.json()).toMatchObject([{ name: 'Edited' }]);
    await restarted.stop();
  });

  it('saves and ends when the process that forked it has exited', async () => {
    const { project, settingsFile } = workspace;
    const files = ['--settings-file', settingsFile, '--project', project];
    const service = fork(cliPath, ['serve', '--port', '0', ...files, '--json'], {
      execArgv: [],
      silent: true,
    });
    const exited = once(service, 'exit');
    const [line] = await once(createInterface({ input: service.stdout! }), 'line');
    const { url, tokenFile } = JSON.parse(line);
    const { apiToken } = JSON.parse(await readFile(tokenFile, 'utf8'));
    const created = await fetch(`${url}/api/graphs`, {
      method: 'POST',
      headers: { 'X-API-Key': apiToken, 'Content-Type': 'application/json' },
      body: '{"name":"Left"}',
    });
    expect(created.status).toBe(201);
    service.disconnect();
    expect(await exited).toEqual([0, null]);
    expect(await readFile(join(project, 'graphs', 'Left.json'), 'utf8')).toContain('"Start"');
  });

  it('ends when that process exited during the start', async () => {
    const { project, settingsFile } = workspace;
    const files = ['--settings-file', settingsFile, '--project', project];
    const service = fork(cliPath, ['serve', '--port', '0', ...files], {
      ...{ execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] },
    });
    const exited = once(service, 'exit');
    service.disconnect();
    expect(await exited).toEqual([0, null]);
  });

  it('reports what is not saved, and exits with 1', async () => {
    const server = await startServer(workspace);
    expect((await postGraph(server, { name: 'Blocked' })).status).toBe(201);
    await mkdir(join(workspace.project, 'graphs', 'Blocked.json'), { recursive: true });
    const { code, stderr } = await server.stop();
    expect(code).toBe(1);
    expect(stderr).toMatch(/not everything is saved: graphs\/Blocked\.json could not be written[^\n]*\n$/);
    expect(stderr).not.toContain('    at ');
  });
});
