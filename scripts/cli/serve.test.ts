import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, realpath, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import {
  cliPath,
  createWorkspace,
  collectOutput,
  runCli,
  startServer,
  type Workspace,
} from '../../fixtures/testing-cli.ts';

let workspace: Workspace;
beforeEach(async () => {
  workspace = await createWorkspace();
});
afterEach(() => workspace.dispose());

describe('scene-runtime serve', () => {
  it('prints one JSON line when ready, makes the token readable by its user only, and exits with 0 and everything saved', async () => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      const server = await startServer(workspace);
      expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
      expect(server.eventsUrl).toBe(`${server.url.replace('http', 'ws')}/api/events`);
      expect((await stat(server.tokenFile)).mode & 0o777).toBe(0o600);
      const health = await (await fetch(`${server.url}/api/health`)).json();
      expect(health).toMatchObject({ status: 'ok', runtimeConnected: true, projectName: 'project' });
      const created = await fetch(`${server.url}/api/graphs`, {
        method: 'POST',
        headers: { 'X-API-Key': server.token, 'Content-Type': 'application/json' },
        body: JSON.stringify({ name: signal }),
      });
      expect(created.status).toBe(201);
      const { code, stderr } = await server.stop(signal);
      expect([code, stderr]).toEqual([0, '']);
      expect(await readFile(join(workspace.project, 'graphs', `${signal}.json`), 'utf8')).toContain(
        '"OnNewFrame"',
      );
    }
  });

  it('accepts a folder as --settings-file, and prints the absolute path of the file in it', async () => {
    const args = ['serve', '--port', '0', '--project', workspace.project, '--json', '--settings-file', '.'];
    const child = spawn(process.execPath, [cliPath, ...args], { cwd: workspace.folder });
    const exited = collectOutput(child);
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const { url, tokenFile } = JSON.parse(String(line)) as { url: string; tokenFile: string };
    const { auth } = (await (await fetch(`${url}/api/health`)).json()) as { auth: { tokenFile: string } };
    const settingsFile = await realpath(workspace.settingsFile);
    expect([tokenFile, auth.tokenFile]).toEqual([settingsFile, settingsFile]);
    const printed = await runCli(['token', '--settings-file', workspace.folder]);
    expect(printed).toMatchObject({ code: 0, stdout: expect.stringMatching(/^[\w-]{43}\n$/) });
    child.kill('SIGTERM');
    expect(await exited).toMatchObject({ code: 0, stderr: '' });
  });

  it('warns about a settings file with a name other than the documented one', async () => {
    const settingsFile = join(workspace.folder, 'x.json');
    const args = ['serve', '--port', '0', '--project', workspace.project, '--json'];
    const child = spawn(process.execPath, [cliPath, ...args, '--settings-file', settingsFile]);
    const exited = collectOutput(child);
    await once(child.stdout, 'data');
    child.kill('SIGTERM');
    const { code, stderr } = await exited;
    expect(code).toBe(0);
    expect(JSON.parse(stderr)).toMatchObject({
      msg: expect.stringMatching(/x\.json' is not called api-security-settings\.json/),
    });
  });

  /**
   * Starts a server without `--json`.
   * @returns the server's banner, and a function that ends the server
   */
  const startWithBanner = async (settingsFile: string) => {
    const args = ['serve', '--port', '0', '--project', workspace.project, '--settings-file', settingsFile];
    const child = spawn(process.execPath, [cliPath, ...args]);
    const exited = collectOutput(child);
    const [banner] = (await once(child.stdout, 'data')) as [Buffer];
    const { apiToken } = JSON.parse(await readFile(settingsFile, 'utf8')) as { apiToken: string };
    const end = async (): Promise<void> => {
      child.kill('SIGTERM');
      expect((await exited).code).toBe(0);
    };
    return { banner: String(banner), apiToken, end };
  };

  it('prints a link to the live page, with the token in the fragment, which no server sees', async () => {
    const { banner, apiToken, end } = await startWithBanner(workspace.settingsFile);
    const links = banner.match(/http\S+\/live\S*/g);
    expect(links).toEqual([expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/live#token=/)]);
    expect(links?.[0]).toContain(`#token=${apiToken}`);
    expect((await fetch(links?.[0] ?? '')).status).toBe(200);
    await end();
  });

  it('prints commands that work as shown, wherever the settings file is', async () => {
    const { banner, apiToken, end } = await startWithBanner(join(workspace.folder, "it's mine.json"));
    const [, commandArgs] = /\$\(npx scene-runtime (.*)\) npx/.exec(banner) ?? [];
    const env = { ...process.env, NODE: process.execPath, CLI: cliPath };
    const command = spawn(`"$NODE" "$CLI" ${commandArgs}`, { shell: true, env });
    expect(await collectOutput(command)).toMatchObject({ code: 0, stdout: `${apiToken}\n` });
    expect(banner).toMatch(/npm run demo -- --url http:\/\/127\.0\.0\.1:\d+ /);
    expect(banner).toContain(`Project  ${workspace.project}\n`);
    await end();
  });

  it('closes hub connections with a reason when it ends', async () => {
    const server = await startServer(workspace);
    const socket = new WebSocket(`${server.eventsUrl}?access_token=${server.token}`);
    const records: string[] = [];
    const handshakeDone = new Promise<void>((resolve) => {
      socket.on('message', (data) => {
        records.push(...String(data).split('\u001e').filter(Boolean));
        resolve();
      });
    });
    await new Promise((resolve) => socket.on('open', resolve));
    socket.send('{"protocol":"json","version":1}\u001e');
    await handshakeDone;
    const closed = new Promise((resolve) => socket.on('close', resolve));
    expect((await server.stop()).code).toBe(0);
    await closed;
    expect(records.map((record) => JSON.parse(record))).toContainEqual(
      expect.objectContaining({ type: 7, error: expect.stringContaining('shutting down') }),
    );
  });

  it('answers 503 to requests that need a runtime when there is none, including sync, and changes nothing', async () => {
    const server = await startServer(workspace, ['--runtime', 'none']);
    const call = async (method: string, path: string, body = '{}') => {
      const headers = { 'X-API-Key': server.token, 'Content-Type': 'application/json' };
      const response = await fetch(server.url + path, { method, headers, ...(method !== 'GET' && { body }) });
      return {
        status: response.status,
        body: (await response.json()) as { id: string; error?: { code: string } },
      };
    };
    const { id } = (await call('POST', '/api/graphs')).body;
    for (const path of [
      `/api/graphs/${id}/sync`,
      `/api/graphs/${id}/run`,
      `/api/graphs/${id}/stop`,
      '/api/actions/process/list',
      '/api/graphs?sync=true',
    ]) {
      expect(await call('POST', path)).toMatchObject({
        status: 503,
        body: { error: { code: 'RUNTIME_NOT_CONNECTED' } },
      });
    }
    expect((await call('GET', '/api/graphs')).body).toHaveLength(1);
    expect((await call('GET', '/api/health')).body).toMatchObject({ runtimeConnected: false });
    await server.stop();
  });

  it('survives any request, and logs each one when configured to, without secrets', async () => {
    const server = await startServer(workspace, ['--log-level', 'debug']);
    const call = (path: string, body: string) =>
      fetch(server.url + path, {
        method: 'POST',
        headers: { 'X-API-Key': server.token, 'Content-Type': 'application/json' },
        body,
      });
    const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`;
    expect((await call('/api/variables', `{"name":"v","type":"List","value":${deep}}`)).status).toBe(400);
    const operations = [
      { method: 'GET', path: '/api/node-types/search?q=secret' },
      { method: 'GET', path: '/api/\n{' },
    ];
    expect((await call('/api/batch', JSON.stringify({ operations }))).status).toBe(200);
    const socket = new WebSocket(`${server.eventsUrl}?access_token=${server.token}`);
    await new Promise((resolve) => socket.on('open', resolve));
    socket.terminate();
    const rejectedSocket = new WebSocket(server.eventsUrl, { origin: 'https://example.com' });
    await new Promise((resolve) => rejectedSocket.on('error', resolve));
    const { code, stderr } = await server.stop();
    expect(code).toBe(0);
    expect(stderr).not.toMatch(new RegExp(`${server.token}|secret`));
    const lines = stderr
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines).toMatchObject([
      { level: 30, msg: 'request', path: '/api/variables', status: 400, code: 'INVALID_REQUEST' },
      { level: 20, msg: 'operation of a batch', path: '/api/node-types/search', status: 200 },
      { level: 20, msg: 'operation of a batch', path: '/api/%a{', status: 404 },
      { level: 30, msg: 'request', method: 'POST', path: '/api/batch', status: 200, ms: expect.any(Number) },
      { level: 30, msg: 'hub: connected', authenticated: true },
      { level: 30, msg: expect.stringMatching(/^hub: (disconnected|connection rejected)$/) },
      { level: 30, msg: expect.stringMatching(/^hub: (disconnected|connection rejected)$/) },
    ]);
  });

  it('opens no project with --project none', async () => {
    const server = await startServer(workspace, ['--project', 'none']);
    expect(await (await fetch(`${server.url}/api/health`)).json()).toMatchObject({ projectName: null });
    await server.stop();
  });

  it('applies an edit of the settings file', async () => {
    const server = await startServer(workspace);
    const settings = JSON.parse(await readFile(server.tokenFile, 'utf8'));
    await writeFile(server.tokenFile, JSON.stringify({ ...settings, apiEnabled: false }));
    await expect
      .poll(async () => (await fetch(`${server.url}/api`, { headers: { 'X-API-Key': server.token } })).status)
      .toBe(403);
    await server.stop();
  });

  it('answers an upgrade to an unknown protocol like any other request', async () => {
    const server = await startServer(workspace);
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/elsewhere`);
    const errorMessage = await new Promise((resolve) =>
      socket.on('error', ({ message }) => resolve(message)),
    );
    expect(errorMessage).toContain('404');
    await server.stop();
  });

  it('returns pages with their characters intact', async () => {
    const server = await startServer(workspace);
    expect(await (await fetch(`${server.url}/asyncapi`)).text()).toMatch(/Version \S+ · AsyncAPI/);
    await server.stop();
  });

  it('exits with 2 and one clear line when the port is in use', async () => {
    const server = await startServer(workspace);
    const { port } = new URL(server.url);
    const { code, stdout, stderr } = await runCli([
      ...['serve', '--port', port, '--project', 'none'],
      ...['--settings-file', workspace.settingsFile],
    ]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(new RegExp(`^scene-runtime: Port ${port} is in use[^\n]*\n$`));
    await server.stop();
  });

  it('exits with 2 and names the owner when another server has the project folder open, and takes over from a dead one', async () => {
    const first = await startServer(workspace);
    const secondRun = await runCli([
      ...['serve', '--port', '0', '--project', workspace.project],
      ...['--settings-file', workspace.settingsFile],
    ]);
    expect([secondRun.code, secondRun.stdout]).toEqual([2, '']);
    expect(secondRun.stderr).toMatch(
      new RegExp(`^scene-runtime: [^\n]*${first.pid}[^\n]*${first.url}[^\n]*\n$`),
    );
    await first.stop('SIGKILL');
    const restarted = await startServer(workspace);
    expect((await restarted.stop()).code).toBe(0);
    expect(await readdir(join(workspace.project, '.scene-runtime'))).toEqual(['.gitignore']);
  });

  it.each([
    [['serve', '--port', 'many'], /--port/],
    [['serve', '--color'], /--color/],
    [['serve', '--runtime', 'remote'], /--runtime/],
    [['launch'], /launch/],
  ])('exits with 2 and names the flag of %j', async (args, expectedText) => {
    const { code, stderr } = await runCli(args);
    expect(code).toBe(2);
    expect(stderr).toMatch(expectedText);
    expect(stderr).not.toContain('    at ');
  });

  it('exits with 2 and one clear line when the project or the settings cannot be read', async () => {
    const args = ['serve', '--port', '0', '--settings-file', workspace.settingsFile];
    const missingProject = await runCli([...args, '--project', join(workspace.folder, 'nowhere')]);
    expect([missingProject.code, missingProject.stderr]).toEqual([
      2,
      expect.stringMatching(/^scene-runtime: [^\n]*nowhere[^\n]*\n$/),
    ]);
    await writeFile(workspace.settingsFile, 'nonsense');
    const damaged = await runCli([...args, '--project', workspace.project]);
    expect([damaged.code, damaged.stderr]).toEqual([
      2,
      expect.stringMatching(/^scene-runtime: the settings file [^\n]*\n$/),
    ]);
  });
});

describe('scene-runtime token', () => {
  it('prints the token of the settings file', async () => {
    const server = await startServer(workspace);
    await server.stop();
    const printed = await runCli(['token', '--settings-file', workspace.settingsFile]);
    expect(printed).toEqual({ code: 0, stdout: `${server.token}\n`, stderr: '' });
  });

  it('exits with 2 when there is none', async () => {
    const { code, stderr } = await runCli(['token', '--settings-file', join(workspace.folder, 'none.json')]);
    expect([code, stderr]).toEqual([2, expect.stringContaining('scene-runtime serve')]);
  });
});

describe('scene-runtime serve --lan', () => {
  it('prints address, list and fingerprint, and token --fingerprint prints the same fingerprint', async () => {
    const settings = { apiEnabled: true, lan: { allow: ['127.0.0.1'] } };
    await writeFile(workspace.settingsFile, JSON.stringify(settings));
    const command = ['token', '--fingerprint', '--settings-file', workspace.settingsFile] as const;
    expect(await runCli(command)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("'scene-runtime serve --lan' creates one") as string,
    });
    const { lan, url, stop } = await startServer(workspace, ['--lan', '--lan-port', '0']);
    expect(lan).toMatchObject({ allow: ['127.0.0.1'], fingerprint: expect.stringMatching(/^(..:){31}..$/) });
    expect(await runCli(command)).toMatchObject({ code: 0, stdout: `${lan?.fingerprint}\n` });

    const target = `https://127.0.0.1:${lan?.port}`;
    const conformArgs = ['conform', '--url', target, '--only', 'health/fields'] as const;
    const unpinned = await runCli(conformArgs);
    expect(unpinned).toMatchObject({ code: 2, stdout: '' });
    expect(unpinned.stderr).toContain(`pass --fingerprint ${lan?.fingerprint}`);
    const mismatched = await runCli([...conformArgs, '--fingerprint', 'ab'.repeat(32)]);
    expect([mismatched.code, mismatched.stderr]).toEqual([
      2,
      expect.stringContaining('does not match --fingerprint'),
    ]);
    const pinned = await runCli([...conformArgs, '--fingerprint', String(lan?.fingerprint)]);
    expect(pinned.stdout).toContain('0 FAIL');

    const serveArgs = ['serve', '--port', '0', '--project', 'none', '--lan-port', String(lan?.port)] as const;
    expect(await runCli([...serveArgs, '--settings-file', workspace.settingsFile])).toMatchObject({
      code: 2,
      stderr: `scene-runtime: Port ${lan?.port} is in use. Pass another --lan-port, or --lan-port 0 for a free one.\n`,
    });
    expect((await fetch(`${url}/api/health`)).status).toBe(200);
    expect((await stop()).code).toBe(0);
  });

  it.each([
    [{ lan: { allow: ['stage'] } }, 'lan.allow[0]'],
    [{ lan: { allow: '192.168.1.20' } }, 'lan.allow'],
    [{ lan: { port: 65_536 } }, 'lan.port'],
    [{ lan: { enable: true } }, 'enable'],
  ])('rejects %j and names the entry', async (settings, entry) => {
    await writeFile(workspace.settingsFile, JSON.stringify(settings));
    const command = ['serve', '--port', '0', '--project', 'none', '--settings-file', workspace.settingsFile];
    const { code, stderr } = await runCli(command);
    expect(code).toBe(2);
    expect(stderr).toContain(entry);
    expect(stderr.split('\n')).toHaveLength(2);
  });
});
