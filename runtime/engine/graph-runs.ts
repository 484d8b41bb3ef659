import { runAllSlices, type TimeSlicing } from '../frame/time-slicing.ts';
import { createActivationDispatcher } from './activation-dispatcher.ts';
import { bindGraph, type BoundGraph, type BoundNode } from './bind-graph.ts';
import { createDroppedEvents, isFloodingItself, type ListenerRegistry, takeDropped } from './event-router.ts';
import { ExecutionError } from './execution-limits.ts';
import { createGraphCalls, type GraphCalls } from './graph-calls.ts';
import {
  admitLine,
  type BoundRun,
  createLogRateState,
  createNodeMemory,
  disposeNode,
  GraphCall,
  type GraphRun,
  type LogRateState,
  type NodeMemory,
  type QueuedOccurrence,
  RunClock,
  type StopReason,
  takeDroppedLines,
} from './graph-run.ts';
import { createNodeServices, describeCaller, type EngineContext, RunningGraphView } from './node-services.ts';
import { createPortSamples } from './port-samples.ts';
import { createSleepingGraphs, type IdleTracker, isIdle } from './sleeping-graphs.ts';
import type { Json } from '#spec/values.ts';
import type { StepCounter } from '../kernels/stopwatch.ts';
import type { ActivationExecutor, ActivationOwner } from './activation-executor.ts';
import type { GraphProgram, NodeProgram } from './compile-graph.ts';
import type { LoadedGraph } from './loaded-graphs.ts';
import type { NodeJobs } from './node-jobs.ts';

interface GraphRunsOptions {
  readonly executor: ActivationExecutor;
  readonly context: Omit<EngineContext, 'calls'>;
  readonly listeners: ListenerRegistry;
  readonly timeSlicing: TimeSlicing;
  /** The step counter that all graphs share. */
  readonly stepCounter: StepCounter;
  readonly idleTracker: IdleTracker;
  findLoaded(graph: string): LoadedGraph | undefined;
  /** Queues an occurrence for a single graph. */
  enqueue(run: GraphRun, queued: QueuedOccurrence): void;
  /** Returns whether there are listeners for `ports.updated`. */
  readonly hasPortListeners: () => boolean;
  /** Returns whether there are listeners for per-frame events. */
  readonly hasFrameListeners: () => boolean;
}

/** Manages running graphs, from their start to their stop. */
export const createGraphRuns = (options: GraphRunsOptions) => {
  const { executor, listeners, timeSlicing, stepCounter, idleTracker, hasPortListeners } = options;
  const { runtime, limits, jobs } = options.context;
  const { raise, log } = runtime;
  const running = new Map<string, GraphRun>();
  const sleepingGraphs = createSleepingGraphs(options.hasFrameListeners);
  let startCount = 0;

  /** Prepares a program for execution. Nodes whose id and type are unchanged keep their memory. */
  const bindRun = (program: GraphProgram, run: GraphRun, previous?: BoundRun): BoundRun => {
    const info = new RunningGraphView(run);
    const memory = previous ? carryOverMemory(program, previous.memory) : new Map<string, NodeMemory>();
    const graph = bindGraph(program, {
      ...{ executor, runtime, run, graphInfo: info },
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

  const warnAbout = (run: GraphRun, nodeId: string, message: string): void => {
    log({ severity: 'warning', message, ...{ graphId: run.graphId, nodeId }, ...describeCaller(run) });
  };

  const reportDroppedLines = (run: GraphRun): void => {
    const dropped = takeDroppedLines(run.logRate);
    if (!dropped) return;
    const message = `Dropped ${dropped.count} console lines of the graph, the first from this node. The limit is ${limits.linesPerTick} lines per frame.`;
    warnAbout(run, dropped.nodeId, message);
  };

  const reportDroppedEvents = (run: GraphRun): void => {
    const dropped = takeDropped(run);
    if (!dropped) return;
    const message = `Dropped ${dropped.count} events for the graph, the first for this node. The limit is ${limits.waitingEvents} waiting events, or ${limits.waitingSize} values and characters in them.`;
    warnAbout(run, dropped.nodeId, message);
  };

  const stopWithError = (run: GraphRun, { nodeId, reason, message }: ExecutionError): void => {
    const { graphId, call } = run;
    const write = (consequence: string): void => {
      log({
        severity: 'error',
        message: `${message} ${consequence}`,
        graphId,
        nodeId,
        ...describeCaller(run),
      });
    };
    if (!call) {
      write('The graph was stopped.');
      end(run, reason);
      return;
    }
    if (admitLine(call.caller, limits.linesPerTick)) write('The call of the graph has failed.');
    failCall(call, message);
  };

  const failCall = (call: GraphCall, error: string): void => {
    unwindSuspendedCall(call);
    calls.end(call);
    calls.notifyCaller(call, { error });
  };

  /** Drops what a call still has to do on the stack of its caller, if both are suspended. */
  const unwindSuspendedCall = (call: GraphCall): void => {
    if (call.hasStarted) return;
    const { run } = findStackOwner(call.caller);
    if (run.halted) run.halted = executor.unwindHalted(run.halted, (each) => isWithin(each, call));
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
    (run) => calls.finishIfIdle(run),
  );

  const end = (run: GraphRun, reason: StopReason): void => {
    if (run.phase === 'stopped') return;
    run.phase = 'stopped';
    if (!run.call) running.delete(run.graphId);
    sleepingGraphs.remove(run);
    run.clock.end();
    idleTracker.markChanged(run);
    listeners.remove(run);
    dispatcher.dropHeldWork(run);
    for (const call of run.calls ?? []) call.abandon();
    for (const memory of run.memory.values()) disposeNode(memory, jobs);
    if (!run.call) reportDroppedLines(run);
    reportDroppedEvents(run);
    reportPorts(run);
    if (!run.call) raise('graph.stopped', { graphId: run.graphId, name: run.name, reason });
  };

  /**
   * Ends a called graph that has finished in the frame of its call. This is much faster than `end`, because nobody knows
   * of the run yet, and its nodes hold nothing.
   */
  const endUntouchedRun = (run: GraphRun): void => {
    run.phase = 'stopped';
    reportDroppedEvents(run);
    reportPorts(run);
  };

  const raisePorts = (run: GraphRun): void => {
    const failure = run.samples.refresh();
    if (failure && run.phase !== 'stopped') {
      stopWithError(run, failure);
      return;
    }
    const ports = run.samples.takeChanged();
    const { graphId } = run;
    if (ports.length > 0) raise('ports.updated', { graphId, ports, ...describeCaller(run) });
  };

  const reportPorts = (run: GraphRun): void => {
    if (hasPortListeners()) raisePorts(run);
  };

  const createRun = (
    program: GraphProgram,
    call: GraphCall | undefined,
    clock: RunClock,
    logRate: LogRateState,
  ): GraphRun => {
    const { graphId, name } = program;
    // a single literal, because an object that gains many properties later becomes a slow dictionary
    const unbound: Omit<GraphRun, keyof BoundRun> = {
      graphId,
      name,
      call,
      phase: 'running',
      clock,
      latents: 0,
      jobs: 0,
      logRate,
      startOrder: 0,
      hasMarkedMemory: false,
      startingCalls: [],
      calls: undefined,
      isReportedIdle: false,
      queue: [],
      waitingSize: 0,
      droppedEvents: createDroppedEvents(),
      halted: undefined,
      backlog: [],
      isResuming: false,
      usedSteps: 0,
      skipsTick: false,
      ticksWaited: 0,
    };
    // the nodes refer to the run, so that the run exists before they are bound to it
    const run = unbound as GraphRun;
    return Object.assign(run, bindRun(program, run));
  };

  const prepareToStop = (run: GraphRun): void => {
    sleepingGraphs.wake(run);
    run.phase = 'stopping';
    run.usedSteps = 0;
    run.skipsTick = false;
    dispatcher.dropHeldWork(run);
  };

  /** Fires OnStop in a graph that is about to end, and then in the graphs that it has called. */
  const fireStop = (run: GraphRun): void => {
    runAllSlices(dispatcher.dispatchOccurrence(run, 'stop', undefined));
    for (const call of [...(run.calls ?? [])]) {
      if (call.run.phase !== 'running') continue;
      prepareToStop(call.run);
      fireStop(call.run);
    }
  };

  const addRun = (run: GraphRun): void => {
    startCount += 1;
    run.startOrder = startCount;
    sleepingGraphs.add(run);
    listeners.add(run);
  };

  const resetCalledRun = (run: GraphRun, { caller }: GraphCall): void => {
    const { graph } = run;
    const { initial } = graph.program;
    for (let slot = 0; slot < initial.length; slot++) graph.values[slot] = initial[slot] as Json;
    for (const { context } of graph.statefulNodes) context.state = undefined;
    if (run.hasMarkedMemory) for (const memory of run.memory.values()) clearMarks(memory);
    run.phase = 'running';
    run.hasMarkedMemory = false;
    run.clock.restart();
    run.logRate = caller.run.logRate;
    run.droppedEvents.tellFrom = 0;
    run.samples.reset();
  };

  const calls: GraphCalls = createGraphCalls({
    ...{ executor, limits, variables: options.context.variables, findLoaded: options.findLoaded },
    createRun(program, call) {
      const run = createRun(program, call, new RunClock(stepCounter), call.caller.run.logRate);
      run.uninitializedNodes = [];
      run.clock.restart();
      return run;
    },
    resetRun: resetCalledRun,
    addRun,
    endRun(run) {
      if (run.startOrder === 0 && !run.hasMarkedMemory && isIdle(run)) endUntouchedRun(run);
      else end(run, 'explicit');
    },
    isFinished: (run) => !run.isResuming && run.startingCalls.length === 0 && isIdle(run),
    dispatch: (run, activation, occurrence) => dispatcher.dispatch(run, activation, occurrence),
    enqueue: options.enqueue,
  });
  const context: EngineContext = { ...options.context, calls };

  return {
    calls,
    /**
     * Handles an error of a node that runs on the stack of the graph that has called its graph.
     * @returns false if the node's graph isn't called, or runs on its own
     */
    failStartingCall({ call }: ActivationOwner, error: ExecutionError): boolean {
      if (!(call instanceof GraphCall) || call.hasStarted) return false;
      executor.unwind((each) => isWithin(each, call));
      stopWithError(call.run, error);
      return true;
    },
    /** Ends all calls of a graph, because it is unloaded. Their callers are notified. */
    endCallsOf(graphId: string) {
      for (const { graphId: called, name, call, phase } of [
        ...listWithStartingCalls(sleepingGraphs.listAwake()),
      ])
        if (called === graphId && call && phase !== 'stopped')
          failCall(call, `The graph "${name}" was removed.`);
    },
    /** Running graphs by id, in the order in which they were started. */
    get running(): ReadonlyMap<string, GraphRun> {
      return running;
    },
    sleepingGraphs,
    dispatcher,
    start(program: GraphProgram): GraphRun {
      const { graphId, name } = program;
      const run = createRun(program, undefined, new RunClock(stepCounter), createLogRateState());
      running.set(graphId, run);
      addRun(run);
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
      prepareToStop(run);
      if (run.clock.frame > 0) fireStop(run);
      end(run, reason);
    },
    /** Fires OnStop in a called graph that has stopped itself, and ends the call. The caller receives its outputs. */
    stopCall(call: GraphCall) {
      const { run } = call;
      if (run.phase !== 'running') return;
      prepareToStop(run);
      fireStop(run);
      calls.complete(call);
    },
    /** Fires the node's handler for something that the node has waited for. */
    resumeNode(memory: NodeMemory, body: 'due' | 'done' | 'ended', occurrence?: unknown) {
      const { run, nodeId } = memory;
      const activation = run.graph.byId.get(nodeId)?.[body];
      if (activation && run.phase !== 'stopped') dispatcher.dispatch(run, activation, occurrence);
    },
    reportDroppedLines,
    raisePorts,
    /** Raises `ports.updated` when there are listeners. */
    reportPorts,
  };
};

/** Forgets what a node has done in an earlier call. */
const clearMarks = (memory: NodeMemory): void => {
  memory.hasWarned = false;
  memory.hasReportedRejection = false;
  memory.random = undefined;
  memory.callCount = 0;
};

/** Returns the caller on whose run's stack a call runs whose Start nodes have not run to completion. */
const findStackOwner = (caller: NodeMemory): NodeMemory => {
  const { call } = caller.run;
  return call && !call.hasStarted ? findStackOwner(call.caller) : caller;
};

/** Lists the given runs, each followed by the called runs whose Start nodes have not run to completion. */
export function* listWithStartingCalls(runs: Iterable<GraphRun>): Iterable<GraphRun> {
  for (const run of runs) {
    yield run;
    for (const call of run.startingCalls) yield* listWithStartingCalls([call.run]);
  }
}

/** Returns whether a run is a call, or is called by it, directly or through other calls. */
const isWithin = (run: ActivationOwner, call: GraphCall): boolean => {
  for (let current = run.call; current; current = current.caller.run.call) if (current === call) return true;
  return false;
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
