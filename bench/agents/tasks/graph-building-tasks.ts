/** Tasks that are solved by building a new graph. */
import { assertConsoleLine } from '../task-assertions.ts';
import {
  buildAddNodesRequest,
  sendBatch,
  sendRequest,
  buildCreateRequest,
  type Graph,
  type GraphSpec,
  startGraph,
  waitForConsoleLine,
} from '../graph-requests.ts';
import type { RestCall } from '../rest-agent.ts';
import type { AgentTask } from '../agent-task.ts';

interface BuildTaskSpec {
  readonly prompt: string;
  /** Search terms for the node types that the agent must look up first. */
  readonly searchWords: readonly string[];
  readonly plan: GraphSpec;
  /** Global variables to create. */
  readonly variables?: readonly { name: string; type: string; value: unknown }[];
  /** The console line that proves that the graph works. */
  readonly expectedLine: string;
}

/** Creates a graph and the variables that its nodes use in one batch. */
const createGraphWithVariables = async (
  call: RestCall,
  plan: GraphSpec,
  variables: NonNullable<BuildTaskSpec['variables']>,
): Promise<Graph> => {
  if (variables.length === 0) return sendRequest(call, buildCreateRequest(plan));
  const [graph] = await sendBatch<Graph>(call, [
    buildCreateRequest(plan),
    ...variables.map((body) => ({ method: 'POST', path: '/api/variables', body })),
  ]);
  return graph as Graph;
};

/** Creates a task that is done when its graph has been built, is running and has logged a given line. */
const createBuildTask = ({
  prompt,
  searchWords,
  plan,
  variables = [],
  expectedLine,
}: BuildTaskSpec): AgentTask => ({
  prompt,
  async runWithTools({ callTool, lookUpNodeTypes }) {
    await lookUpNodeTypes(...searchWords);
    const withVariables = variables.length > 0 ? { variables } : {};
    await callTool('apply_graph', { ...plan, ...withVariables, run: true, untilLine: expectedLine });
  },
  async runWithRest({ call, lookUpNodeTypes }) {
    await lookUpNodeTypes(...searchWords);
    const graph = await createGraphWithVariables(call, plan, variables);
    await sendRequest(call, buildAddNodesRequest(graph, plan));
    await startGraph(call, graph.id);
    await waitForConsoleLine(call, graph.id, expectedLine);
  },
  check: (call) => assertConsoleLine(call, plan.name, expectedLine),
});

export const graphBuildingTasks: readonly AgentTask[] = [
  createBuildTask({
    prompt: 'Have a graph say "hello" when it starts.',
    searchWords: ['log'],
    plan: {
      name: 'Greeting',
      nodes: [{ id: 'log', type: 'LogConsole', values: { Message: 'hello' } }],
      wires: ['Start.Out -> log.In'],
    },
    expectedLine: 'hello',
  }),
  createBuildTask({
    prompt: 'Add up the numbers from 1 to 10 in a loop, and say the sum.',
    searchWords: ['loop', 'increment variable', 'get variable', 'to text', 'log'],
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
    expectedLine: '55',
  }),
  createBuildTask({
    prompt: 'Be a traffic light: say red, green and yellow in turn, one each tenth of a second.',
    searchWords: ['interval', 'one after another', 'log'],
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
    expectedLine: 'yellow',
  }),
  createBuildTask({
    prompt: 'Join five letters with a template of five placeholders, and print the result: scene.',
    searchWords: ['format text', 'log'],
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
    expectedLine: 'scene',
  }),
  {
    ...createBuildTask({
      prompt: 'Create a variable "volume" of 0.5, double it in a graph, and print its value.',
      searchWords: ['increment variable', 'to text', 'log'],
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
      expectedLine: '1',
    }),
    async check(call) {
      const variables = await call<{ name: string; value: unknown }[]>('GET', '/api/variables');
      const volume = variables.find(({ name }) => name === 'volume')?.value;
      if (volume !== 1) throw new Error(`volume is ${volume}`);
    },
  },
];
