/** Graphs between two ticks as plain data: all that decides what they do next. */
import type { Pending } from './latents.ts';
import type { Activation } from './executor.ts';
import type { Program } from './program.ts';
import type { NodeMemory, Run } from './run.ts';

export const stateOfProgram = ({ graphId, name, nodes, initial, steps }: Program) => ({
  graphId,
  name,
  initial,
  steps: steps.length,
  nodes: nodes.map(({ id, definition, exits }) => ({ id, category: definition.type.enumValue, exits })),
});

export const stateOfRun = ({ graphId, phase, course, graph, ...run }: Run) => ({
  ...{ graphId, phase, frame: course.frame, elapsed: course.elapsed },
  program: stateOfProgram(graph.program),
  values: graph.values,
  nodes: graph.nodes.map(({ id, context }) => ({
    state: context.state,
    ...stateOfMemory(run.memory.get(id) ?? nothingYet),
  })),
  unprepared: run.unprepared.map(({ id }) => id),
  told: run.samples.all(),
  queue: run.queue,
  missed: run.missed,
  lines: run.lines,
  used: run.used,
  waited: run.waited,
  halted: run.halted && {
    lists: run.halted.lists.map((list) => list.map(stateOfActivation)),
    cursors: run.halted.cursors,
  },
  backlog: run.backlog.map(({ activation, occurrence }) => ({
    activation: stateOfActivation(activation),
    occurrence,
  })),
});

/** What decides of a node what it does next. */
type Remembered = Omit<NodeMemory, 'nodeId' | 'category' | 'run' | 'release'>;

const nothingYet: Remembered = {
  pending: new Set(),
  waiting: [],
  jobs: [],
  awaited: new Set(),
  warned: false,
  refused: false,
  random: undefined,
};

const stateOfMemory = (memory: Remembered) => ({
  pending: Array.from(memory.pending, stateOfPending),
  waiting: memory.waiting,
  jobs: memory.jobs,
  awaited: [...memory.awaited],
  warned: memory.warned,
  refused: memory.refused,
  random: memory.random?.state(),
});

const stateOfPending = ({ due, order }: Pending<NodeMemory>) => ({ due, order });

const stateOfActivation = ({ nodeId, announcement }: Activation) => ({ nodeId, port: announcement?.port });
