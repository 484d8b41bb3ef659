import { actions } from '#spec/actions/index.ts';
import { ApiError } from '#spec/errors.ts';
import { LimitExceededError } from '../scene/limit-exceeded-error.ts';
import { ExecutionError, type Limits, objectsPerStep, stepCosts } from './execution-limits.ts';
import {
  admitLine,
  countJobs,
  dropPendingWork,
  getOutermostCaller,
  type GraphCall,
  type GraphRun,
  type GraphRunState,
  type NodeMemory,
} from './graph-run.ts';
import { createSeededRandom } from './seeded-random.ts';
import type { z } from 'zod';
import type { ActionSpec } from '#spec/contract/action-spec.ts';
import type { Caller } from '#spec/events.ts';
import type { Json } from '#spec/values.ts';
import type {
  Job,
  NodeServices,
  OnRetrigger,
  RunningGraphInfo,
  VariableEntry,
} from '../nodes/dsl/handler-context.ts';
import type { RunAction, RuntimeServices } from '../runtime-services.ts';
import type { ActivationOwner } from './activation-executor.ts';
import type { LatentServices } from './bound-node-context.ts';
import type { CallVariables } from './call-variables.ts';
import type { CompletionWaiters } from './completion-waiters.ts';
import type { LatentQueue, PendingLatent } from '../kernels/latent-queue.ts';
import type { GraphCalls } from './graph-calls.ts';
import type { NodeJobs } from './node-jobs.ts';
import type { RuntimeVariables } from './runtime-variables.ts';

export interface EngineContext {
  readonly runtime: RuntimeServices;
  readonly seed: number;
  readonly limits: Limits;
  readonly variables: RuntimeVariables;
  readonly latents: LatentQueue<NodeMemory>;
  readonly jobs: NodeJobs<NodeMemory>;
  readonly completionWaiters: CompletionWaiters<NodeMemory>;
  removeVariable(variable: VariableEntry): void;
  controlGraph(graph: string, command: 'run' | 'stop', sender: GraphRun): boolean;
  assignInputs: NodeServices['assignInputs'];
  readonly calls: Pick<GraphCalls, 'call' | 'takeResult'>;
  spendSteps(steps: number, nodeId: string): void;
  /** Suspends the graph whose handler is currently running. */
  haltGraph(): void;
  readonly runAction: RunAction;
  /** Queues a custom event for every running graph. */
  sendCustomEvent(name: string, payload: Json, sender: string): void;
}

/** The view of a graph that the graph's own nodes receive. */
export class RunningGraphView implements RunningGraphInfo {
  readonly graphId: string;
  readonly name: string;
  readonly #run: GraphRunState;

  constructor(run: GraphRunState) {
    this.graphId = run.graphId;
    this.name = run.name;
    this.#run = run;
  }

  get frame() {
    return this.#run.clock.frame;
  }
  get elapsed() {
    return this.#run.clock.elapsed;
  }
  get deltaTime() {
    return this.#run.clock.deltaTime;
  }
  get isStopping() {
    return this.#run.phase !== 'running';
  }
}

export const createNodeServices = (
  memory: NodeMemory,
  graph: RunningGraphInfo,
  context: EngineContext,
): NodeServices & LatentServices => {
  const { runtime, seed, variables, removeVariable, controlGraph, assignInputs } = context;
  const { call } = memory.run;
  const { graphId } = graph;
  const { nodeId } = memory;
  const spend: NodeServices['spendSteps'] = (steps) => context.spendSteps(steps, nodeId);
  const write: NodeServices['log'] = (severity, message) =>
    runtime.log({ severity, message, graphId, nodeId, ...describeCaller(memory.run) });
  const log: NodeServices['log'] = (severity, message) => {
    spend(stepCosts.line);
    if (admitLine(memory, context.limits.linesPerTick)) write(severity, message);
  };
  return {
    runtime,
    graph,
    log,
    random() {
      memory.run.hasMarkedMemory = true;
      memory.random ??= createSeededRandom(seed, graphId, `${describeCallPath(call)}${nodeId}`);
      return memory.random();
    },
    findVariable: createVariableLookup(variables, graphId, call?.variables),
    assignVariable: call
      ? (variable, value) => {
          if (!call.variables.assign(variable, value)) variables.assign(variable, value);
        }
      : variables.assign,
    removeVariable(variable) {
      if (!call?.variables.remove(variable)) removeVariable(variable);
    },
    controlGraph: (graph, command) => controlGraph(graph, command, memory.run),
    assignInputs,
    spendSteps: spend,
    warnOnce(message) {
      if (memory.hasWarned) return;
      memory.hasWarned = true;
      memory.run.hasMarkedMemory = true;
      // each call warns once, so that many calls could flood the console
      if (!call || admitLine(memory, context.limits.linesPerTick)) write('warning', message);
    },
    sendCustomEvent: (name, payload) => context.sendCustomEvent(name, payload, graphId),
    onDispose(release) {
      memory.dispose = release;
      memory.run.hasMarkedMemory = true;
    },
    runAction: createNodeActionRunner(memory, spend, write, context),
    ...createLatentServices(memory, log, context),
  };
};

/**
 * Returns the field that console lines and events of a called graph have in addition: the node that has made the call,
 * and its graph.
 */
export const describeCaller = ({ call }: ActivationOwner): { readonly caller?: z.output<typeof Caller> } => {
  if (!call) return {};
  const { id, caller } = call;
  const outer = caller.run.call?.id;
  return {
    caller: {
      call: id,
      graphId: caller.run.graphId,
      nodeId: caller.nodeId,
      ...(outer !== undefined && { outerCall: outer }),
    },
  };
};

/** Returns a text that differs for each call of a graph, and that doesn't depend on what other graphs call. */
const describeCallPath = (call: GraphCall | undefined): string =>
  call ? `${describeCallPath(call.caller.run.call)}${call.caller.nodeId}#${call.number}/` : '';

/**
 * Creates a lookup that caches the last variable that it found. The cache remains valid until a name may refer to
 * another variable.
 */
const createVariableLookup = (
  variables: RuntimeVariables,
  graphId: string,
  own: CallVariables | undefined,
): NodeServices['findVariable'] => {
  let cached: VariableEntry | undefined;
  let cachedName: string | undefined;
  let version = -1;
  let ownRevision: number | undefined;
  return (name) => {
    if (name !== cachedName || version !== variables.version || ownRevision !== own?.revision) {
      cached = own ? own.find(name) : variables.find(name, graphId);
      ownRevision = own?.revision;
      cachedName = name;
      version = variables.version;
    }
    return cached;
  };
};

/**
 * Tolerance for quotients such as 0.14 s / (1/50 s), because rounding makes such quotients slightly larger than the
 * exact whole number.
 */
const roundingSlack = 1e-9;

const createLatentServices = (
  memory: NodeMemory,
  log: NodeServices['log'],
  { runtime: { clock }, latents, jobs, calls, completionWaiters, limits, haltGraph }: EngineContext,
): LatentServices => {
  const { run } = memory;

  const toTicks = (seconds: number): number => {
    if (seconds >= 0) return Math.max(1, Math.ceil(seconds / clock.fixedStep - roundingSlack));
    log('warning', `A duration of ${seconds} seconds counts as 0.`);
    return 1;
  };

  const add = (ticks: number): void => {
    memory.pending.add(latents.add(clock.tick + ticks, memory));
  };

  const cancel = (): void => dropPendingWork(memory, jobs);

  const isStopping = (): boolean => {
    if (run.phase === 'running') return false;
    log('warning', 'The graph is stopping; no latent work can start any more.');
    return true;
  };

  const addLatent = (): void => {
    if (run.latents >= limits.pendingLatents) {
      throw new ExecutionError(
        memory.nodeId,
        'executionLimit',
        'The graph has too many latent runs pending.',
      );
    }
    run.latents += 1;
  };

  const schedule = (seconds: number, onRetrigger: OnRetrigger = 'Parallel'): void => {
    if (isStopping()) return;
    const isBusy = memory.pending.size > 0;
    if (isBusy && onRetrigger === 'Ignore') return;
    if (onRetrigger === 'Restart') cancel();
    addLatent();
    const ticks = toTicks(seconds);
    if (isBusy && onRetrigger === 'Queue') memory.queuedTicks.push(ticks);
    else add(ticks);
  };

  const startJob = (job: Job): void => {
    if (isStopping()) return;
    if (getOutermostCaller(memory).run.jobs >= limits.pendingJobs) {
      throw new ExecutionError(memory.nodeId, 'executionLimit', 'The graph has too many running jobs.');
    }
    countJobs(run, 1);
    memory.jobs.push(jobs.start(job, memory));
  };

  const awaitCompletion: LatentServices['awaitCompletion'] = (id, field, types) => {
    if (isStopping()) return;
    addLatent();
    memory.awaitedIds.add(id);
    completionWaiters.waitFor(id, field, types, memory);
  };

  return {
    cancel,
    callGraph: (graph) => calls.call(memory, graph),
    takeCallResult: () => calls.takeResult(memory),
    schedule,
    startJob,
    awaitCompletion,
    listAwaitedIds: () => memory.awaitedIds,
    haltGraph() {
      if (run.phase === 'running') haltGraph();
    },
    getRemainingSeconds() {
      let first = Number.POSITIVE_INFINITY;
      for (const { due } of memory.pending) first = Math.min(first, due);
      return memory.pending.size === 0 ? 0 : (first - clock.tick) * clock.fixedStep;
    },
  };
};

/** Removes a due latent run from its node, and starts the next queued run. */
export const completeLatent = (
  memory: NodeMemory,
  entry: PendingLatent<NodeMemory>,
  { runtime: { clock }, latents }: Pick<EngineContext, 'runtime' | 'latents'>,
): void => {
  memory.run.latents -= 1;
  memory.pending.delete(entry);
  const next = memory.pending.size === 0 ? memory.queuedTicks.shift() : undefined;
  if (next !== undefined) memory.pending.add(latents.add(clock.tick + next, memory));
};

/**
 * Removes an awaited completion from its node.
 * @returns false when the node was no longer awaiting this id
 */
export const completeAwaited = (memory: NodeMemory, id: string): boolean => {
  const isAwaited = memory.awaitedIds.delete(id);
  if (isAwaited) memory.run.latents -= 1;
  return isAwaited;
};

/** Removes a completed job from the node that started it. */
export const completeJob = (memory: NodeMemory, job: number): void => {
  countJobs(memory.run, -1);
  memory.jobs = memory.jobs.filter((candidate) => candidate !== job);
};

const consoleLogAction: ActionSpec = actions.log.console;

const timeStepAction: ActionSpec = actions.time.step;

/**
 * Creates the function that runs direct actions for a node. The function charges the actions' steps, and logs an
 * exceeded limit only once.
 */
const createNodeActionRunner = (
  memory: NodeMemory,
  spend: NodeServices['spendSteps'],
  write: NodeServices['log'],
  { runAction, runtime: { scene }, limits }: EngineContext,
): NodeServices['runAction'] => {
  const { run } = memory;

  const reportOnce = ({ reason }: ApiError): void => {
    if (memory.hasReportedRejection) return;
    memory.hasReportedRejection = true;
    run.hasMarkedMemory = true;
    write('error', reason);
  };

  return (action, parameters) => {
    if (action.quick) return runAction(action, parameters);
    if (action === timeStepAction)
      throw new ApiError('ACTION_FAILED', 'A graph cannot step time, because it runs inside a step.');
    spend(stepCosts.action);
    if (action === consoleLogAction && !admitLine(memory, limits.linesPerTick)) {
      throw new ApiError(
        'ACTION_FAILED',
        `The graph has reached the limit of ${limits.linesPerTick} console lines in this frame.`,
      );
    }
    const objectCount = scene.size;
    if (action.scans) spend(Math.floor(objectCount / objectsPerStep));
    let result: ReturnType<typeof runAction<typeof action>>;
    try {
      result = runAction(action, parameters);
    } catch (failure) {
      if (failure instanceof LimitExceededError) reportOnce(failure);
      // finding the similar tags that the error suggests required a search of all objects
      if (failure instanceof ApiError && failure.code === 'OBJECT_NOT_FOUND')
        spend(Math.floor(objectCount / objectsPerStep));
      throw failure;
    }
    spend(Math.max(0, scene.size - objectCount) * stepCosts.objectMade);
    return result;
  };
};
