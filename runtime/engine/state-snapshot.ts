/**
 * Captures the graphs between two ticks as plain data that contains everything that determines what the graphs will do
 * next.
 */
import type { PendingLatent } from '../kernels/latent-queue.ts';
import type { Activation } from './activation-executor.ts';
import type { GraphProgram } from './compile-graph.ts';
import type { GraphCall, GraphRun, NodeMemory } from './graph-run.ts';

export const snapshotProgram = ({ graphId, name, nodes, initial, steps }: GraphProgram) => ({
  graphId,
  name,
  initial,
  steps: steps.length,
  nodes: nodes.map(({ id, definition, triggerOutputs }) => ({
    id,
    category: definition.type.enumValue,
    exits: triggerOutputs,
  })),
});

export const snapshotCall = ({ id, number, caller, variables, run }: GraphCall): unknown => ({
  ...{
    id,
    number,
    caller: { nodeId: caller.nodeId, call: caller.run.call?.id, graphId: caller.run.graphId },
  },
  variables: variables.entries.map(({ value }) => value),
  run: snapshotRun(run),
});

export const snapshotRun = ({ graphId, phase, clock, graph, ...run }: GraphRun) => ({
  ...{ graphId, phase, frame: clock.frame, elapsed: clock.elapsed },
  program: snapshotProgram(graph.program),
  values: graph.values,
  nodes: graph.nodes.map(({ id, context }) => ({
    state: context.state,
    ...snapshotMemory(run.memory.get(id) ?? emptyMemory),
  })),
  unprepared: run.uninitializedNodes.map(({ id }) => id),
  told: run.samples.all(),
  queue: run.queue,
  missed: run.droppedEvents,
  lines: run.logRate,
  used: run.usedSteps,
  waited: run.ticksWaited,
  halted: run.halted && {
    lists: run.halted.lists.map((list) => list.map(snapshotActivation)),
    cursors: run.halted.cursors,
  },
  backlog: run.backlog.map(({ activation, occurrence }) => ({
    activation: snapshotActivation(activation),
    occurrence,
  })),
  ...(run.startingCalls.length > 0 && { starting: run.startingCalls.map(snapshotCall) }),
});

/** The part of a node's memory that determines what the node does next. */
type MemoryState = Omit<NodeMemory, 'nodeId' | 'category' | 'run' | 'dispose' | 'calls' | 'callSite'>;

const emptyMemory: MemoryState = {
  pending: new Set(),
  queuedTicks: [],
  jobs: [],
  awaitedIds: new Set(),
  hasWarned: false,
  hasReportedRejection: false,
  random: undefined,
  callCount: 0,
};

const snapshotMemory = (memory: MemoryState) => ({
  pending: Array.from(memory.pending, snapshotPending),
  waiting: memory.queuedTicks,
  jobs: memory.jobs,
  awaited: [...memory.awaitedIds],
  warned: memory.hasWarned,
  refused: memory.hasReportedRejection,
  random: memory.random?.state(),
  ...(memory.callCount > 0 && { callCount: memory.callCount }),
});

const snapshotPending = ({ due, order }: PendingLatent<NodeMemory>) => ({ due, order });

const snapshotActivation = ({ nodeId, event }: Activation) => ({ nodeId, port: event?.port });
