import { runAllSlices, type TimeSlicing } from '../frame/time-slicing.ts';
import { createActivationDispatcher } from './activation-dispatcher.ts';
import { bindGraph, type BoundGraph, type BoundNode } from './bind-graph.ts';
import { createDroppedEvents, isFloodingItself, type ListenerRegistry, takeDropped } from './event-router.ts';
import { ExecutionError } from './execution-limits.ts';
import {
  type BoundRun,
  createLogRateState,
  createNodeMemory,
  disposeNode,
  type GraphRun,
  type GraphRunState,
  type NodeMemory,
  type QueuedOccurrence,
  RunClock,
  type StopReason,
  takeDroppedLines,
} from './graph-run.ts';
import { createNodeServices, type EngineContext, RunningGraphView } from './node-services.ts';
import { createPortSamples } from './port-samples.ts';
import { createSleepingGraphs, type IdleTracker } from './sleeping-graphs.ts';
import type { StepCounter } from '../kernels/stopwatch.ts';
import type { ActivationExecutor } from './activation-executor.ts';
import type { GraphProgram, NodeProgram } from './compile-graph.ts';
import type { NodeJobs } from './node-jobs.ts';

interface GraphRunsOptions {
  readonly executor: ActivationExecutor;
  readonly context: EngineContext;
  readonly listeners: ListenerRegistry;
  readonly timeSlicing: TimeSlicing;
  /** The step counter that all graphs share. */
  readonly stepCounter: StepCounter;
  readonly idleTracker: IdleTracker;
  /** Returns whether there are listeners for `ports.updated`. */
  readonly hasPortListeners: () => boolean;
  /** Returns whether there are listeners for per-frame events. */
  readonly hasFrameListeners: () => boolean;
}

/** Manages running graphs, from their start to their stop. */
export const createGraphRuns = (options: GraphRunsOptions) => {
  const { executor, context, listeners, timeSlicing, stepCounter, idleTracker, hasPortListeners } = options;
  const { runtime, limits, jobs } = context;
  const { raise, log } = runtime;
  const running = new Map<string, GraphRun>();
  const sleepingGraphs = createSleepingGraphs(options.hasFrameListeners);
  let startCount = 0;

  /** Prepares a program for execution. Nodes whose id and type are unchanged keep their memory. */
  const bindRun = (program: GraphProgram, run: GraphRunState, previous?: BoundRun): BoundRun => {
    const info = new RunningGraphView(run);
    const memory = previous ? carryOverMemory(program, previous.memory) : new Map<string, NodeMemory>();
    const graph = bindGraph(program, {
      ...{ executor, runtime, graphInfo: info },
      createServices({ id, definition }) {
        const nodeMemory = memory.get(id) ?? createNodeMemory(id, definition.type.enumValue, run);
        memory.set(id, nodeMemory);
        return createNodeServices(nodeMemory, info, context);
      },
    });
    return {
      graph,
      memory,
      samples: createPortSamples(graph, previous?.samples),
      uninitializedNodes: graph.nodes,
    };
  };

  const reportDroppedLines = (run: GraphRun): void => {
    const dropped = takeDroppedLines(run.logRate);
    if (!dropped) return;
    const message = `Dropped ${dropped.count} console lines of the graph, the first from this node. The limit is ${limits.linesPerTick} lines per frame.`;
    log({ severity: 'warning', message, graphId: run.graphId, nodeId: dropped.nodeId });
  };

  const reportDroppedEvents = (run: GraphRun): void => {
    const dropped = takeDropped(run);
    if (!dropped) return;
    const message = `Dropped ${dropped.count} events for the graph, the first for this node. The limit is ${limits.waitingEvents} waiting events, or ${limits.waitingSize} values and characters in them.`;
    log({ severity: 'warning', message, graphId: run.graphId, nodeId: dropped.nodeId });
  };

  const stopWithError = (run: GraphRun, { nodeId, reason, message }: ExecutionError): void => {
    log({ severity: 'error', message: `${message} The graph was stopped.`, graphId: run.graphId, nodeId });
    end(run, reason);
  };
  /**
   * Reports the dropped events. A graph that floods its own queue is stopped instead, because such a graph is in an
   * endless loop. Other senders may send any number of events.
   */
  const handleDroppedEvents = (run: GraphRun, queued: readonly QueuedOccurrence[]): void => {
    const { droppedEvents } = run;
    const isEndless = isFloodingItself(run, queued, limits);
    droppedEvents.own = 0;
    droppedEvents.ownSize = 0;
    if (!isEndless) {
      reportDroppedEvents(run);
      return;
    }
    droppedEvents.count = 0;
    const reason = 'The graph has too many events waiting.';
    stopWithError(run, new ExecutionError(droppedEvents.by, 'executionLimit', reason));
  };
  const dispatcher = createActivationDispatcher(
    executor,
    limits,
    timeSlicing,
    stopWithError,
    handleDroppedEvents,
  );

  const end = (run: GraphRun, reason: StopReason): void => {
    if (run.phase === 'stopped') return;
    run.phase = 'stopped';
    running.delete(run.graphId);
    sleepingGraphs.remove(run);
    run.clock.end();
    idleTracker.markChanged(run);
    listeners.remove(run);
    dispatcher.dropHeldWork(run);
    for (const { id } of run.graph.nodes) disposeNode(run.memory.get(id), jobs);
    reportDroppedLines(run);
    reportDroppedEvents(run);
    reportPorts(run);
    raise('graph.stopped', { graphId: run.graphId, name: run.name, reason });
  };

  const raisePorts = (run: GraphRun): void => {
    const failure = run.samples.refresh();
    if (failure && run.phase !== 'stopped') {
      stopWithError(run, failure);
      return;
    }
    const ports = run.samples.takeChanged();
    const { graphId } = run;
    if (ports.length > 0) raise('ports.updated', { graphId, ports });
  };

  const reportPorts = (run: GraphRun): void => {
    if (hasPortListeners()) raisePorts(run);
  };

  return {
    /** Running graphs by id, in the order in which they were started. */
    get running(): ReadonlyMap<string, GraphRun> {
      return running;
    },
    sleepingGraphs,
    dispatcher,
    start(program: GraphProgram): GraphRun {
      const { graphId, name } = program;
      const info: GraphRunState = {
        graphId,
        name,
        phase: 'running',
        clock: new RunClock(stepCounter),
        latents: 0,
        jobs: 0,
        logRate: createLogRateState(),
      };
      startCount += 1;
      const initialState = {
        startOrder: startCount,
        isReportedIdle: false,
        queue: [],
        waitingSize: 0,
        droppedEvents: createDroppedEvents(),
        halted: undefined,
        backlog: [],
        usedSteps: 0,
        skipsTick: false,
        ticksWaited: 0,
      };
      const run: GraphRun = Object.assign(info, bindRun(program, info), initialState);
      running.set(graphId, run);
      sleepingGraphs.add(run);
      listeners.add(run);
      raise('graph.running', { graphId, name });
      return run;
    },
    /** Switches the graph to another program. Nodes whose id and type are unchanged keep their memory and state. */
    replaceProgram(run: GraphRun, program: GraphProgram) {
      const { graph, memory } = run;
      const { uninitializedNodes: _, ...bound } = bindRun(program, run, run);
      listeners.remove(run);
      carryOverState(Object.assign(run, bound), graph, memory, jobs);
      listeners.add(run);
    },
    /** Fires OnStop, drops pending latent work and stops the graph. Does nothing when the graph is not running. */
    stop(run: GraphRun, reason: StopReason) {
      if (run.phase !== 'running') return;
      sleepingGraphs.wake(run);
      run.phase = 'stopping';
      run.usedSteps = 0;
      run.skipsTick = false;
      dispatcher.dropHeldWork(run);
      if (run.clock.frame > 0) runAllSlices(dispatcher.dispatchOccurrence(run, 'stop', undefined));
      end(run, reason);
    },
    /** Fires the node's handler for something that the node has waited for. */
    resumeNode(memory: NodeMemory, body: 'due' | 'done' | 'ended', occurrence?: unknown) {
      const run = running.get(memory.run.graphId);
      const activation = run?.graph.byId.get(memory.nodeId)?.[body];
      if (run && activation) dispatcher.dispatch(run, activation, occurrence);
    },
    reportDroppedLines,
    raisePorts,
    /** Raises `ports.updated` when there are listeners. */
    reportPorts,
  };
};

/** Returns the memory of those nodes that the previous program already had with the same type. */
const carryOverMemory = (
  { nodes }: GraphProgram,
  previousMemory: ReadonlyMap<string, NodeMemory>,
): Map<string, NodeMemory> => {
  const carriedOver = new Map<string, NodeMemory>();
  for (const { id, definition } of nodes) {
    const previous = previousMemory.get(id);
    if (previous?.category === definition.type.enumValue) carriedOver.set(id, previous);
  }
  return carriedOver;
};

type SlotPort = NodeProgram['outputs'][number];

/**
 * Carries the state and values of the previous graph over to nodes whose id and type are unchanged. Disposes of nodes
 * that were removed or whose type has changed.
 */
const carryOverState = (
  run: GraphRun,
  previousGraph: BoundGraph,
  memory: ReadonlyMap<string, NodeMemory>,
  jobs: NodeJobs<NodeMemory>,
): void => {
  const uninitialized = new Set(run.uninitializedNodes);
  const previousNodes = new Map<BoundNode, BoundNode>();
  const copyValues = (ports: readonly SlotPort[], previousPorts: readonly SlotPort[]): void => {
    for (const { name, slot } of ports) {
      const previous = previousPorts.find((port) => port.name === name);
      const value = previous && previousGraph.values[previous.slot];
      if (value !== undefined) run.graph.values[slot] = value;
    }
  };
  for (const node of run.graph.nodes) {
    const previousNode = previousGraph.byId.get(node.id);
    if (previousNode?.definition === node.definition && !uninitialized.has(previousNode))
      previousNodes.set(node, previousNode);
  }
  for (const [node, previousNode] of previousNodes) {
    node.context.state = previousNode.context.state;
    const { inputs, outputs } = node.program;
    copyValues(outputs, previousNode.program.outputs);
    copyValues(
      inputs.filter(({ hasOwnSlot }) => hasOwnSlot),
      previousNode.program.inputs,
    );
  }
  run.uninitializedNodes = run.graph.nodes.filter((node) => !previousNodes.has(node));
  run.queue = run.queue.filter(({ kind }) => run.graph.eventHandlers.has(kind));
  for (const { id } of previousGraph.nodes) {
    const previousMemory = memory.get(id);
    if (run.memory.get(id) !== previousMemory) disposeNode(previousMemory, jobs);
  }
};
