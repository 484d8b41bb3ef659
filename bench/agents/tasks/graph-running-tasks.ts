/** Tasks about running graphs, and about what they leave behind. */
import { assertThat, assertConsoleLine, assertGraphState } from '../task-assertions.ts';
import {
  sendBatch,
  createAndBuildGraph,
  findGraphId,
  type GraphSpec,
  readGraph,
  startGraph,
  waitForConsoleLine,
} from '../graph-requests.ts';
import type { RestCall } from '../rest-agent.ts';
import type { AgentTask } from '../agent-task.ts';

const createLogGraph = (name: string, line: string, type = 'LogConsole'): GraphSpec => ({
  name,
  nodes: [{ id: 'log', type, values: { Message: line } }],
  wires: ['Start.Out -> log.In'],
});

const leftoverNames = ['Old one', 'Old two', 'Old three'];

const createLeftovers = async (call: RestCall): Promise<void> => {
  for (const name of leftoverNames) await createAndBuildGraph(call, createLogGraph(name, 'old'));
  await call('POST', '/api/variables', { name: 'old', type: 'Float' });
  await call('POST', '/api/actions/scene/spawn', { type: 'Primitives/Cube', tag: 'old' });
};

/** Returns the first node type in a search result. */
const findFirstNodeType = (response: string): string => /^(\w+)\(/m.exec(response)?.[1] ?? 'LogConsole';

export const graphRunningTasks: readonly AgentTask[] = [
  {
    prompt: 'Print "found" when a graph starts.',
    async runWithTools({ callTool, lookUpNodeTypes }) {
      const type = findFirstNodeType(await lookUpNodeTypes('print'));
      await callTool('apply_graph', {
        ...createLogGraph('Printer', 'found', type),
        run: true,
        untilLine: 'found',
      });
    },
    async runWithRest({ call, lookUpNodeTypes }) {
      await lookUpNodeTypes('print');
      const id = await createAndBuildGraph(call, createLogGraph('Printer', 'found'));
      await startGraph(call, id);
      await waitForConsoleLine(call, id, 'found');
    },
    check: (call) => assertConsoleLine(call, 'Printer', 'found'),
  },
  {
    prompt: 'Have a graph say "again" at its start, and run it twice.',
    async runWithTools({ callTool, lookUpNodeTypes }) {
      await lookUpNodeTypes('log');
      await callTool('apply_graph', { ...createLogGraph('Twice', 'again'), run: true, untilLine: 'again' });
      await callTool('run_graph', { graph: 'Twice', untilLine: 'again' });
    },
    async runWithRest({ call, lookUpNodeTypes }) {
      await lookUpNodeTypes('log');
      const id = await createAndBuildGraph(call, createLogGraph('Twice', 'again'));
      await startGraph(call, id);
      await waitForConsoleLine(call, id, 'again');
      await call('POST', `/api/graphs/${id}/run?restart=true`);
      await waitForConsoleLine(call, id, 'again', 2);
    },
    check: (call) => assertConsoleLine(call, 'Twice', 'again', 2),
  },
  {
    prompt: 'Stop the graph Endless.',
    setUp: async (call) => startGraph(call, await createAndBuildGraph(call, createLogGraph('Endless', 'on'))),
    runWithTools: ({ callTool }) => callTool('stop', { graph: 'Endless' }),
    runWithRest: async ({ call }) => call('POST', `/api/graphs/${await findGraphId(call, 'Endless')}/stop`),
    check: (call) => assertGraphState(call, 'Endless', 'stopped'),
  },
  {
    prompt: 'The nodes of the graph Heap lie on top of each other. Arrange them.',
    setUp: (call) => createAndBuildGraph(call, createLogGraph('Heap', 'heap')),
    runWithTools: ({ callTool }) => callTool('tidy_and_cleanup', { arrange: ['Heap'] }),
    async runWithRest({ call }) {
      const mode = 'layered-horizontal';
      await call('POST', `/api/graphs/${await findGraphId(call, 'Heap')}/layout`, { mode });
    },
    async check(call) {
      const { nodes } = await readGraph(call, 'Heap');
      const [start, log] = ['Start', 'LogConsole'].map((type) =>
        nodes.find(({ category }) => category === type),
      );
      assertThat((log?.locationX ?? 0) > (start?.locationX ?? 0), 'what follows stands to the right');
    },
  },
  {
    prompt: 'Clean up: delete the graphs, the variable and the object that are called old.',
    setUp: createLeftovers,
    async runWithTools({ callTool }) {
      await callTool('overview');
      await callTool('tidy_and_cleanup', {
        deleteGraphs: leftoverNames,
        deleteVariables: ['old'],
        deleteObjects: ['old'],
      });
    },
    async runWithRest({ call }) {
      interface Named {
        readonly id: string;
        readonly name: string;
      }
      const paths = ['/api/graphs?include=id,name', '/api/variables?include=id,name'];
      const [graphs = [], variables = []] = await sendBatch<Named[]>(
        call,
        paths.map((path) => ({ method: 'GET', path })),
      );
      await sendBatch(call, [
        ...graphs.map(({ id }) => ({ method: 'DELETE', path: `/api/graphs/${id}?deleteFile=true` })),
        ...variables.map(({ id }) => ({ method: 'DELETE', path: `/api/variables/${id}` })),
        { method: 'POST', path: '/api/actions/scene/objects.destroy', body: { object: 'old' } },
      ]);
    },
    async check(call) {
      for (const path of ['/api/graphs', '/api/variables'])
        assertThat((await call<unknown[]>('GET', path)).length === 0, `nothing is at ${path}`);
      const objects = JSON.stringify(await call('GET', '/api/discovery/scene-objects'));
      assertThat(!objects.includes('"old"'), 'the object is removed');
    },
  },
];
