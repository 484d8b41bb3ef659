import { spawn } from 'node:child_process';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  cliPath,
  createWorkspace,
  collectOutput,
  type ServerProcess,
  startServer,
  type Workspace,
} from '../../fixtures/testing-cli.ts';

let workspace: Workspace;
let startedServer: ServerProcess;
beforeAll(async () => {
  workspace = await createWorkspace();
  startedServer = await startServer(workspace);
});
afterAll(async () => {
  expect((await startedServer.stop()).stderr).toBe('');
  await workspace.dispose();
});

const transports = {
  'standard input and output': () =>
    new StdioClientTransport({
      command: process.execPath,
      args: [cliPath, 'mcp', '--url', startedServer.url, '--settings-file', workspace.settingsFile],
    }),
  'streamable HTTP': () =>
    new StreamableHTTPClientTransport(new URL('/mcp', startedServer.url), {
      requestInit: { headers: { 'X-API-Key': startedServer.token } },
    }),
};

/** One call to each tool. The order matters, because later calls use what earlier calls created. */
const toolCalls: readonly (readonly [tool: string, given: Record<string, unknown>, says: RegExp])[] = [
  ['overview', {}, /^Runtime connected/],
  ['find_nodes', { words: 'print' }, /LogConsole\(/],
  ['describe', { kind: 'action', name: 'scene.spawn' }, /scene\.spawn\(/],
  [
    'apply_graph',
    {
      name: 'Greeter',
      nodes: [
        { id: 'event', type: 'OnCustomEvent', values: { Name: 'greet' } },
        { id: 'log', type: 'LogConsole' },
      ],
      wires: ['event.Out -> log.In', 'event.Payload -> log.Message', 'Start.Out -> log.In'],
    },
    /^Greeter: built; stopped/,
  ],
  ['read_graph', { graph: 'Greeter' }, /OnCustomEvent\.Payload -> LogConsole\.Message/],
  ['edit_graph', { graph: 'Greeter', disconnect: ['Start.Out -> LogConsole.In'] }, /4 nodes, 2 connections/],
  ['undo', { graph: 'Greeter' }, /^Undone: \d+ .*\nGreeter is at revision \d+\./],
  ['run_graph', { graph: 'Greeter', seconds: 0.1 }, /Greeter: started; running/],
  ['send_event', { name: 'greet', payload: 'hello' }, /Received at tick \d+ by Greeter/],
  ['wait_events', { patterns: ['graph.stopped'], seconds: 0 }, /Received 0 of 1 events/],
  ['stop', { graph: 'Greeter' }, /Greeter: stopped/],
  ['scene', { action: 'scene.spawn', parameters: { type: 'Primitives/Cube' } }, /tick \d+: /],
  [
    'tidy_and_cleanup',
    { arrange: ['Greeter'], deleteGraphs: ['Greeter'], clearConsole: true },
    /Greeter deleted/,
  ],
];

describe.each(Object.entries(transports))('an agent over %s', (_, createTransport) => {
  it('lists and calls every tool', async () => {
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(createTransport() as never);
    const { tools } = await client.listTools();
    expect(new Set(toolCalls.map(([tool]) => tool))).toEqual(new Set(tools.map(({ name }) => name)));
    for (const [name, args, expected] of toolCalls) {
      const { content, isError } = await client.callTool({ name, arguments: args });
      const [{ text }] = content as [{ text: string }];
      expect([name, isError === true, text]).toEqual([name, false, expect.stringMatching(expected)]);
    }
    await client.close();
  });

  it('misses no event between two calls', async () => {
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(createTransport() as never);
    const callTool = async (name: string, args: Record<string, unknown>) => {
      const { content } = await client.callTool({ name, arguments: args });
      const [first, lastContent] = content as { text: string }[];
      return { text: first?.text, seq: Number(/^seq (\d+)$/.exec(lastContent?.text ?? '')?.[1]) };
    };
    const { seq } = await callTool('scene', { action: 'log.console', parameters: { message: 'between' } });
    const wait = { patterns: ['console.log'], seconds: 0 };
    const received = await callTool('wait_events', { ...wait, since: seq });
    expect(received.text).toContain('between');
    expect((await callTool('wait_events', { ...wait, since: received.seq })).text).toBe(
      'Received 0 of 1 events in 0 s.',
    );
    await client.close();
  });
});

it('ends with its input, and writes only protocol messages', async () => {
  const child = spawn(process.execPath, [cliPath, 'mcp', '--url', startedServer.url]);
  const exited = collectOutput(child);
  child.stdin.end(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })}\n`);
  const { code, stdout, stderr } = await exited;
  expect([code, stderr]).toEqual([0, '']);
  expect(JSON.parse(stdout)).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
});

it('reports that no service responds', async () => {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [cliPath, 'mcp', '--url', 'http://127.0.0.1:9', '--token', 'x'],
    }),
  );
  const { content, isError } = await client.callTool({ name: 'overview', arguments: {} });
  expect([isError, content]).toEqual([
    true,
    [{ type: 'text', text: expect.stringContaining('cannot be reached') }],
  ]);
  await client.close();
});
