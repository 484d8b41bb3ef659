/** Tasks about graphs that are there already, some of them made by somebody else. */
import { requireThat, requireSaid } from '../require.ts';
import {
  addition,
  batch,
  build,
  carryOut,
  creation,
  type Graph,
  idOf,
  type Plan,
  portOf,
  readGraph,
  run,
  untilSaid,
} from '../routes.ts';
import type { Call } from '../by-rest.ts';
import type { Task } from '../task.ts';

const greeter = (line: string): Plan => ({
  name: 'Greeter',
  nodes: [
    { id: 'wait', type: 'Delay', values: { Duration: 0.1 } },
    { id: 'log', type: 'LogConsole', values: { Message: line } },
  ],
  wires: ['Start.Out -> wait.In', 'wait.Done -> log.In'],
});

const fork: Plan = {
  name: 'Fork',
  nodes: [
    { id: 'left', type: 'LogConsole', values: { Message: 'left' } },
    { id: 'right', type: 'LogConsole', values: { Message: 'right' } },
  ],
  wires: ['Start.Out -> left.In'],
};

const beat = (line: string): Plan => ({
  name: 'Beat',
  nodes: [
    { id: 'clock', type: 'OnInterval', values: { Seconds: 0.1 } },
    { id: 'log', type: 'LogConsole', values: { Message: line } },
  ],
  wires: ['clock.Out -> log.In'],
});

/** With a node type and a port that there are not. */
const mistaken: Plan = {
  name: 'Mended',
  nodes: [
    { id: 'wait', type: 'Delay', values: { Duration: 0.1 } },
    { id: 'log', type: 'LogConsol', values: { Message: 'mended' } },
  ],
  wires: ['Start.Uot -> wait.In', 'wait.Done -> log.In'],
};

/** The same with what a refusal names as most alike. */
const mended = (refusal: string): Plan => {
  const told = [...refusal.matchAll(/(?:Nearest: |"nearest":\[")([\w-]+)/g)].map(([, name]) => name);
  const [type = '', port = ''] = new Set(told);
  return {
    ...mistaken,
    nodes: mistaken.nodes.map((node) => (node.type === 'LogConsol' ? { ...node, type } : node)),
    wires: mistaken.wires.map((wire) => wire.replace('Uot', port)),
  };
};

const write = (call: Call, port: string, value: unknown): Promise<unknown> =>
  call('PUT', `/api/ports/${encodeURIComponent(port)}/value?sync=true`, { value });

export const editing: readonly Task[] = [
  {
    told: 'Build a graph that says "mended" from a sketch with mistakes in it, and mend them by what the refusal says.',
    async byTools({ ask }) {
      const refusal = await ask('apply_graph', { ...mistaken, run: true, untilLine: 'mended' });
      await ask('apply_graph', { ...mended(refusal), run: true, untilLine: 'mended' });
    },
    async byRest({ call }) {
      const graph = await carryOut<Graph>(call, creation(mistaken));
      const refusal = JSON.stringify(await carryOut(call, addition(graph, mistaken)));
      await carryOut(call, addition(graph, mended(refusal)));
      await run(call, graph.id);
      await untilSaid(call, graph.id, 'mended');
    },
    check: (call) => requireSaid(call, 'Mended', 'mended'),
  },
  {
    told: 'Have a graph say "slow" each tenth of a second, and once it does, have it say "fast" without stopping it.',
    async byTools({ ask, learn }) {
      await learn('interval', 'log');
      await ask('apply_graph', { ...beat('slow'), run: true, untilLine: 'slow' });
      await ask('edit_graph', { graph: 'Beat', set: { 'LogConsole.Message': 'fast' }, untilLine: 'fast' });
    },
    async byRest({ call, learn }) {
      await learn('interval', 'log');
      const graph = await carryOut<Graph>(call, creation(beat('slow')));
      const added = await carryOut<Pick<Graph, 'nodes'>>(call, addition(graph, beat('slow'), 'full'));
      await run(call, graph.id);
      await untilSaid(call, graph.id, 'slow');
      await write(call, portOf(added, 'LogConsole', 'Message'), 'fast');
      await untilSaid(call, graph.id, 'fast');
    },
    async check(call) {
      await requireSaid(call, 'Beat', 'slow');
      await requireSaid(call, 'Beat', 'fast');
      requireThat((await readGraph(call, 'Beat')).state === 'running', 'Beat runs');
    },
  },
  {
    told: 'The graph Greeter says "helo". Have it say "hello", and run it.',
    given: (call) => build(call, greeter('helo')),
    async byTools({ ask }) {
      await ask('read_graph', { graph: 'Greeter' });
      const set = { 'LogConsole.Message': 'hello' };
      await ask('edit_graph', { graph: 'Greeter', set, run: true, untilLine: 'hello' });
    },
    async byRest({ call }) {
      const graph = await readGraph(call, 'Greeter');
      await write(call, portOf(graph, 'LogConsole', 'Message'), 'hello');
      await run(call, graph.id);
      await untilSaid(call, graph.id, 'hello');
    },
    check: (call) => requireSaid(call, 'Greeter', 'hello'),
  },
  {
    told: 'Tell what the graph Greeter says, and how long after its start.',
    given: (call) => build(call, greeter('good morning')),
    byTools: ({ ask }) => ask('read_graph', { graph: 'Greeter' }),
    byRest: async ({ call }) => JSON.stringify(await readGraph(call, 'Greeter')),
    async check(_, reply) {
      requireThat(/good morning/.test(reply) && /\b0\.1\b/.test(reply), `Greeter was read: ${reply}`);
    },
  },
  {
    told: 'The graph Fork says "left". Wire its start to the other node instead, and run it.',
    given: (call) => build(call, fork),
    async byTools({ ask }) {
      await ask('read_graph', { graph: 'Fork' });
      await ask('edit_graph', {
        graph: 'Fork',
        connect: ['Start.Out -> LogConsole2.In'],
        disconnect: ['Start.Out -> LogConsole.In'],
        run: true,
        untilLine: 'right',
      });
    },
    async byRest({ call }) {
      const { id, nodes, connections } = await readGraph(call, 'Fork');
      const right = nodes.filter(({ category }) => category === 'LogConsole').slice(1);
      await batch(call, [
        ...connections.map((wire) => ({
          method: 'DELETE',
          path: `/api/graphs/${id}/connections/${wire.id}`,
        })),
        {
          method: 'POST',
          path: `/api/graphs/${id}/connections?sync=true`,
          body: {
            outputPortId: portOf({ nodes }, 'Start', 'Out', 'output'),
            inputPortId: portOf({ nodes: right }, 'LogConsole', 'In'),
          },
        },
      ]);
      await run(call, id);
      await untilSaid(call, id, 'right');
    },
    async check(call) {
      await requireSaid(call, 'Fork', 'right');
      requireThat((await readGraph(call, 'Fork')).connections.length === 1, 'one wire is left');
    },
  },
  {
    told: 'Give the graph Greeter the name Host.',
    given: (call) => build(call, greeter('welcome')),
    byTools: ({ ask }) => ask('edit_graph', { graph: 'Greeter', name: 'Host' }),
    async byRest({ call }) {
      await call('PUT', `/api/graphs/${await idOf(call, 'Greeter')}`, { name: 'Host' });
    },
    async check(call) {
      requireThat((await readGraph(call, 'Host')).nodes.length === 4, 'Greeter is called Host');
    },
  },
];
