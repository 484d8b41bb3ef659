import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { expect, it } from 'vitest';
import { describeOnEveryHost } from '../testing-on-every-host.ts';
import { tools } from './mcp-server.ts';

interface TextContent {
  readonly type: string;
  readonly text?: string;
  readonly data?: string;
}

describeOnEveryHost('an agent', (host) => {
  const connect = async (headers: Record<string, string> = { 'X-API-Key': host.test.token }) => {
    const client = new Client({ name: 'test', version: '1' });
    const fetch: typeof globalThis.fetch = (url, init) => host.fetch(new URL(String(url)).pathname, init);
    const transport = new StreamableHTTPClientTransport(new URL('http://127.0.0.1/mcp'), {
      fetch,
      requestInit: { headers },
    });
    await client.connect(transport as never);
    const callTextTool = async (name: string, args: Record<string, unknown> = {}) => {
      const { content, isError } = await client.callTool({ name, arguments: args });
      const [first, last] = content as TextContent[];
      const seq = Number(/^seq (\d+)$/.exec(last?.text ?? '')?.[1]);
      return { text: first?.text ?? '', data: first?.data, isError: isError === true, seq };
    };
    return { client, callTextTool };
  };
  const tick = (count = 1) => host.test.runtime!.step(count);

  it('lists tools with their parameters, and resources', async () => {
    const { client } = await connect();
    const { tools: callTool } = await client.listTools();
    expect(callTool.map(({ name }) => name)).toEqual(tools.map(({ name }) => name));
    for (const { description, inputSchema } of callTool) {
      expect(description).toMatch(/\.$/);
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
    }
    expect(JSON.stringify(callTool).length).toBeLessThan(9_000);
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toContain('scene://llms.txt');
    const { contents } = await client.readResource({ uri: 'scene://llms.txt' });
    expect(contents[0]).toMatchObject({ text: expect.stringContaining('/api/graphs') });
  });

  it('undoes and redoes its last tool call as one step', async () => {
    const { callTextTool } = await connect();
    await callTextTool('apply_graph', { name: 'Undone', nodes: [{ id: 'log', type: 'LogConsole' }] });
    const read = async () => (await callTextTool('read_graph', { graph: 'Undone' })).text;
    const before = await read();
    await callTextTool('edit_graph', {
      ...{ graph: 'Undone', add: [{ id: 'wait', type: 'Delay' }], connect: ['wait.Done -> LogConsole.In'] },
      ...{ set: { 'LogConsole.Message': 'Hi' } },
    });
    const after = await read();
    const undone = await callTextTool('undo', { graph: 'Undone' });
    expect(undone.text).toMatch(
      /^Undone: \d+ Added Delay, 1 connection; set Message of LogConsole \(MCP\), undone\n/,
    );
    const withoutRevision = (text: string) => text.replace(/revision \d+/, '');
    expect(withoutRevision(await read())).toBe(withoutRevision(before));
    await callTextTool('undo', { graph: 'Undone', action: 'redo' });
    expect(withoutRevision(await read())).toBe(withoutRevision(after));
    const { text } = await callTextTool('undo', { graph: 'Undone', action: 'list' });
    expect(text.split('\n')[0]).toContain('Added Delay');
  });

  it('builds, reads, edits and deletes a graph by short names', async () => {
    const { callTextTool } = await connect();
    const built = await callTextTool('apply_graph', {
      name: 'Hello',
      nodes: [{ id: 'log', type: 'LogConsole', values: { Message: 'Hi' } }],
      wires: ['Start.Out -> log.In'],
    });
    expect(built.text).toBe('Hello: built; stopped, revision 2.');
    const read = async () => (await callTextTool('read_graph', { graph: 'Hello' })).text;
    expect(await read()).toContain('LogConsole Message="Hi"');
    expect(await read()).toContain('Start.Out -> LogConsole.In');
    const edited = await callTextTool('edit_graph', {
      graph: 'Hello',
      add: [{ id: 'wait', type: 'Delay', values: { Duration: 1 } }],
      connect: ['Start.Out -> wait.In', 'wait.Done -> LogConsole.In'],
      set: { 'LogConsole.Message': 'Later' },
      disconnect: ['Start.Out -> LogConsole.In'],
    });
    expect(edited).toMatchObject({ isError: false, text: expect.stringContaining('4 nodes, 2 connections') });
    expect(await read()).not.toContain('Start.Out -> LogConsole.In');
    await callTextTool('edit_graph', { graph: 'Hello', remove: ['Delay'] });
    expect(await read()).not.toContain('Delay');
    const renamed = await callTextTool('edit_graph', { graph: 'Hello', name: 'Later' });
    expect(renamed.text).toMatch(/^Later: 3 nodes/);
    expect((await callTextTool('tidy_and_cleanup', { deleteGraphs: ['Later'] })).text).toBe('Later deleted');
    expect((await callTextTool('overview')).text).not.toContain('Later');
  });

  it('shows the ids of nodes and graphs that share a name', async () => {
    const { callTextTool } = await connect();
    const twins = {
      name: 'Twin',
      nodes: [
        { id: 'left', type: 'LogConsole' },
        { id: 'right', type: 'LogConsole' },
      ],
    };
    const first = await callTextTool('apply_graph', twins);
    expect(first.text).toMatch(/^Twin: built; short names: right = LogConsole2; stopped/);
    await callTextTool('apply_graph', { ...twins, name: 'Younger' });
    await callTextTool('edit_graph', { graph: 'Younger', name: 'Twin' });
    const { body } = await host.call('GET', '/api/graphs');
    const [, { id = '' } = {}] = body as { readonly id: string }[];
    expect((await callTextTool('read_graph', { graph: id })).text).toContain(`Twin (${id}): stopped`);
    expect((await callTextTool('read_graph', { graph: 'Twin' })).text).toMatch(/^Twin: stopped/);
    await callTextTool('edit_graph', { graph: id, remove: ['LogConsole2'] });
    expect((await callTextTool('read_graph', { graph: id })).text).not.toContain('LogConsole2');
    expect((await callTextTool('read_graph', { graph: 'Twin' })).text).toContain('LogConsole2');
  });

  it('builds, edits, sends an event, and gets the outcome in the same call', async () => {
    const { callTextTool } = await connect();
    const callTool = async (tool: string, args: Record<string, unknown>) =>
      (await waitForResponse(callTextTool(tool, args))).text;
    const built = await callTool('apply_graph', {
      name: 'Talker',
      nodes: [
        { id: 'event', type: 'OnCustomEvent', values: { Name: 'say' } },
        { id: 'log', type: 'LogConsole', values: { Message: 'one' } },
      ],
      wires: ['Start.Out -> log.In', 'event.Out -> log.In'],
      run: true,
      untilLine: 'one',
    });
    expect(built).toMatch(/built; running\.\nconsole\n {2}one$/);
    const set = (line: string) => ({ 'LogConsole.Message': line });
    await callTextTool('edit_graph', { graph: 'Talker', set: set('two') });
    expect(await callTool('send_event', { name: 'say', graph: 'Talker', untilLine: 'two' })).toMatch(
      /^Received at tick \d+ by Talker.*\nrunning\.\nconsole\n {2}two$/,
    );
    const edited = { graph: 'Talker', set: set('three'), run: true, untilLine: 'three' };
    expect(await callTool('edit_graph', edited)).toMatch(/running\.\nconsole\n {2}three$/);
    expect(await callTextTool('read_graph', { graph: 'Talker', console: true })).toMatchObject({
      text: 'one\ntwo\nthree',
    });
    expect(await callTextTool('send_event', { name: 'say', untilLine: 'two' })).toMatchObject({
      isError: true,
    });
  });

  it('builds a graph with inputs and outputs, and another one that calls it', async () => {
    const { callTextTool } = await connect();
    await callTextTool('apply_graph', {
      name: 'Doubling',
      variables: [
        { name: 'Number', type: 'Float', direction: 'input' },
        { name: 'Double', type: 'Float', direction: 'output' },
      ],
      nodes: [
        { id: 'in', type: 'GetVariable', values: { Variable: 'Number' } },
        { id: 'times', type: 'Multiply', values: { B: 2 } },
        { id: 'out', type: 'SetVariable', values: { Variable: 'Double' } },
      ],
      wires: ['Start.Out -> out.In', 'in.Value -> times.A', 'times.Result -> out.Value'],
    });
    expect((await callTextTool('read_graph', { graph: 'Doubling' })).text).toMatch(
      /\ninput Number Float=0\noutput Double Float\nnodes\n/,
    );
    const outcome = await waitForResponse(
      callTextTool('apply_graph', {
        name: 'Calling',
        nodes: [
          { id: 'call', type: 'RunGraph', values: { Graph: 'Doubling', Mode: 'Call', Number: 21 } },
          { id: 'text', type: 'FormatText', values: { Template: '{0}' } },
          { id: 'log', type: 'LogConsole' },
        ],
        wires: [
          ...['Start.Out -> call.In', 'call.Done -> log.In', 'call.Double -> text.Arg0'],
          'text.Result -> log.Message',
        ],
        run: true,
        untilLine: '42',
      }),
    );
    expect(outcome.text).toMatch(/console\n {2}42$/);
  });

  it('gets all errors of a build at once, and nothing is left behind', async () => {
    const { callTextTool } = await connect();
    const rejected = await callTextTool('apply_graph', {
      variables: [{ name: 'score', type: 'Integer' }],
      nodes: [
        { id: 'a', type: 'LogConsol' },
        { id: 'b', type: 'Add' },
      ],
      wires: ['Start.Uot -> b.A', 'b.Result -> Start.In'],
    });
    expect(rejected.isError).toBe(true);
    expect(rejected.text).toMatch(/3 mistakes/);
    expect(rejected.text).toContain('LogConsole');
    expect(rejected.text).toContain("connection 'Start.Uot -> b.A'");
    expect(rejected.text).toContain("output port 'Uot'. Nearest: Out.");
    expect(rejected.text).not.toContain('GET /api');
    const { text } = await callTextTool('overview');
    expect(text).not.toContain('score');
    expect(host.countGraphs()).toBe(0);
    const misspelledType = { variables: [{ name: 'score', type: 'Foat' }], dryRun: true };
    expect(await callTextTool('apply_graph', misspelledType)).toMatchObject({
      isError: true,
      text: expect.stringMatching(/expected one of .*Float/),
    });
    expect((await callTextTool('apply_graph', { wires: ['Start'] })).text).toContain(
      "'Start.Out -> LogConsole.In'",
    );
    expect(host.countGraphs()).toBe(0);
  });

  it('keeps what was built when the runtime is disconnected, and says what is missing', async () => {
    const { callTextTool } = await connect();
    host.test.disconnectRuntime();
    const built = await callTextTool('apply_graph', {
      name: 'Early',
      nodes: [{ id: 'log', type: 'LogConsole' }],
      wires: ['Start.Out -> log.In'],
      variables: [{ name: 'kept', type: 'Float' }],
      run: true,
    });
    expect(built).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^Early is built, but the sync failed: RUNTIME_NOT_CONNECTED/),
    });
    expect((await callTextTool('read_graph', { graph: 'Early' })).text).toContain(
      'Start.Out -> LogConsole.In',
    );
    expect((await callTextTool('overview')).text).toContain('kept');
    await host.test.reconnectRuntime();
    expect((await callTextTool('run_graph', { graph: 'Early', seconds: 0 })).text).toContain(
      'Early: started',
    );
  });

  it('can not request more than the limits allow', async () => {
    const { callTextTool } = await connect();
    const tooManyNames = Array.from({ length: 101 }, () => 'x');
    for (const [tool, args] of [
      ['find_nodes', { words: 'a '.repeat(101) }],
      ['tidy_and_cleanup', { deleteGraphs: tooManyNames }],
      ['apply_graph', { variables: tooManyNames.map((name) => ({ name, type: 'Float' })) }],
    ] as const)
      expect(await callTextTool(tool, args)).toMatchObject({
        isError: true,
        text: expect.stringMatching(/: expected at most \d+/),
      });
    expect(host.countGraphs()).toBe(0);
  });

  it('gets the expected type of every wrong argument in one response', async () => {
    const { callTextTool } = await connect();
    const invalidArguments = await callTextTool('apply_graph', { name: 7, nods: [], nodes: [{ id: 'a' }] });
    expect(invalidArguments.isError).toBe(true);
    expect(invalidArguments.text.split('\n')).toEqual([
      "'name': expected a string, received 7.",
      "'nodes.0.type': expected a string, received nothing.",
      "The arguments: expected nothing under 'nods'.",
      expect.stringMatching(/^apply_graph takes graph, name, .*nodes, /),
    ]);
    expect(await callTextTool('overvieww')).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^There is no tool 'overvieww'\. The tools are overview, find_nodes, /),
    });
    expect(host.countGraphs()).toBe(0);
  });

  it('runs a graph and gets its console lines', async () => {
    const { callTextTool } = await connect();
    await callTextTool('apply_graph', {
      name: 'Loud',
      nodes: [
        { id: 'event', type: 'OnCustomEvent', values: { Name: 'go' } },
        { id: 'log', type: 'LogConsole' },
      ],
      wires: ['event.Out -> log.In', 'event.Payload -> log.Message'],
    });
    const running = callTextTool('run_graph', { graph: 'Loud', untilLine: 'heard', seconds: 30 });
    await expect
      .poll(async () => (await callTextTool('send_event', { name: 'go', payload: 'heard' })).text)
      .toMatch(/^Received at tick \d+ by Loud\.$/);
    tick();
    expect((await running).text).toMatch(/Loud: started; running.*\n(.*\n)*console\n {2}heard/);
    const secondRun = await callTextTool('run_graph', { graph: 'Loud', seconds: 0 });
    expect(secondRun.text).toBe('Loud: started; running, after 0 s.');
    expect((await callTextTool('stop', { graph: 'Loud' })).text).toBe('Loud: stopped.');
    expect((await callTextTool('send_event', { name: 'go' })).text).toContain('No node received it');
  });

  it('runs actions, samples properties and gets a picture', async () => {
    const { callTextTool } = await connect();
    expect(
      (
        await callTextTool('scene', {
          action: 'scene.spawn',
          parameters: { type: 'Primitives/Cube', tag: 'box' },
        })
      ).text,
    ).toContain('"object"');
    expect((await callTextTool('scene', { sample: { object: 'box', times: 1 } })).text).toMatch(/position=/i);
    const longParameters = { object: 'box', position: [0.123456789, 0, 0] };
    await callTextTool('scene', { action: 'transform.setPosition', parameters: longParameters });
    expect((await callTextTool('scene', { sample: { object: 'box', times: 1 } })).text).toContain(
      '"x":0.123457,',
    );
    expect((await callTextTool('scene', { picture: {} })).data).toMatch(/^iVBOR/);
    const rejected = await callTextTool('scene', {
      action: 'scene.objects.destroy',
      parameters: { object: 'bxo' },
    });
    expect(rejected).toMatchObject({ isError: true, text: expect.stringContaining('OBJECT_NOT_FOUND') });
    expect(await callTextTool('scene', {})).toMatchObject({ isError: true });
    const spawn = (tag: string) => ({
      action: 'scene.spawn',
      parameters: { type: 'Primitives/Sphere', tag },
    });
    const destroy = { action: 'scene.objects.destroy', parameters: { object: 'bxo' } };
    expect(await callTextTool('scene', { actions: [spawn('ball'), destroy, spawn('moon')] })).toMatchObject({
      isError: true,
      text: expect.stringMatching(
        /"ball".*\nStopped at scene\.objects\.destroy, which failed: OBJECT_NOT_FOUND/,
      ),
    });
    const { text } = await callTextTool('overview');
    expect(text).toContain('ball: Primitives/Sphere');
    expect(text).not.toContain('moon');
  });

  it('finds node types and waits for events', async () => {
    const { callTextTool } = await connect();
    expect((await callTextTool('find_nodes', { words: 'set position, zzz, delay' })).text).toMatch(
      /^SetPosition\(.*\nNo node type matches 'zzz'\. .*\n\w+\(/,
    );
    expect((await callTextTool('describe', { kind: 'action', name: 'spawn, log.console' })).text).toMatch(
      /\nscene\.spawn\(.*\n(.*\n)*log\.console\(/,
    );
    expect((await callTextTool('describe', { kind: 'node', name: 'ForLoop, Delay' })).text).toMatch(
      /\nForLoop\((.*\n)+Delay\(/,
    );
    const ports = async (name: string, values: object) =>
      (await callTextTool('describe', { kind: 'node', name, values })).text;
    expect(await ports('RunAction', { Action: 'time.setScale' })).toMatch(
      /^RunAction\(In!,Action\*:d.*,scale/m,
    );
    expect(await ports('Sequence', { Count: 2 })).toMatch(/->Then0!,Then1!$/m);
    expect(await ports('Sequence', { Size: 2 })).toContain("no input port 'Size'");
    expect((await callTextTool('describe', { kind: 'action', name: 'tween.position' })).text).toContain(
      'tween.position(',
    );
    expect((await callTextTool('describe', { kind: 'action', name: 'objects.destroy' })).text).toBe(
      '= default.\nscene.objects.destroy(object:o,delay=0)->removed:i',
    );
    expect((await callTextTool('describe', { kind: 'event', name: 'graph.stoped' })).text).toContain(
      'graph.stopped',
    );
    const waiting = callTextTool('wait_events', { patterns: ['console.log'], seconds: 30 });
    await host.call('POST', '/api/actions/log/console', { message: 'there' });
    const first = await Promise.race([
      waiting,
      callTextTool('wait_events', { patterns: ['console.log'], seconds: 0 }),
    ]);
    await host.call('POST', '/api/actions/log/console', { message: 'there' });
    expect([first.text, (await waiting).text].join()).toContain('console.log');
  });

  /** Advances the test's clock until the tool call has returned. */
  const waitForResponse = async <T>(toolCall: Promise<T>): Promise<T> => {
    let isAnswered = false;
    void toolCall.finally(() => {
      isAnswered = true;
    });
    await expect
      .poll(() => {
        tick();
        return isAnswered;
      })
      .toBe(true);
    return toolCall;
  };

  it('receives high-volume events, which a runtime raises only for subscribers', async () => {
    const { callTextTool } = await connect();
    await callTextTool('apply_graph', {
      name: 'Busy',
      nodes: [{ id: 'log', type: 'LogConsole' }],
      wires: ['OnNewFrame.Out -> log.In'],
    });
    const run = callTextTool('run_graph', { graph: 'Busy', untilEvent: 'node.done', seconds: 30 });
    expect((await waitForResponse(run)).text).toMatch(/node\.done/);
    const waiting = callTextTool('wait_events', { patterns: ['node.executing'], seconds: 30 });
    expect((await waitForResponse(waiting)).text).toMatch(/node\.executing.*"category":"/);
    expect((await callTextTool('wait_events', { patterns: ['node.*'], seconds: 0 })).text).toContain(
      'Received 0 of 1 events',
    );
  });

  it('receives changes of global variables by a graph', async () => {
    const { callTextTool } = await connect();
    const built = callTextTool('apply_graph', {
      name: 'Counter',
      variables: [{ name: 'score', type: 'Integer' }],
      nodes: [{ id: 'set', type: 'SetVariable', values: { Variable: 'score', Value: 7 } }],
      wires: ['Start.Out -> set.In'],
      run: true,
      untilEvent: 'variable.changed',
      seconds: 30,
    });
    expect((await waitForResponse(built)).text).toMatch(/variable\.changed.*"value":7/);
  });

  it('misses no event between two calls', async () => {
    const { callTextTool } = await connect();
    const { seq } = await callTextTool('scene', { action: 'log.console', parameters: { message: 'first' } });
    await host.call('POST', '/api/actions/log/console', { message: 'second' });
    const since = await callTextTool('wait_events', {
      patterns: ['console.log'],
      count: 2,
      seconds: 0,
      since: seq,
    });
    expect(since.text).toMatch(/first(.|\n)*second/);
    const later = await callTextTool('wait_events', {
      patterns: ['console.log'],
      seconds: 0,
      since: since.seq,
    });
    expect(later.text).toBe('Received 0 of 1 events in 0 s.');
    expect(await callTextTool('wait_events', { patterns: ['console.log'], since: 1e9 })).toMatchObject({
      isError: true,
      text: expect.stringMatching(/since: expected at most \d+/),
    });
  });

  it('gets the last node that a silent run reached, and why nothing followed', async () => {
    const { callTextTool } = await connect();
    const nodes = [
      { id: 'branch', type: 'Branch', values: { Condition: false } },
      { id: 'log', type: 'LogConsole' },
    ];
    const withoutOutput = callTextTool('apply_graph', {
      ...{ name: 'Silent', nodes, run: true, seconds: 30 },
      wires: ['Start.Out -> branch.In', 'branch.True -> log.In'],
    });
    expect((await waitForResponse(withoutOutput)).text).toContain(
      'The last node reached was Branch by In; True (to LogConsole.In) did not fire; False is not connected.',
    );
    const unconnected = callTextTool('apply_graph', { name: 'Loose', nodes, run: true, seconds: 30 });
    expect((await waitForResponse(unconnected)).text).toMatch(
      /reached was Start by Out; Out is not connected\./,
    );
  });

  it('gets the nearest names for a typo before it waits', async () => {
    const { callTextTool } = await connect();
    const rejections = [
      [
        'wait_events',
        { patterns: ['graph.*', 'tween.complete'] },
        "'tween.complete'. Nearest: tween.completed",
      ],
      ['scene', { sample: { object: 'main-camera', properties: ['positon'] } }, "'positon'. Nearest: "],
    ] as const;
    for (const [tool, args, text] of rejections)
      expect(await callTextTool(tool, args)).toMatchObject({
        isError: true,
        text: expect.stringContaining(text),
      });
    const nodes = [{ id: 'event', type: 'OnCustomEvent', values: { Name: 'greet' } }];
    await callTextTool('apply_graph', { name: 'Ears', nodes, run: true, seconds: 0 });
    const unmatchedEvent = { name: 'gret', graph: 'Ears', untilLine: 'never', seconds: 60 };
    expect(await callTextTool('send_event', unmatchedEvent)).toMatchObject({
      isError: true,
      text: expect.stringContaining("whose Name is 'gret'. Nearest: greet."),
    });
  });

  it('gets all errors of connections, values and nodes in one response', async () => {
    const { callTextTool } = await connect();
    const built = await callTextTool('apply_graph', {
      name: 'Wrong',
      nodes: [{ id: 'a', type: 'LogConsol' }],
      wires: ['Start', 'Start.Out => a.In', 'Start.Uot -> OnNewFrame.In'],
    });
    expect(built.text).toMatch(
      /^Nothing was created; 4 mistakes:\n- 'Start' is not a connection.*\n- 'Start\.Out => a\.In'/,
    );
    expect(host.countGraphs()).toBe(0);
    await callTextTool('apply_graph', { name: 'Right', nodes: [{ id: 'log', type: 'LogConsole' }] });
    const edited = await callTextTool('edit_graph', {
      graph: 'Right',
      add: [{ id: 'b', type: 'Dely' }],
      connect: ['x'],
      set: { 'LogConsole.Mesage': 1, 'Logger.Message': 2 },
      remove: ['Nobody'],
    });
    expect(edited.isError).toBe(true);
    for (const problem of ["'x' is not a connection", 'Mesage', "'Logger'", "'Nobody'", "'Dely'"])
      expect(edited.text).toContain(problem);
    expect((await callTextTool('read_graph', { graph: 'Right' })).text).toContain('revision 2');
  });

  it('supports each revision of the protocol', async () => {
    const ping = (id: number) => ({ jsonrpc: '2.0', id, method: 'ping' });
    const notification = { jsonrpc: '2.0', method: 'notifications/initialized' };
    const send = async (body: unknown, headers: Record<string, string> = {}) => {
      const response = await host.fetch('/mcp', {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Authorization: `Bearer ${host.test.token}`,
          ...headers,
        },
        body: JSON.stringify(body),
      });
      const text = await response.text();
      return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
    };
    const old = { 'MCP-Protocol-Version': '2025-03-26' };
    for (const headers of [{}, old]) {
      const batch = await send([ping(1), notification, ping(2)], headers);
      expect(batch).toMatchObject({ status: 200, body: [{ id: 1 }, { id: 2 }] });
      expect(batch.body).toHaveLength(2);
      expect((await send([notification], headers)).status).toBe(202);
    }
    const later = { 'MCP-Protocol-Version': '2025-06-18' };
    expect((await send(ping(1), later)).status).toBe(200);
    expect(await send([ping(1)], later)).toMatchObject({
      status: 400,
      body: { error: { code: 'INVALID_REQUEST' } },
    });
    expect((await send(ping(1), { 'MCP-Protocol-Version': '1999-01-01' })).body.error.message).toContain(
      '2025-06-18',
    );
    expect((await send([])).status).toBe(400);
    expect((await send(ping(1), { Authorization: 'Bearer wrong' })).status).toBe(401);
    const call = { jsonrpc: '2.0', id: 3, method: 'tools/call', params: { name: 'overview' } };
    expect((await send(call)).body.result).toMatchObject({
      content: [{ text: expect.stringMatching(/^Runtime/) }],
    });
  });

  it('needs the token and rejects foreign origins', async () => {
    await expect(connect({})).rejects.toThrow(/401|UNAUTHORIZED/);
    await expect(connect({ 'X-API-Key': host.test.token, Origin: 'https://example.com' })).rejects.toThrow(
      /403|ORIGIN/,
    );
  });

  it('answers an invalid message with an error, and a notification with 202', async () => {
    const send = (message: object) => host.call<object>('POST', '/mcp', message);
    expect((await send({ jsonrpc: '2.0', method: 'notifications/initialized' })).status).toBe(202);
    expect((await send({ jsonrpc: '2.0', id: 1, method: 'ping', params: { _meta: 7 } })).body).toMatchObject({
      id: 1,
      error: { code: -32600 },
    });
    expect((await send({ jsonrpc: '2.0', id: 2, method: 'nothing' })).body).toMatchObject({
      id: 2,
      error: { code: -32601 },
    });
    expect((await send({ jsonrpc: '1.0', id: 2, method: 'ping' })).status).toBe(400);
    expect((await host.call('GET', '/mcp')).status).toBe(405);
  });
});
