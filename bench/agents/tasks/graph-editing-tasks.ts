/** Tasks about existing graphs, some of which were created by other clients. */
import { assertThat, assertConsoleLine } from '../task-assertions.ts';
import {
  buildAddNodesRequest,
  sendBatch,
  createAndBuildGraph,
  sendRequest,
  buildCreateRequest,
  type Graph,
  findGraphId,
  type GraphSpec,
  findPort,
  readGraph,
  startGraph,
  waitForConsoleLine,
} from '../graph-requests.ts';
import type { RestCall } from '../rest-agent.ts';
import type { AgentTask } from '../agent-task.ts';

const createGreeterGraph = (line: string): GraphSpec => ({
  name: 'Greeter',
  nodes: [
    { id: 'wait', type: 'Delay', values: { Duration: 0.1 } },
    { id: 'log', type: 'LogConsole', values: { Message: line } },
  ],
  wires: ['Start.Out -> wait.In', 'wait.Done -> log.In'],
});

const forkGraph: GraphSpec = {
  name: 'Fork',
  nodes: [
    { id: 'left', type: 'LogConsole', values: { Message: 'left' } },
    { id: 'right', type: 'LogConsole', values: { Message: 'right' } },
  ],
  wires: ['Start.Out -> left.In'],
};

const createBeatGraph = (line: string): GraphSpec => ({
  name: 'Beat',
  nodes: [
    { id: 'clock', type: 'OnInterval', values: { Seconds: 0.1 } },
    { id: 'log', type: 'LogConsole', values: { Message: line } },
  ],
  wires: ['clock.Out -> log.In'],
});

/** A graph that names a nonexistent node type and a nonexistent port. */
const invalidGraph: GraphSpec = {
  name: 'Mended',
  nodes: [
    { id: 'wait', type: 'Delay', values: { Duration: 0.1 } },
    { id: 'log', type: 'LogConsol', values: { Message: 'mended' } },
  ],
  wires: ['Start.Uot -> wait.In', 'wait.Done -> log.In'],
};

/** Corrects the graph, using the names that the error message suggests. */
const correctGraph = (rejection: string): GraphSpec => {
  const suggestions = [...rejection.matchAll(/(?:Nearest: |"nearest":\[")([\w-]+)/g)].map(([, name]) => name);
  const [type = '', port = ''] = new Set(suggestions);
  return {
    ...invalidGraph,
    nodes: invalidGraph.nodes.map((node) => (node.type === 'LogConsol' ? { ...node, type } : node)),
    wires: invalidGraph.wires.map((connection) => connection.replace('Uot', port)),
  };
};

const writePortValue = (call: RestCall, port: string, value: unknown): Promise<unknown> =>
  call('PUT', `/api/ports/${encodeURIComponent(port)}/value?sync=true`, { value });

export const graphEditingTasks: readonly AgentTask[] = [
  {
    prompt:
      'Build a graph that prints "mended" from a draft with mistakes, and correct them by the error messages.',
    async runWithTools({ callTool }) {
      const rejection = await callTool('apply_graph', { ...invalidGraph, run: true, untilLine: 'mended' });
      await callTool('apply_graph', { ...correctGraph(rejection), run: true, untilLine: 'mended' });
    },
    async runWithRest({ call }) {
      const graph = await sendRequest<Graph>(call, buildCreateRequest(invalidGraph));
      const rejection = JSON.stringify(await sendRequest(call, buildAddNodesRequest(graph, invalidGraph)));
      await sendRequest(call, buildAddNodesRequest(graph, correctGraph(rejection)));
      await startGraph(call, graph.id);
      await waitForConsoleLine(call, graph.id, 'mended');
    },
    check: (call) => assertConsoleLine(call, 'Mended', 'mended'),
  },
  {
    prompt:
      'Have a graph say "slow" each tenth of a second, and once it does, have it say "fast" without stopping it.',
    async runWithTools({ callTool, lookUpNodeTypes }) {
      await lookUpNodeTypes('interval', 'log');
      await callTool('apply_graph', { ...createBeatGraph('slow'), run: true, untilLine: 'slow' });
      await callTool('edit_graph', {
        graph: 'Beat',
        set: { 'LogConsole.Message': 'fast' },
        untilLine: 'fast',
      });
    },
    async runWithRest({ call, lookUpNodeTypes }) {
      await lookUpNodeTypes('interval', 'log');
      const graph = await sendRequest<Graph>(call, buildCreateRequest(createBeatGraph('slow')));
      const added = await sendRequest<Pick<Graph, 'nodes'>>(
        call,
        buildAddNodesRequest(graph, createBeatGraph('slow'), 'full'),
      );
      await startGraph(call, graph.id);
      await waitForConsoleLine(call, graph.id, 'slow');
      await writePortValue(call, findPort(added, 'LogConsole', 'Message'), 'fast');
      await waitForConsoleLine(call, graph.id, 'fast');
    },
    async check(call) {
      await assertConsoleLine(call, 'Beat', 'slow');
      await assertConsoleLine(call, 'Beat', 'fast');
      assertThat((await readGraph(call, 'Beat')).state === 'running', 'Beat runs');
    },
  },
  {
    prompt: 'The graph Greeter prints "helo". Make it print "hello", and run it.',
    setUp: (call) => createAndBuildGraph(call, createGreeterGraph('helo')),
    async runWithTools({ callTool }) {
      await callTool('read_graph', { graph: 'Greeter' });
      const set = { 'LogConsole.Message': 'hello' };
      await callTool('edit_graph', { graph: 'Greeter', set, run: true, untilLine: 'hello' });
    },
    async runWithRest({ call }) {
      const graph = await readGraph(call, 'Greeter');
      await writePortValue(call, findPort(graph, 'LogConsole', 'Message'), 'hello');
      await startGraph(call, graph.id);
      await waitForConsoleLine(call, graph.id, 'hello');
    },
    check: (call) => assertConsoleLine(call, 'Greeter', 'hello'),
  },
  {
    prompt: 'Report what the graph Greeter prints, and how long after its start.',
    setUp: (call) => createAndBuildGraph(call, createGreeterGraph('good morning')),
    runWithTools: ({ callTool }) => callTool('read_graph', { graph: 'Greeter' }),
    runWithRest: async ({ call }) => JSON.stringify(await readGraph(call, 'Greeter')),
    async check(_, reply) {
      assertThat(/good morning/.test(reply) && /\b0\.1\b/.test(reply), `Greeter was read: ${reply}`);
    },
  },
  {
    prompt: 'The graph Fork prints "left". Connect its start to the other node instead, and run it.',
    setUp: (call) => createAndBuildGraph(call, forkGraph),
    async runWithTools({ callTool }) {
      await callTool('read_graph', { graph: 'Fork' });
      await callTool('edit_graph', {
        graph: 'Fork',
        connect: ['Start.Out -> LogConsole2.In'],
        disconnect: ['Start.Out -> LogConsole.In'],
        run: true,
        untilLine: 'right',
      });
    },
    async runWithRest({ call }) {
      const { id, nodes, connections } = await readGraph(call, 'Fork');
      const laterNodes = nodes.filter(({ category }) => category === 'LogConsole').slice(1);
      await sendBatch(call, [
        ...connections.map((connection) => ({
          method: 'DELETE',
          path: `/api/graphs/${id}/connections/${connection.id}`,
        })),
        {
          method: 'POST',
          path: `/api/graphs/${id}/connections?sync=true`,
          body: {
            outputPortId: findPort({ nodes }, 'Start', 'Out', 'output'),
            inputPortId: findPort({ nodes: laterNodes }, 'LogConsole', 'In'),
          },
        },
      ]);
      await startGraph(call, id);
      await waitForConsoleLine(call, id, 'right');
    },
    async check(call) {
      await assertConsoleLine(call, 'Fork', 'right');
      assertThat((await readGraph(call, 'Fork')).connections.length === 1, 'one wire is left');
    },
  },
  {
    prompt: 'Give the graph Greeter the name Host.',
    setUp: (call) => createAndBuildGraph(call, createGreeterGraph('welcome')),
    runWithTools: ({ callTool }) => callTool('edit_graph', { graph: 'Greeter', name: 'Host' }),
    async runWithRest({ call }) {
      await call('PUT', `/api/graphs/${await findGraphId(call, 'Greeter')}`, { name: 'Host' });
    },
    async check(call) {
      assertThat((await readGraph(call, 'Host')).nodes.length === 4, 'Greeter is called Host');
    },
  },
];
