import { actions } from '#spec/actions/index.ts';
import { ApiError } from '#spec/errors.ts';
import { LimitExceededError } from '../scene/limit-exceeded-error.ts';
import { ExecutionError, type Limits, objectsPerStep, stepCosts } from './execution-limits.ts';
import { admitLine, dropPendingWork, type GraphRunState, type NodeMemory } from './graph-run.ts';
import { createSeededRandom } from './seeded-random.ts';
import type { ActionSpec } from '#spec/contract/action-spec.ts';
import type { Json } from '#spec/values.ts';
import type {
  Job,
  NodeServices,
  OnRetrigger,
  RunningGraphInfo,
  VariableEntry,
} from '../nodes/dsl/handler-context.ts';
import type { RunAction, RuntimeServices } from '../runtime-services.ts';
import type { LatentServices } from './bound-node-context.ts';
import type { CompletionWaiters } from './completion-waiters.ts';
import type { LatentQueue, PendingLatent } from '../kernels/latent-queue.ts';
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
  controlGraph: NodeServices['controlGraph'];
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
  const { runtime, seed, variables, removeVariable, controlGraph } = context;
  const { graphId } = graph;
  const { nodeId } = memory;
  const spend: NodeServices['spendSteps'] = (steps) => context.spendSteps(steps, nodeId);
  const write: NodeServices['log'] = (severity, message) =>
    runtime.log({ severity, message, graphId, nodeId });
  const log: NodeServices['log'] = (severity, message) => {
    spend(stepCosts.line);
    if (admitLine(memory.run.logRate, nodeId, context.limits.linesPerTick)) write(severity, message);
  };
  return {
    runtime,
    graph,
    log,
    random() {
      memory.random ??= createSeededRandom(seed, graphId, nodeId);
      return memory.random();
    },
    findVariable: createVariableLookup(variables, graphId),
    assignVariable: variables.assign,
    removeVariable,
    controlGraph,
    spendSteps: spend,
    warnOnce(message) {
      if (memory.hasWarned) return;
      memory.hasWarned = true;
      write('warning', message);
    },
    sendCustomEvent: (name, payload) => context.sendCustomEvent(name, payload, graphId),
    onDispose(release) {
      memory.dispose = release;
    },
    runAction: createNodeActionRunner(memory, spend, write, context),
    ...createLatentServices(memory, log, context),
  };
};

/**
 * Creates a lookup that caches the last variable that it found. The cache remains valid until a name may refer to
 * another variable.
 */
const createVariableLookup = (variables: RuntimeVariables, graphId: string): NodeServices['findVariable'] => {
  let cached: VariableEntry | undefined;
  let cachedName: string | undefined;
  let version = -1;
  return (name) => {
    if (name !== cachedName || version !== variables.version) {
      cached = variables.find(name, graphId);
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
  { runtime: { clock }, latents, jobs, completionWaiters, limits, haltGraph }: EngineContext,
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
    if (run.jobs >= limits.pendingJobs) {
      throw new ExecutionError(memory.nodeId, 'executionLimit', 'The graph has too many running jobs.');
    }
    run.jobs += 1;
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
  memory.run.jobs -= 1;
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
  const { nodeId, run } = memory;

  const reportOnce = ({ reason }: ApiError): void => {
    if (memory.hasReportedRejection) return;
    memory.hasReportedRejection = true;
    write('error', reason);
  };

  return (action, parameters) => {
    if (action.quick) return runAction(action, parameters);
    if (action === timeStepAction)
      throw new ApiError('ACTION_FAILED', 'A graph cannot step time, because it runs inside a step.');
    spend(stepCosts.action);
    if (action === consoleLogAction && !admitLine(run.logRate, nodeId, limits.linesPerTick)) {
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
