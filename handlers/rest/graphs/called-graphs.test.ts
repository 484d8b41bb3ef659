import { expect, it } from 'vitest';
import { describeOnEveryHost, type ErrorBody } from '../../testing-on-every-host.ts';

interface PortBody {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly direction: string;
  readonly value?: unknown;
  readonly isMissing?: boolean;
}

interface NodeBody {
  readonly id: string;
  readonly category: string;
  readonly ports: readonly PortBody[];
}

interface ConnectionBody {
  readonly id: string;
  readonly outputPortId: string;
  readonly inputPortId: string;
  readonly isBroken?: boolean;
}

interface GraphBody {
  readonly id: string;
  readonly revision: number;
  readonly nodes: readonly NodeBody[];
  readonly connections: readonly ConnectionBody[];
}

interface BuildBody {
  readonly nodeIds: Readonly<Record<string, string>>;
}

describeOnEveryHost('graphs that call graphs', (host) => {
  const { call } = host;

  const read = async (graphId: string): Promise<GraphBody> =>
    (await call<GraphBody>('GET', `/api/graphs/${graphId}`)).body;
  /** Creates a graph without its first nodes, and builds it. */
  const build = async (
    name: string,
    nodes: Readonly<Record<string, readonly [category: string, ports?: object]>>,
    connections: readonly string[],
    prepare: (graphId: string) => Promise<void> = async () => {},
  ) => {
    const graph = (await call<GraphBody>('POST', '/api/graphs', { name })).body;
    await prepare(graph.id);
    for (const { id } of graph.nodes) await call('DELETE', `/api/graphs/${graph.id}/nodes/${id}`);
    const response = await call<BuildBody & ErrorBody>('POST', `/api/graphs/${graph.id}/build`, {
      nodes: Object.entries(nodes).map(([tempId, [category, ports = {}]], index) => ({
        ...{ tempId, category, ports, locationX: index * 300, locationY: 0 },
      })),
      connections: connections.map((connection) => {
        const [from, to] = connection.split(' > ');
        return { from, to };
      }),
    });
    expect([response.status, response.body.error?.message]).toEqual([200, undefined]);
    return { id: graph.id, nodes: response.body.nodeIds };
  };
  const declare = async (graphId: string, name: string, type: string, fields: object) =>
    (
      await call<{ id: string }>('POST', '/api/variables', {
        ...{ name, type, scope: 'graph', graphId },
        ...fields,
      })
    ).body;
  const run = async (graphId: string, ticks = 5): Promise<string[]> => {
    const before = (await call<unknown[]>('GET', '/api/console')).body.length;
    expect((await call('POST', `/api/graphs/${graphId}/sync`)).status).toBe(200);
    await call('POST', `/api/graphs/${graphId}/run?restart=true`);
    host.test.runtime!.step(ticks);
    const entries = (await call<{ message: string }[]>('GET', '/api/console')).body;
    return entries.slice(before).map(({ message }) => message);
  };
  const findNode = async (graphId: string, nodeId: string): Promise<NodeBody> =>
    (await read(graphId)).nodes.find(({ id }) => id === nodeId)!;
  const findPort = (node: NodeBody, name: string): PortBody => node.ports.find((port) => port.name === name)!;

  /** A graph that greets someone. */
  const createGreeting = async () => {
    const variables = { name: { id: '' }, greeting: { id: '' } };
    const greeting = await build(
      'Greeting',
      {
        start: ['Start'],
        name: ['GetVariable', { Variable: 'Name' }],
        text: ['Concatenate', { A: 'Hello ' }],
        result: ['SetVariable', { Variable: 'Greeting' }],
      },
      ['start/Out > result/In', 'name/Value > text/B', 'text/Result > result/Value'],
      async (graphId) => {
        variables.name = await declare(graphId, 'Name', 'String', {
          ...{ direction: 'input', default: 'world', description: 'Who is greeted' },
        });
        variables.greeting = await declare(graphId, 'Greeting', 'String', { direction: 'output' });
      },
    );
    return { ...greeting, variables };
  };

  const createCaller = () =>
    build(
      'Visitor',
      {
        start: ['Start'],
        call: ['RunGraph', { Graph: 'Greeting', Mode: 'Call', Name: 'you' }],
        log: ['LogConsole'],
      },
      ['start/Out > call/In', 'call/Done > log/In', 'call/Greeting > log/Message'],
    );

  it('have the inputs and outputs of the called graph as ports', async () => {
    await createGreeting();
    const caller = await createCaller();
    const { ports } = await findNode(caller.id, caller.nodes.call!);
    expect(ports.filter(({ name }) => ['Name', 'Greeting'].includes(name))).toMatchObject([
      { name: 'Name', direction: 'input', type: 'String', value: 'you' },
      { name: 'Greeting', direction: 'output', type: 'String' },
    ]);
    expect(await run(caller.id)).toEqual(['Hello you']);
  });

  it('keep wires whose port is gone as broken, until the port comes back', async () => {
    const { variables } = await createGreeting();
    const caller = await createCaller();
    await call('PUT', `/api/variables/${variables.greeting.id}`, { direction: null });
    const broken = await read(caller.id);
    expect(broken.connections.map(({ isBroken = false }) => isBroken)).toEqual([false, false, true]);
    const port = findPort(await findNode(caller.id, caller.nodes.call!), 'Greeting');
    expect(port).toMatchObject({ isMissing: true });
    expect(await run(caller.id)).toEqual(['']);
    const refused = await call<ErrorBody>('POST', `/api/graphs/${caller.id}/connections`, {
      outputPortId: port.id,
      inputPortId: broken.connections[2]!.inputPortId.replace('Message', 'In'),
    });
    expect(refused.body.error.code).toMatch(/PORT_NOT_FOUND|INCOMPATIBLE_TYPES/);

    await call('PUT', `/api/variables/${variables.greeting.id}`, { direction: 'output' });
    expect((await read(caller.id)).connections.some(({ isBroken }) => isBroken)).toBe(false);
    expect(await run(caller.id)).toEqual(['Hello you']);

    await call('DELETE', `/api/variables/${variables.greeting.id}`);
    await call('DELETE', `/api/graphs/${caller.id}/connections/${broken.connections[2]!.id}`);
    const { ports } = await findNode(caller.id, caller.nodes.call!);
    expect(ports.map(({ name }) => name)).not.toContain('Greeting');
  });

  it('are the same after the project was opened again', async () => {
    const { variables } = await createGreeting();
    const caller = await createCaller();
    await call('PUT', `/api/variables/${variables.name.id}`, { direction: null });
    const before = await read(caller.id);
    const { body: listed } = await call('GET', '/api/variables');
    const { controller } = host.test.service;
    const { folder } = controller.requireProject();
    await controller.closeProject();
    await controller.openProject(folder);
    const { nodes, connections } = await read(caller.id);
    expect({ nodes, connections }).toEqual({ nodes: before.nodes, connections: before.connections });
    expect((await call('GET', '/api/variables')).body).toEqual(listed);
  });

  it('can be duplicated with their inputs and outputs', async () => {
    const { id, variables } = await createGreeting();
    const copy = (await call<GraphBody>('POST', `/api/graphs/${id}/duplicate`, { name: 'Copy' })).body;
    const listed = (await call<{ id: string; graphId: string; name: string }[]>('GET', '/api/variables'))
      .body;
    const own = listed.filter(({ graphId }) => graphId === copy.id);
    expect(own).toMatchObject([
      { name: 'Name', direction: 'input', default: 'world', description: 'Who is greeted' },
      { name: 'Greeting', direction: 'output' },
    ]);
    expect(own.map((variable) => variable.id)).not.toContain(variables.name.id);
    const caller = await build(
      'Visitor',
      { start: ['Start'], call: ['RunGraph', { Graph: 'Copy', Mode: 'Call' }], log: ['LogConsole'] },
      ['start/Out > call/In', 'call/Done > log/In', 'call/Greeting > log/Message'],
    );
    expect(await run(caller.id)).toEqual(['Hello world']);
  });

  it('reject interfaces that make no sense', async () => {
    const { id } = await createGreeting();
    const create = async (body: object) =>
      (await call<ErrorBody>('POST', '/api/variables', { type: 'Float', ...body })).body.error?.message;
    const scope = { scope: 'graph', graphId: id };
    expect(await create({ name: 'a', direction: 'input' })).toContain(
      "'direction' is only for variables of a graph",
    );
    expect(await create({ name: 'Done', ...scope, direction: 'output' })).toContain('RunGraph');
    expect(await create({ name: 'a/b', ...scope, direction: 'output' })).toContain('slash');
    expect(await create({ name: 'b', ...scope, default: 1 })).toContain("'default' needs a 'direction'");
    expect(await create({ name: 'c', ...scope, direction: 'input', default: 'x' })).toContain("'default'");
  });

  /** A graph that adds up numbers in a loop, and writes the sum and whether it is large. */
  const createSum = () =>
    build(
      'Sum',
      {
        start: ['Start'],
        set: ['SetVariable', { Variable: 'total', Value: 0 }],
        loop: ['ForLoop', { First: 1, Last: 4 }],
        add: ['IncrementVariable', { Variable: 'total' }],
        large: ['Compare', { Operator: 'Greater', B: 5 }],
        branch: ['Branch'],
        yes: ['LogConsole', { Message: 'large' }],
        no: ['LogConsole', { Message: 'small' }],
        text: ['FormatText', { Template: '{0}' }],
        sum: ['LogConsole'],
      },
      [
        ...['start/Out > set/In', 'set/Out > loop/In', 'loop/Body > add/In', 'loop/Index > add/Amount'],
        ...['loop/Completed > branch/In', 'add/Value > large/A', 'large/Result > branch/Condition'],
        ...[
          'branch/True > yes/In',
          'branch/False > no/In',
          'yes/Out > sum/In',
          'add/Value > text/Arg0',
          'text/Result > sum/Message',
        ],
      ],
      async () => void (await call('POST', '/api/variables', { name: 'total', type: 'Float' })),
    );

  const withoutPlaces = ({ nodes, connections }: GraphBody) => ({
    categories: nodes.map(({ category }) => category).sort(),
    connections: connections.length,
  });

  it('come from nodes of a graph, and go back into it', async () => {
    const { id, nodes } = await createSum();
    const before = await read(id);
    expect(await run(id)).toEqual(['large', '10']);
    const extracted = await call<{ graph: GraphBody; node: NodeBody; variables: { name: string }[] }>(
      'POST',
      `/api/graphs/${id}/extract?sync=true`,
      { nodeIds: [nodes.loop, nodes.add], name: 'Adding' },
    );
    expect([extracted.status, extracted.body.variables?.map(({ name }) => name)]).toEqual([201, ['Value']]);
    const after = await read(id);
    expect(after.revision).toBe(before.revision + 1);
    expect(after.nodes.some(({ category }) => category === 'ForLoop')).toBe(false);
    expect(await run(id)).toEqual(['large', '10']);

    const inlined = await call<ErrorBody>('POST', `/api/graphs/${id}/inline`, {
      nodeId: extracted.body.node.id,
    });
    expect([inlined.status, inlined.body.error]).toEqual([200, undefined]);
    expect(withoutPlaces(await read(id))).toEqual(withoutPlaces(before));
    expect(await run(id)).toEqual(['large', '10']);
  });

  it('show with outputs which of several ends they have reached', async () => {
    const { id, nodes } = await createSum();
    const extracted = await call<{ variables: { name: string; type: string }[] } & ErrorBody>(
      'POST',
      `/api/graphs/${id}/extract`,
      { nodeIds: [nodes.branch, nodes.large] },
    );
    expect(extracted.body.error).toBeUndefined();
    expect(extracted.body.variables.map(({ name, type }) => `${name}: ${type}`)).toEqual([
      ...['Value: Float', 'Exit True: Boolean', 'Exit False: Boolean'].map((text) =>
        text.replace('Value', 'A'),
      ),
    ]);
    expect(await run(id)).toEqual(['large', '10']);
  });

  it('explain what can not become a graph of its own, and change nothing', async () => {
    const { id, nodes } = await createSum();
    const before = await read(id);
    const graphCount = host.countGraphs();
    const extract = async (...names: string[]) => {
      const { status, body } = await call<ErrorBody>('POST', `/api/graphs/${id}/extract`, {
        nodeIds: names.map((name) => nodes[name] ?? name),
      });
      return [status, body.error?.message];
    };
    expect(await extract('start', 'set')).toEqual([400, expect.stringContaining('starts by itself')]);
    expect(await extract('set', 'yes')).toEqual([400, expect.stringContaining('several places')]);
    expect(await extract('large')).toEqual([400, expect.stringContaining('nothing could call them')]);
    expect(await extract('add', 'nobody')).toEqual([404, expect.stringContaining('nobody')]);
    expect(await extract('set', 'loop')).toEqual([400, expect.stringContaining('each pass of a loop')]);
    expect(await read(id)).toEqual(before);
    expect(host.countGraphs()).toBe(graphCount);
    expect(
      (await call<ErrorBody>('POST', `/api/graphs/${id}/inline`, { nodeId: nodes.set })).body.error.message,
    ).toContain('Only a RunGraph node');
  });

  /** Creates a graph with a variable that it shares between its nodes, and whose value is part of a text. */
  const createCounter = (name: string, otherNodes: Parameters<typeof build>[1] = {}, wires: string[] = []) =>
    build(
      name,
      {
        start: ['Start'],
        count: ['SetVariable', { Variable: 'Count', Value: 3 }],
        text: ['FormatText', { Template: '{{Count}} is { Count }' }],
        log: ['LogConsole'],
        ...otherNodes,
      },
      ['start/Out > count/In', 'count/Out > log/In', 'text/Result > log/Message', ...wires],
      async (graphId) => {
        await declare(graphId, 'Count', 'Float', { value: 1 });
      },
    );
  const inline = (graphId: string, nodeId: string | undefined) =>
    call<ErrorBody>('POST', `/api/graphs/${graphId}/inline`, { nodeId });
  const declareGlobal = (name: string, value: number) =>
    call('POST', '/api/variables', { name, type: 'Float', scope: 'global', value });

  it('do not hide a global variable that an extracted node uses', async () => {
    await declareGlobal('A', 5);
    const { id, nodes } = await build(
      'Sum with global',
      {
        start: ['Start'],
        product: ['Multiply', { A: 2, B: 4 }],
        global: ['GetVariable', { Variable: 'A' }],
        add: ['Add'],
        text: ['FormatText', { Template: '{0}' }],
        log: ['LogConsole'],
      },
      [
        ...['start/Out > log/In', 'product/Result > add/A', 'global/Value > add/B'],
        ...['add/Result > text/Arg0', 'text/Result > log/Message'],
      ],
    );
    expect(await run(id)).toEqual(['13']);
    const nodeIds = [nodes.global, nodes.add, nodes.text, nodes.log];
    const extracted = await call<ErrorBody>('POST', `/api/graphs/${id}/extract`, { nodeIds });
    expect(extracted.body.error).toBeUndefined();
    expect(await run(id)).toEqual(['13']);
  });

  it('bring variables along that hide no others, also in texts', async () => {
    const counter = await createCounter('Counter');
    await declareGlobal('Count', 9);
    const { id, nodes } = await build(
      'Counting',
      {
        start: ['Start'],
        call: ['RunGraph', { Graph: 'Counter', Mode: 'Call' }],
        global: ['FormatText', { Template: '{Count}' }],
        log: ['LogConsole'],
      },
      ['start/Out > call/In', 'call/Done > log/In', 'global/Result > log/Message'],
    );
    await call('POST', `/api/graphs/${counter.id}/sync`);
    expect(await run(id)).toEqual(['{Count} is 3', '9']);
    expect((await inline(id, nodes.call)).body.error).toBeUndefined();
    expect(await run(id)).toEqual(['{Count} is 3', '9']);
  });

  it.each<[Parameters<typeof build>[1], string[], string]>([
    [{ speed: ['GetVariable', { Variable: 'Speed' }] }, [], "the global variable 'Speed'"],
    [
      { name: ['Concatenate', { A: '{Co', B: 'unt}' }], read: ['FormatText'] },
      ['name/Result > read/Template'],
      "'Template'",
    ],
  ])('stay as they are if their nodes would use other variables: %j', async (otherNodes, wires, reason) => {
    await declareGlobal('Speed', 1);
    await createCounter('Counter', otherNodes, wires);
    const { id, nodes } = await build(
      'Counting',
      { start: ['Start'], call: ['RunGraph', { Graph: 'Counter', Mode: 'Call' }] },
      ['start/Out > call/In'],
      async (graphId) => {
        await declare(graphId, 'Speed', 'Float', { value: 2 });
      },
    );
    const { status, body } = await inline(id, nodes.call);
    expect([status, body.error?.message]).toEqual([400, expect.stringContaining(reason)]);
  });

  it.each<[string, Parameters<typeof build>[1], string[]]>([
    ['name', { used: ['GetVariable', { Variable: 'Count' }] }, []],
    ['a text', { used: ['FormatText', { Template: '{Count}' }] }, []],
    [
      'a connected text',
      { used: ['FormatText'], name: ['Concatenate', { A: '{Count}' }] },
      ['name/Result > used/Template'],
    ],
  ])('leave no nodes behind that use a variable of the graph by %s', async (_, otherNodes, wires) => {
    const { id, nodes } = await createCounter('Counter', { ...otherNodes, watch: ['Watch'] }, [
      ...wires,
      'log/Out > watch/In',
    ]);
    const nodeIds = [nodes.used, nodes.watch];
    const { status, body } = await call<ErrorBody>('POST', `/api/graphs/${id}/extract`, { nodeIds });
    expect([status, body.error?.message]).toEqual([400, expect.stringContaining('of the graph')]);
  });
});
