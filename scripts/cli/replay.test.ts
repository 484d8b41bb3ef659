import { access, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createWorkspace,
  runCommand,
  runCli,
  type ServerProcess,
  startServer,
  type Workspace,
} from '../../fixtures/testing-cli.ts';

let workspace: Workspace;
let journalFile: string;
beforeEach(async () => {
  workspace = await createWorkspace();
  journalFile = join(workspace.folder, 'run.journal');
});
afterEach(() => workspace.dispose());

const createCaller =
  ({ url, token }: ServerProcess) =>
  async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const headers = { 'X-API-Key': token, 'Content-Type': 'application/json' };
    const payload = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(url + path, { method, headers, ...payload });
    expect(response.ok, `${method} ${path} returned ${response.status}`).toBe(true);
    return (await response.json()) as T;
  };

interface Node {
  readonly category: string;
  readonly ports: readonly { id: string; name: string; direction: string }[];
}

/** Starts a server that greets its visitors and counts them. */
const startGreetingServer = async () => {
  let visitCount = 0;
  const server = createServer((_, response) => {
    visitCount += 1;
    response.end(`greetings ${visitCount}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    visits: () => visitCount,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
};

/** Starts a graph that sends a request to the host as soon as it starts, and logs the response with a random number. */
const createRequestGraph = async (server: ServerProcess, host: string): Promise<void> => {
  const call = createCaller(server);
  const graph = await call<{ id: string; nodes: Node[] }>('POST', '/api/graphs', {});
  const add = (category: string) => call<Node>('POST', `/api/graphs/${graph.id}/nodes`, { category });
  const port = ({ ports }: Node, name: string, direction = 'input') =>
    ports.find((candidate) => candidate.name === name && candidate.direction === direction)!.id;
  const connectPorts = (outputPortId: string, inputPortId: string) =>
    call('POST', `/api/graphs/${graph.id}/connections`, { outputPortId, inputPortId });

  const start = graph.nodes.find(({ category }) => category === 'Start')!;
  const request = await add('HttpRequest');
  const logNode = await add('LogConsole');
  const dice = await add('RandomFloat');
  const text = await add('ToText');
  const chance = await add('LogConsole');
  await call('PUT', `/api/ports/${port(request, 'Url')}/value`, { value: `http://${host}/` });
  await connectPorts(port(start, 'Out', 'output'), port(request, 'In'));
  await connectPorts(port(request, 'Done', 'output'), port(logNode, 'In'));
  await connectPorts(port(request, 'Response', 'output'), port(logNode, 'Message'));
  await connectPorts(port(logNode, 'Out', 'output'), port(chance, 'In'));
  await connectPorts(port(dice, 'Result', 'output'), port(text, 'Value'));
  await connectPorts(port(text, 'Text', 'output'), port(chance, 'Message'));
  await call('POST', `/api/graphs/${graph.id}/sync`);
  await call('POST', `/api/graphs/${graph.id}/run`);
  await expect
    .poll(async () => JSON.stringify(await call('GET', '/api/console')), { timeout: 10_000 })
    .toContain('greetings 1');
};

/** Records a session with REST requests, a hub connection, outgoing requests and time control. */
const recordSession = async (): Promise<{ visits(): number; close(): Promise<unknown> }> => {
  const greeter = await startGreetingServer();
  const server = await startServer(workspace, ['--journal', journalFile]);
  const settings = JSON.parse(await readFile(server.tokenFile, 'utf8'));
  await writeFile(server.tokenFile, JSON.stringify({ ...settings, allowedHosts: [greeter.host] }));
  const tour = await runCommand('npx', ['tsx', 'scripts/demo/demo.ts', '--url', server.url]);
  expect(tour.code, tour.stderr).toBe(0);
  const call = createCaller(server);
  await call('POST', '/api/actions/time/setScale', { scale: 0.5 });
  await createRequestGraph(server, greeter.host);
  await call('POST', '/api/actions/time/pause');
  await call('POST', '/api/actions/time/step', { ticks: 25 });
  await call('POST', '/api/actions/scene/spawn', { type: 'Camera', tag: 'second' });
  await call('POST', '/api/actions/time/resume');
  expect((await server.stop('SIGINT')).code).toBe(0);
  return greeter;
};

describe('scene-runtime replay', () => {
  it('repeats a run of a server to the last event, and sends nothing', async () => {
    const greeter = await recordSession();
    expect((await stat(journalFile)).mode & 0o777).toBe(0o600);

    const { code, stdout, stderr } = await runCli(['replay', journalFile, '--json']);
    const { recorded, ticks, events, eventHash, stateHash, ...outcome } = JSON.parse(stdout);
    expect({ code, stderr, ...outcome }).toMatchObject({
      ...{ code: 0, stderr: '', agrees: true, inputsIntact: true, sameCatalog: true },
      firstDifference: null,
    });
    expect(recorded).toEqual({ tick: ticks, events, eventHash, stateHash });
    expect(events).toBeGreaterThan(10);
    expect(greeter.visits()).toBe(1);

    const replayed = await runCli(['replay', journalFile]);
    expect(replayed.code).toBe(0);
    expect(replayed.stdout).toContain(stateHash);
    expect(replayed.stdout).toContain('agrees');

    const text = await readFile(journalFile, 'utf8');
    await writeFile(journalFile, text.replace('greetings 1', 'greetings 2'));
    const changed = await runCli(['replay', journalFile]);
    expect(changed.code).toBe(1);
    const arrival = text.split('\n').find((line) => line.includes('"arrivals"'))!;
    expect(changed.stdout).toContain(`The events differ from tick ${JSON.parse(arrival).tick} on.`);
    await greeter.close();
  });

  it('replays the journal of a killed server, and does not compare its end', async () => {
    const server = await startServer(workspace, ['--journal', journalFile]);
    await createCaller(server)('POST', '/api/actions/log/console', { message: 'the last words' });
    await expect.poll(() => readFile(journalFile, 'utf8')).toContain('the last words');
    await server.stop('SIGKILL');
    const { code, stdout } = await runCli(['replay', journalFile]);
    expect([code, stdout]).toEqual([0, expect.stringContaining('no end')]);
  });

  it('exits with 2 and one clear line for a file that is not a journal', async () => {
    const missing = await runCli(['replay', journalFile]);
    await writeFile(journalFile, 'nonsense\n');
    const damaged = await runCli(['replay', journalFile]);
    for (const { code, stdout, stderr } of [missing, damaged]) {
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(/^scene-runtime: [^\n]*run\.journal[^\n]*\n$/);
    }
    expect(damaged.stderr).toContain('line 1');
  });
});

describe('scene-runtime serve --journal', () => {
  const options = () => [
    ...['serve', '--port', '0', '--project', workspace.project],
    ...['--settings-file', workspace.settingsFile, '--journal', journalFile],
  ];

  it('overwrites no file', async () => {
    await writeFile(journalFile, 'precious');
    const { code, stderr } = await runCli(options());
    expect([code, stderr]).toEqual([2, expect.stringContaining('exists already')]);
    expect(await readFile(journalFile, 'utf8')).toBe('precious');
  });

  it('leaves no journal of a server that did not start', async () => {
    const { code } = await runCli([...options(), '--project', join(workspace.folder, 'nowhere')]);
    expect(code).toBe(2);
    await expect(access(journalFile)).rejects.toThrow('ENOENT');
  });

  it('requires a runtime', async () => {
    const { code, stderr } = await runCli([...options(), '--runtime', 'none']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('--journal')]);
  });
});
