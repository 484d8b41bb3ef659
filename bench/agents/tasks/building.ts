/** Tasks that a new graph does. */
import { requireSaid } from '../require.ts';
import { addition, batch, carryOut, creation, type Graph, type Plan, run, untilSaid } from '../routes.ts';
import type { Call } from '../by-rest.ts';
import type { Task } from '../task.ts';

interface Built {
  readonly told: string;
  /** Node types that it has to find first. */
  readonly words: readonly string[];
  readonly plan: Plan;
  /** Global variables, by name. */
  readonly variables?: readonly { name: string; type: string; value: unknown }[];
  /** The line of the console by which it has worked. */
  readonly line: string;
}

/** Makes a graph, and what its nodes are about, in one call. */
const create = async (call: Call, plan: Plan, variables: NonNullable<Built['variables']>): Promise<Graph> => {
  if (variables.length === 0) return carryOut(call, creation(plan));
  const [graph] = await batch<Graph>(call, [
    creation(plan),
    ...variables.map((body) => ({ method: 'POST', path: '/api/variables', body })),
  ]);
  return graph as Graph;
};

/** A task that is done once a graph is built, runs and has said a line. */
const built = ({ told, words, plan, variables = [], line }: Built): Task => ({
  told,
  async byTools({ ask, learn }) {
    await learn(...words);
    const given = variables.length > 0 ? { variables } : {};
    await ask('apply_graph', { ...plan, ...given, run: true, untilLine: line });
  },
  async byRest({ call, learn }) {
    await learn(...words);
    const graph = await create(call, plan, variables);
    await carryOut(call, addition(graph, plan));
    await run(call, graph.id);
    await untilSaid(call, graph.id, line);
  },
  check: (call) => requireSaid(call, plan.name, line),
});

export const building: readonly Task[] = [
  built({
    told: 'Have a graph say "hello" when it starts.',
    words: ['log'],
    plan: {
      name: 'Greeting',
      nodes: [{ id: 'log', type: 'LogConsole', values: { Message: 'hello' } }],
      wires: ['Start.Out -> log.In'],
    },
    line: 'hello',
  }),
  built({
    told: 'Add up the numbers from 1 to 10 in a loop, and say the sum.',
    words: ['loop', 'increment variable', 'get variable', 'to text', 'log'],
    variables: [{ name: 'sum', type: 'Float', value: 0 }],
    plan: {
      name: 'Sum',
      nodes: [
        { id: 'loop', type: 'ForLoop', values: { First: 1, Last: 10 } },
        { id: 'add', type: 'IncrementVariable', values: { Variable: 'sum' } },
        { id: 'sum', type: 'GetVariable', values: { Variable: 'sum' } },
        { id: 'text', type: 'ToText' },
        { id: 'log', type: 'LogConsole' },
      ],
      wires: [
        'Start.Out -> loop.In',
        'loop.Body -> add.In',
        'loop.Index -> add.Amount',
        'loop.Completed -> log.In',
        'sum.Value -> text.Value',
        'text.Text -> log.Message',
      ],
    },
    line: '55',
  }),
  built({
    told: 'Be a traffic light: say red, green and yellow in turn, one each tenth of a second.',
    words: ['interval', 'one after another', 'log'],
    plan: {
      name: 'Light',
      nodes: [
        { id: 'clock', type: 'OnInterval', values: { Seconds: 0.1 } },
        { id: 'turn', type: 'MultiGate', values: { Count: 3, Loop: true } },
        { id: 'red', type: 'LogConsole', values: { Message: 'red' } },
        { id: 'green', type: 'LogConsole', values: { Message: 'green' } },
        { id: 'yellow', type: 'LogConsole', values: { Message: 'yellow' } },
      ],
      wires: [
        'clock.Out -> turn.In',
        'turn.Out0 -> red.In',
        'turn.Out1 -> green.In',
        'turn.Out2 -> yellow.In',
      ],
    },
    line: 'yellow',
  }),
  built({
    told: 'Put five letters together by a template with five gaps, and say what comes out: scene.',
    words: ['format text', 'log'],
    plan: {
      name: 'Letters',
      nodes: [
        {
          id: 'text',
          type: 'FormatText',
          values: { Template: '{0}{1}{2}{3}{4}', Arg0: 's', Arg1: 'c', Arg2: 'e', Arg3: 'n', Arg4: 'e' },
        },
        { id: 'log', type: 'LogConsole' },
      ],
      wires: ['Start.Out -> log.In', 'text.Result -> log.Message'],
    },
    line: 'scene',
  }),
  {
    ...built({
      told: 'There shall be a variable "volume" of 0.5; double it by a graph, and say what it is then.',
      words: ['increment variable', 'to text', 'log'],
      variables: [{ name: 'volume', type: 'Float', value: 0.5 }],
      plan: {
        name: 'Louder',
        nodes: [
          { id: 'more', type: 'IncrementVariable', values: { Variable: 'volume', Amount: 0.5 } },
          { id: 'text', type: 'ToText' },
          { id: 'log', type: 'LogConsole' },
        ],
        wires: [
          'Start.Out -> more.In',
          'more.Out -> log.In',
          'more.Value -> text.Value',
          'text.Text -> log.Message',
        ],
      },
      line: '1',
    }),
    async check(call) {
      const variables = await call<{ name: string; value: unknown }[]>('GET', '/api/variables');
      const volume = variables.find(({ name }) => name === 'volume')?.value;
      if (volume !== 1) throw new Error(`volume is ${volume}`);
    },
  },
];
