/** Tasks about inputs, webhooks and events. */
import { assertThat, assertConsoleLine } from '../task-assertions.ts';
import {
  buildAddNodesRequest,
  sendBatch,
  createAndBuildGraph,
  buildCreateRequest,
  type Graph,
  findGraphId,
  readConsoleLines,
  type GraphSpec,
  startGraph,
  buildStartRequest,
  waitForConsoleLine,
} from '../graph-requests.ts';
import type { AgentTask } from '../agent-task.ts';

const knockGraph: GraphSpec = {
  name: 'Door',
  nodes: [
    { id: 'on', type: 'OnCustomEvent', values: { Name: 'knock' } },
    { id: 'log', type: 'LogConsole', values: { Message: 'heard' } },
  ],
  wires: ['on.Out -> log.In'],
};

const pongGraph: GraphSpec = {
  name: 'Pong',
  nodes: [
    { id: 'on', type: 'OnCustomEvent', values: { Name: 'ping' } },
    { id: 'log', type: 'LogConsole', values: { Message: 'pong' } },
  ],
  wires: ['on.Out -> log.In'],
};

const pingGraph: GraphSpec = {
  name: 'Ping',
  nodes: [{ id: 'send', type: 'SendCustomEvent', values: { Name: 'ping' } }],
  wires: ['Start.Out -> send.In'],
};

const clockGraph: GraphSpec = {
  name: 'Clock',
  nodes: [
    { id: 'clock', type: 'OnInterval', values: { Seconds: 0.2 } },
    { id: 'log', type: 'LogConsole', values: { Message: 'tick' } },
  ],
  wires: ['clock.Out -> log.In'],
};

const createLogGraph = (name: string, line: string): GraphSpec => ({
  name,
  nodes: [{ id: 'log', type: 'LogConsole', values: { Message: line } }],
  wires: ['Start.Out -> log.In'],
});

export const eventTasks: readonly AgentTask[] = [
  {
    prompt: 'Print "heard" when the event "knock" arrives from outside, and send it.',
    async runWithTools({ callTool, lookUpNodeTypes }) {
      await lookUpNodeTypes('custom event', 'log');
      await callTool('apply_graph', { ...knockGraph, run: true, seconds: 0 });
      await callTool('send_event', { name: 'knock', graph: 'Door', untilLine: 'heard' });
    },
    async runWithRest({ call, lookUpNodeTypes }) {
      await lookUpNodeTypes('custom event', 'log');
      const id = await createAndBuildGraph(call, knockGraph);
      await startGraph(call, id);
      await call('POST', `/api/graphs/${id}/events`, { name: 'knock' });
      await waitForConsoleLine(call, id, 'heard');
    },
    check: (call) => assertConsoleLine(call, 'Door', 'heard'),
  },
  {
    prompt: 'Have one graph say "pong" when another one sends "ping".',
    async runWithTools({ callTool, lookUpNodeTypes }) {
      await lookUpNodeTypes('custom event', 'log');
      await callTool('apply_graph', { ...pongGraph, run: true, seconds: 0 });
      await callTool('apply_graph', { ...pingGraph, run: true });
      await callTool('read_graph', { graph: 'Pong', console: true });
    },
    async runWithRest({ call, lookUpNodeTypes }) {
      await lookUpNodeTypes('custom event', 'log');
      const plans = [pongGraph, pingGraph];
      const graphs = await sendBatch<Graph>(call, plans.map(buildCreateRequest));
      await sendBatch(
        call,
        graphs.map((graph, index) => buildAddNodesRequest(graph, plans[index] as GraphSpec)),
      );
      await sendBatch(
        call,
        graphs.map(({ id }) => buildStartRequest(id)),
      );
      await waitForConsoleLine(call, graphs[0]?.id ?? '', 'pong');
    },
    // The event reaches the other graph in a later frame, which on a busy machine may come after the agent's last call.
    async check(call) {
      await waitForConsoleLine(call, await findGraphId(call, 'Pong'), 'pong');
    },
  },
  {
    prompt: 'Tell when the graph Clock, which runs, has ticked three more times.',
    setUp: async (call) => startGraph(call, await createAndBuildGraph(call, clockGraph)),
    runWithTools: ({ callTool }) => callTool('wait_events', { patterns: ['console.log'], count: 3 }),
    async runWithRest({ call }) {
      const id = await findGraphId(call, 'Clock');
      const previousLines = await readConsoleLines(call, id);
      return waitForConsoleLine(call, id, 'tick', previousLines.length + 3);
    },
    async check(_, reply) {
      assertThat(reply.split('tick').length > 3, `three ticks were heard: ${reply}`);
    },
  },
  {
    prompt: 'Report what the graph Quiet has printed; another graph prints more.',
    async setUp(call) {
      for (const [name, line] of [
        ['Quiet', 'a whisper'],
        ['Loud', 'a shout'],
      ] as const) {
        const id = await createAndBuildGraph(call, createLogGraph(name, line));
        await startGraph(call, id);
        await waitForConsoleLine(call, id, line);
      }
    },
    runWithTools: ({ callTool }) => callTool('read_graph', { graph: 'Quiet', console: true }),
    runWithRest: async ({ call }) => waitForConsoleLine(call, await findGraphId(call, 'Quiet'), ''),
    async check(_, reply) {
      assertThat(reply.includes('a whisper') && !reply.includes('a shout'), `Quiet has whispered: ${reply}`);
    },
  },
];
