/** Tasks about graphs as they run, and what is left when they have. */
import { requireThat, requireSaid, requireState } from '../require.ts';
import { batch, build, idOf, type Plan, readGraph, run, untilSaid } from '../routes.ts';
import type { Call } from '../by-rest.ts';
import type { Task } from '../task.ts';

const says = (name: string, line: string, type = 'LogConsole'): Plan => ({
  name,
  nodes: [{ id: 'log', type, values: { Message: line } }],
  wires: ['Start.Out -> log.In'],
});

const left = ['Old one', 'Old two', 'Old three'];

const makeLeftovers = async (call: Call): Promise<void> => {
  for (const name of left) await build(call, says(name, 'old'));
  await call('POST', '/api/variables', { name: 'old', type: 'Float' });
  await call('POST', '/api/actions/scene/spawn', { type: 'Primitives/Cube', tag: 'old' });
};

/** The first node type that is told of. */
const firstType = (answer: string): string => /^(\w+)\(/m.exec(answer)?.[1] ?? 'LogConsole';

export const running: readonly Task[] = [
  {
    told: 'Print "found" when a graph starts.',
    async byTools({ ask, learn }) {
      const type = firstType(await learn('print'));
      await ask('apply_graph', { ...says('Printer', 'found', type), run: true, untilLine: 'found' });
    },
    async byRest({ call, learn }) {
      await learn('print');
      const id = await build(call, says('Printer', 'found'));
      await run(call, id);
      await untilSaid(call, id, 'found');
    },
    check: (call) => requireSaid(call, 'Printer', 'found'),
  },
  {
    told: 'Have a graph say "again" at its start, and run it twice.',
    async byTools({ ask, learn }) {
      await learn('log');
      await ask('apply_graph', { ...says('Twice', 'again'), run: true, untilLine: 'again' });
      await ask('run_graph', { graph: 'Twice', untilLine: 'again' });
    },
    async byRest({ call, learn }) {
      await learn('log');
      const id = await build(call, says('Twice', 'again'));
      await run(call, id);
      await untilSaid(call, id, 'again');
      await call('POST', `/api/graphs/${id}/run?restart=true`);
      await untilSaid(call, id, 'again', 2);
    },
    check: (call) => requireSaid(call, 'Twice', 'again', 2),
  },
  {
    told: 'Stop the graph Endless.',
    given: async (call) => run(call, await build(call, says('Endless', 'on'))),
    byTools: ({ ask }) => ask('stop', { graph: 'Endless' }),
    byRest: async ({ call }) => call('POST', `/api/graphs/${await idOf(call, 'Endless')}/stop`),
    check: (call) => requireState(call, 'Endless', 'stopped'),
  },
  {
    told: 'The nodes of the graph Heap lie on top of each other. Arrange them.',
    given: (call) => build(call, says('Heap', 'heap')),
    byTools: ({ ask }) => ask('tidy_and_cleanup', { arrange: ['Heap'] }),
    async byRest({ call }) {
      const mode = 'layered-horizontal';
      await call('POST', `/api/graphs/${await idOf(call, 'Heap')}/layout`, { mode });
    },
    async check(call) {
      const { nodes } = await readGraph(call, 'Heap');
      const [start, log] = ['Start', 'LogConsole'].map((type) =>
        nodes.find(({ category }) => category === type),
      );
      requireThat((log?.locationX ?? 0) > (start?.locationX ?? 0), 'what follows stands to the right');
    },
  },
  {
    told: 'Clean up: delete the graphs, the variable and the object that are called old.',
    given: makeLeftovers,
    async byTools({ ask }) {
      await ask('overview');
      await ask('tidy_and_cleanup', {
        deleteGraphs: left,
        deleteVariables: ['old'],
        deleteObjects: ['old'],
      });
    },
    async byRest({ call }) {
      interface Named {
        readonly id: string;
        readonly name: string;
      }
      const paths = ['/api/graphs?include=id,name', '/api/variables?include=id,name'];
      const [graphs = [], variables = []] = await batch<Named[]>(
        call,
        paths.map((path) => ({ method: 'GET', path })),
      );
      await batch(call, [
        ...graphs.map(({ id }) => ({ method: 'DELETE', path: `/api/graphs/${id}?deleteFile=true` })),
        ...variables.map(({ id }) => ({ method: 'DELETE', path: `/api/variables/${id}` })),
        { method: 'POST', path: '/api/actions/scene/objects.destroy', body: { object: 'old' } },
      ]);
    },
    async check(call) {
      for (const path of ['/api/graphs', '/api/variables'])
        requireThat((await call<unknown[]>('GET', path)).length === 0, `nothing is at ${path}`);
      const objects = JSON.stringify(await call('GET', '/api/discovery/scene-objects'));
      requireThat(!objects.includes('"old"'), 'the object is gone');
    },
  },
];
