import { ApiError } from '#spec/errors.ts';
import { StepCounter } from '../kernels/stopwatch.ts';
import {
  type ActivationEvent,
  type ActivationObserver,
  type ActivationOwner,
  createActivationExecutor,
} from './activation-executor.ts';
import { createBudgetScheduler } from './budget-scheduler.ts';
import { compileGraph } from './compile-graph.ts';
import { type CompletionSignal, createCompletionWaiters } from './completion-waiters.ts';
import { createEventRouter, createListenerRegistry } from './event-router.ts';
import {
  advanceRunClocks,
  beginLogTick,
  type GraphRun,
  type NodeMemory,
  type QueuedOccurrence,
  type StopReason,
} from './graph-run.ts';
import { createGraphRuns, listWithStartingCalls } from './graph-runs.ts';
import { createLatentQueue } from '../kernels/latent-queue.ts';
import { createLoadedGraphs, type LoadedGraph } from './loaded-graphs.ts';
import { createNodeJobs, type JobRunner } from './node-jobs.ts';
import {
  completeAwaited,
  completeJob,
  completeLatent,
  describeCaller,
  type EngineContext,
} from './node-services.ts';
import { patchProgramValues } from './patch-program-values.ts';
import { createIdleTracker } from './sleeping-graphs.ts';
import { snapshotCall, snapshotProgram, snapshotRun } from './state-snapshot.ts';
import type { TickSlices, TimeSlicing } from '../frame/time-slicing.ts';
import type { NotifyOccurrence } from '../integrations/integrations.ts';
import type { GraphSnapshot, HeldGraph, PortSample, RaisedEvent } from '../link/runtime-link.ts';
import type { NodeDefinition } from '../nodes/dsl/define-node.ts';
import type { CompletionKind, VariableEntry } from '../nodes/dsl/handler-context.ts';
import type { RunAction, RuntimeServices } from '../runtime-services.ts';
import type { ObjectContactChanges } from '../scene/simulation/physics-simulation.ts';
import type { Limits } from './execution-limits.ts';
import type { RuntimeVariables, VariableChange } from './runtime-variables.ts';

/** The number of ticks between two `ports.updated` events of a graph. */
const portsUpdatedIntervalTicks = 3;

interface EngineOptions {
  /** The node definitions, keyed by enum value in lower case. */
  readonly definitions: ReadonlyMap<string, NodeDefinition>;
  readonly runtime: RuntimeServices;
  readonly seed: number;
  readonly variables: RuntimeVariables;
  readonly limits: Limits;
  readonly timeSlicing: TimeSlicing;
  readonly jobRunner: JobRunner;
  readonly runAction: RunAction;
}

/** Runs graphs. The caller advances the clock, and then calls the parts of a tick in order. */
export const createEngine = (options: EngineOptions) => {
  const { definitions, runtime, variables, limits, timeSlicing } = options;
  const { clock, raise } = runtime;
  const loaded = createLoadedGraphs();
  const listeners = createListenerRegistry();
  const stepCounter = new StepCounter();
  const idleTracker = createIdleTracker();
  const scheduleGraphs = createBudgetScheduler(limits.stepsPerSecond * clock.fixedStep);
  const latents = createLatentQueue<NodeMemory>();
  const jobs = createNodeJobs<NodeMemory>(options.jobRunner);
  const completionWaiters = createCompletionWaiters<NodeMemory>();
  /** The command to perform for each graph id at the beginning of the next tick. */
  const pendingCommands = new Map<string, 'run' | 'stop'>();
  let interest: ReadonlySet<string> = new Set();

  const raiseExecuting = raise.of('node.executing');
  const raiseDone = raise.of('node.done');
  const describeActivation = (event: ActivationEvent, run: ActivationOwner): ActivationEvent =>
    run.call ? { ...event, ...describeCaller(run) } : event;
  const observer: ActivationObserver = {
    isListening: false,
    onExecuting(event, run) {
      if (interest.has('node.executing')) raiseExecuting(describeActivation(event, run));
    },
    onDone(event, run) {
      if (interest.has('node.done')) raiseDone(describeActivation(event, run));
    },
    onError: (run, error) => runs.failStartingCall(run, error),
  };
  const executor = createActivationExecutor(limits, observer, timeSlicing);
  const { routeOccurrence, enqueue, hasListeners, pressButton, sendCustomEvent, routeEvents } =
    createEventRouter(listeners, limits);

  const removeVariable = ({ id, name, graphId }: VariableEntry): void => {
    variables.remove([id]);
    raise('variable.deleted', { id, name, ...(graphId !== undefined && { graphId }) });
  };

  const controlGraph: EngineContext['controlGraph'] = (graph, command, { call, graphId }) => {
    const loadedGraph = loaded.find(graph);
    if (!loadedGraph) return false;
    if (command === 'stop' && call && loadedGraph.program.graphId === graphId) calls.requestStop(call);
    else pendingCommands.set(loadedGraph.program.graphId, command);
    return true;
  };

  const assignInputs: EngineContext['assignInputs'] = (graph, values) => {
    const loadedGraph = loaded.find(graph);
    if (!loadedGraph) return;
    for (const variable of variables.listOfGraph(loadedGraph.program.graphId)) {
      const { name, direction } = variable;
      const value = Object.hasOwn(values, name) ? values[name] : undefined;
      if (direction === 'input' && value !== undefined) variables.assign(variable, value);
    }
  };

  const context: Omit<EngineContext, 'calls'> = {
    runtime,
    seed: options.seed,
    limits,
    variables,
    latents,
    jobs,
    completionWaiters,
    removeVariable,
    controlGraph,
    assignInputs,
    spendSteps: executor.spendSteps,
    haltGraph: executor.halt,
    runAction: options.runAction,
    sendCustomEvent: (name, payload, sender) =>
      routeOccurrence({ kind: 'custom', occurrence: { name, payload, sender } }),
  };
  const hasPortListeners = (): boolean => interest.has('ports.updated');
  const hasFrameListeners = (): boolean => observer.isListening || hasPortListeners();
  const runs = createGraphRuns({
    ...{
      executor,
      context,
      listeners,
      timeSlicing,
      stepCounter,
      idleTracker,
    },
    ...{ findLoaded: loaded.find, enqueue, hasPortListeners, hasFrameListeners },
  });
  const { running, calls, sleepingGraphs, dispatcher, resumeNode, reportDroppedLines, reportPorts } = runs;

  /** Starts a graph unless it is already running. */
  const ensureRunning = (loadedGraph: LoadedGraph): void => {
    if (loadedGraph.run?.phase === 'running') return;
    loadedGraph.run = runs.start(loadedGraph.program);
  };

  const executePendingCommands = (): void => {
    const commands = [...pendingCommands];
    pendingCommands.clear();
    for (const [graphId, command] of commands) {
      const loadedGraph = loaded.get(graphId);
      if (!loadedGraph) continue;
      if (command === 'run') ensureRunning(loadedGraph);
      else if (loadedGraph.run) runs.stop(loadedGraph.run, 'explicit');
    }
  };

  const requireLoaded = (graphId: string): LoadedGraph => {
    const loadedGraph = loaded.get(graphId);
    if (!loadedGraph) throw new ApiError('GRAPH_NOT_SYNCED');
    return loadedGraph;
  };

  const notifyOccurrence: NotifyOccurrence = (kind, occurrence) =>
    routeOccurrence({ kind, occurrence } as QueuedOccurrence);

  return {
    /**
     * Compiles a graph and stores the program for `run`. If the graph is running, it switches to the new program. Nodes
     * whose id and type are unchanged keep their state, latched outputs and pending latents.
     * @throws ApiError the same errors as `compileGraph`; the previously loaded graph is then kept
     */
    load(image: GraphSnapshot) {
      const loadedGraph = loaded.get(image.graphId);
      const patched = loadedGraph && patchProgramValues(loadedGraph.image, loadedGraph.program, image);
      const program = patched?.program ?? compileGraph(image, definitions);
      const run = loadedGraph?.run;
      loaded.put({ image, program, run });
      if (run?.phase !== 'running') return;
      sleepingGraphs.wake(run);
      idleTracker.markChanged(run);
      dispatcher.dropHeldWork(run);
      if (patched) for (const { slot, value } of patched.writes) run.graph.values[slot] = value;
      else runs.replaceProgram(run, program);
    },
    /** Removes a graph. If the graph is running, it is stopped first. */
    unload(graphId: string) {
      const run = loaded.get(graphId)?.run;
      if (run) runs.stop(run, 'unloaded');
      runs.endCallsOf(graphId);
      loaded.delete(graphId);
    },
    /** Returns the loaded graphs, in the order in which they were first loaded. */
    listLoaded: (): readonly HeldGraph[] =>
      Array.from(loaded.all(), ({ program: { graphId } }) => ({ graphId, running: running.has(graphId) })),
    /**
     * Starts a graph at the next tick.
     * @throws ApiError GRAPH_NOT_SYNCED when the graph is not loaded
     */
    run: (graphId: string): void => ensureRunning(requireLoaded(graphId)),
    /** Fires a graph's OnStop, drops its latents, and stops the graph. Does nothing if the graph is not running. */
    stop(graphId: string, reason: StopReason = 'explicit') {
      const run = loaded.get(graphId)?.run;
      if (run) runs.stop(run, reason);
    },
    stopAll() {
      for (const run of [...running.values()]) runs.stop(run, 'explicit');
    },
    /**
     * Queues a press of a Button output. Does nothing if the graph is not running.
     * @throws ApiError NODE_NOT_FOUND or PORT_NOT_FOUND when the running graph has no such button
     */
    press(graphId: string, nodeId: string, port: string) {
      const run = running.get(graphId);
      if (run?.phase === 'running') pressButton(run, nodeId, port);
    },
    /**
     * Sends a custom event to one graph or to all running graphs.
     * @returns the nodes that will receive the event in the next frame
     */
    sendCustomEvent,
    /**
     * Returns every port that has changed since the graph was started, and raises `ports.updated` for changes that have
     * not been reported yet.
     * @throws ApiError GRAPH_NOT_SYNCED when the graph is not loaded
     */
    flushGraph(graphId: string): PortSample[] {
      const { run } = requireLoaded(graphId);
      if (!run) return [];
      sleepingGraphs.catchUp(run);
      runs.raisePorts(run);
      return run.samples.all();
    },
    /** Notifies `OnVariableChanged` nodes of a variable change. */
    notifyVariableChange: (change: VariableChange): void =>
      routeOccurrence({ kind: 'variable', occurrence: change }),
    /** Notifies nodes that wait for something that happens outside the graph. */
    notifyOccurrence,
    /** Returns whether a node of a running graph waits for this kind of occurrence. */
    hasListeners,
    /** Notifies nodes that wait for the begin or end of a contact. */
    notifyTouches: (changes: ObjectContactChanges): void =>
      routeOccurrence({ kind: 'touched', occurrence: changes }),
    /** Notifies nodes that wait for events. High-volume events are excluded, because they are intended for observers. */
    notifyEvents(events: readonly RaisedEvent[]) {
      completionWaiters.notify(events);
      routeEvents(events);
    },
    /** Notifies nodes that wait for the end of something whose end has no public event. */
    notifyCompletion: (type: CompletionKind, data: CompletionSignal['data']): void =>
      completionWaiters.notify([{ type, data }]),
    /** Sets the high-volume event types in which clients are interested. Other high-volume events are not built. */
    setEventInterest(types: ReadonlySet<string>) {
      interest = types;
      observer.isListening = types.has('node.executing') || types.has('node.done');
      if (hasFrameListeners()) sleepingGraphs.wakeAll();
    },
    /**
     * A part of the tick. Starts and stops graphs as requested by nodes, assigns turns, counts frames, ends calls that
     * have stopped themselves, and continues suspended graphs. Then delivers job results in order of arrival, delivers completions, and fires what is due in
     * order of (due tick, schedule order). Finally, each running graph runs one frame, in the order in which the graphs
     * were started.
     */
    *runGraphs(): TickSlices {
      executePendingCommands();
      scheduleGraphs(sleepingGraphs);
      advanceRunClocks(stepCounter, clock.deltaTime, listWithStartingCalls(sleepingGraphs.all()));
      const resumableRuns: GraphRun[] = [];
      for (const run of sleepingGraphs.listAwake()) {
        if (run.skipsTick) {
          run.clock.skipStep();
          continue;
        }
        run.usedSteps = 0;
        if (!run.call && beginLogTick(run.logRate)) reportDroppedLines(run);
        if (dispatcher.hasHeldWork(run)) resumableRuns.push(run);
      }
      for (const call of calls.takeStopping()) {
        runs.stopCall(call);
        if (dispatcher.shouldYield()) yield* dispatcher.yieldAndComplete();
      }
      // Held work is checked again for each graph, because a graph may be stopped while another graph yields.
      for (const run of resumableRuns) if (dispatcher.hasHeldWork(run)) yield* dispatcher.resumeHeldWork(run);
      for (const result of jobs.takeResults()) {
        const memory = jobs.complete(result);
        if (!memory) continue;
        completeJob(memory, result.job);
        resumeNode(memory, 'done', result.outcome);
        if (dispatcher.shouldYield()) yield* dispatcher.yieldAndComplete();
      }
      for (const completion of completionWaiters.takeCompleted()) {
        const memory = completion.owner;
        if (!completeAwaited(memory, completion.id)) continue;
        resumeNode(memory, 'ended', completion);
        if (dispatcher.shouldYield()) yield* dispatcher.yieldAndComplete();
      }
      for (let dueLatent = latents.takeDue(clock.tick); dueLatent; dueLatent = latents.takeDue(clock.tick)) {
        const { owner: memory, entry } = dueLatent;
        completeLatent(memory, entry, context);
        resumeNode(memory, 'due');
        if (dispatcher.shouldYield()) yield* dispatcher.yieldAndComplete();
      }
      for (const run of [...sleepingGraphs.listAwake()]) {
        if (run.phase !== 'running' || run.skipsTick || (run.call && run.clock.frame === 1)) continue;
        const remainder = dispatcher.runFrame(run);
        if (remainder) yield* remainder;
        sleepingGraphs.sleepIfIdle(run);
      }
      timeSlicing.onGraphEnter?.(undefined);
    },
    /** Returns whether the next ticks do nothing until a command, an event or an occurrence arrives. */
    isAtRest: (): boolean =>
      sleepingGraphs.listAwake().size === 0 && calls.count === 0 && pendingCommands.size === 0,
    /** A part of the tick. Raises events for the collected port changes. */
    *reportPorts(): TickSlices {
      if (!hasPortListeners()) return;
      for (const run of [...running.values()])
        if (run.clock.frame % portsUpdatedIntervalTicks === 0) reportPorts(run);
      for (const { run } of calls.active) {
        if (run.clock.frame % portsUpdatedIntervalTicks === 0) reportPorts(run);
        if (dispatcher.shouldYield()) yield* dispatcher.yieldAndComplete();
      }
    },
    /**
     * Returns the ids of the running graphs that are idle. Returns `undefined` if the same graphs were idle at the last
     * call and none of them has received work since.
     */
    takeIdleGraphs: (): readonly string[] | undefined =>
      idleTracker.takeIdleGraphs(running, sleepingGraphs.listAwake()),
    /** Returns the whole engine as plain data: the loaded graphs, and the state of each graph's current or last run. */
    state: (): unknown => ({
      loaded: Array.from(loaded.all(), ({ program, run }) => {
        if (run) sleepingGraphs.catchUp(run);
        return { program: snapshotProgram(program), run: run && snapshotRun(run) };
      }),
      running: [...running.keys()],
      ...(calls.count > 0 && {
        callCount: calls.count,
        calls: Array.from(calls.active, snapshotCall),
        callsToStop: Array.from(calls.stopping, ({ id }) => id),
      }),
      orders: [...pendingCommands],
      interest: [...interest],
      ended: completionWaiters.state(),
    }),
  };
};

export type Engine = ReturnType<typeof createEngine>;
