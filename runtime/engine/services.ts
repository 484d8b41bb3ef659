import { actionRunner } from './action-runner.ts';
import { Breakdown, prices } from './limits.ts';
import { admits } from './lines.ts';
import { createRandom } from './random.ts';
import { forget } from './swap.ts';
import type { Json } from '#spec/values.ts';
import type { GraphFacts, Job, NodeServices, OnRetrigger, VariableCell } from '../nodes/grammar/context.ts';
import type { RunAction } from '../actions/body.ts';
import type { World } from '../world.ts';
import type { Endings } from './endings.ts';
import type { Jobs } from './jobs.ts';
import type { Latents, Pending } from './latents.ts';
import type { Limits } from './limits.ts';
import type { LatentServices } from './node-context.ts';
import type { NodeMemory, RunFacts } from './run.ts';
import type { Variables } from './variables.ts';

/** What the engine hands to nodes from outside. */
export interface Surroundings {
  readonly world: World;
  readonly seed: number;
  readonly limits: Limits;
  readonly variables: Variables;
  readonly latents: Latents<NodeMemory>;
  readonly jobs: Jobs<NodeMemory>;
  readonly endings: Endings<NodeMemory>;
  /** Removes a variable and tells of it. */
  remove(variable: VariableCell): void;
  control: NodeServices['control'];
  /** Takes steps of the activation that runs. */
  spend(steps: number, nodeId: string): void;
  /** Makes the graph of the body that runs stand still. */
  halt(): void;
  readonly runAction: RunAction;
  /** Queues a custom event for every running graph. */
  send(name: string, payload: Json, sender: string): void;
}

/** The graph as its nodes see it. */
export class SeenGraph implements GraphFacts {
  readonly graphId: string;
  readonly name: string;
  readonly #run: RunFacts;

  constructor(run: RunFacts) {
    this.graphId = run.graphId;
    this.name = run.name;
    this.#run = run;
  }

  get frame() {
    return this.#run.course.frame;
  }
  get elapsed() {
    return this.#run.course.elapsed;
  }
  get deltaTime() {
    return this.#run.course.deltaTime;
  }
  get isStopping() {
    return this.#run.phase !== 'running';
  }
}

/** What the bodies of one node may call. */
export const servicesFor = (
  memory: NodeMemory,
  graph: GraphFacts,
  surroundings: Surroundings,
): NodeServices & LatentServices => {
  const { world, seed, variables, remove, control } = surroundings;
  const { graphId } = graph;
  const { nodeId } = memory;
  const spend: NodeServices['spend'] = (steps) => surroundings.spend(steps, nodeId);
  const write: NodeServices['log'] = (severity, message) => world.log({ severity, message, graphId, nodeId });
  const log: NodeServices['log'] = (severity, message) => {
    spend(prices.line);
    if (admits(memory.run.lines, nodeId, surroundings.limits.linesPerTick)) write(severity, message);
  };
  return {
    world,
    graph,
    log,
    random() {
      memory.random ??= createRandom(seed, graphId, nodeId);
      return memory.random();
    },
    variable: variableLookup(variables, graphId),
    assign: variables.assign,
    remove,
    control,
    spend,
    warnOnce(message) {
      if (memory.warned) return;
      memory.warned = true;
      write('warning', message);
    },
    send: (name, payload) => surroundings.send(name, payload, graphId),
    whenGone(release) {
      memory.release = release;
    },
    runAction: actionRunner(memory, spend, write, surroundings),
    ...latentServices(memory, log, surroundings),
  };
};

/** Remembers the last variable found, until names may mean other variables. */
const variableLookup = (variables: Variables, graphId: string): NodeServices['variable'] => {
  let known: VariableCell | undefined;
  let knownName: string | undefined;
  let version = -1;
  return (name) => {
    if (name !== knownName || version !== variables.version) {
      known = variables.find(name, graphId);
      knownName = name;
      version = variables.version;
    }
    return known;
  };
};

/** Quotients such as 0.14 s / (1/50 s) come out a little above the whole number that is meant. */
const roundingSlack = 1e-9;

const latentServices = (
  memory: NodeMemory,
  log: NodeServices['log'],
  { world: { clock }, latents, jobs, endings, limits, halt }: Surroundings,
): LatentServices => {
  const { run } = memory;

  const ticksOf = (seconds: number): number => {
    if (seconds >= 0) return Math.max(1, Math.ceil(seconds / clock.fixedStep - roundingSlack));
    log('warning', `A duration of ${seconds} seconds counts as 0.`);
    return 1;
  };

  const add = (ticks: number): void => {
    memory.pending.add(latents.add(clock.tick + ticks, memory));
  };

  const cancel = (): void => forget(memory, jobs);

  const isStopping = (): boolean => {
    if (run.phase === 'running') return false;
    log('warning', 'The graph is stopping; nothing latent starts any more.');
    return true;
  };

  const addLatent = (): void => {
    if (run.latents >= limits.pendingLatents) {
      throw new Breakdown(memory.nodeId, 'executionLimit', 'The graph has too many latent runs pending.');
    }
    run.latents += 1;
  };

  const schedule = (seconds: number, onRetrigger: OnRetrigger = 'Parallel'): void => {
    if (isStopping()) return;
    const busy = memory.pending.size > 0;
    if (busy && onRetrigger === 'Ignore') return;
    if (onRetrigger === 'Restart') cancel();
    addLatent();
    const ticks = ticksOf(seconds);
    if (busy && onRetrigger === 'Queue') memory.waiting.push(ticks);
    else add(ticks);
  };

  const launch = (job: Job): void => {
    if (isStopping()) return;
    if (run.jobs >= limits.pendingJobs) {
      throw new Breakdown(memory.nodeId, 'executionLimit', 'The graph has too many jobs under way outside.');
    }
    run.jobs += 1;
    memory.jobs.push(jobs.start(job, memory));
  };

  const awaitEnd: LatentServices['awaitEnd'] = (id, by, types) => {
    if (isStopping()) return;
    addLatent();
    memory.awaited.add(id);
    endings.expect(id, by, types, memory);
  };

  return {
    cancel,
    schedule,
    launch,
    awaitEnd,
    awaited: () => memory.awaited,
    halt() {
      if (run.phase === 'running') halt();
    },
    remaining() {
      let first = Number.POSITIVE_INFINITY;
      for (const { due } of memory.pending) first = Math.min(first, due);
      return memory.pending.size === 0 ? 0 : (first - clock.tick) * clock.fixedStep;
    },
  };
};

/** Takes what has fallen due off its node, and starts what queued behind it. */
export const settleDue = (
  memory: NodeMemory,
  entry: Pending<NodeMemory>,
  { world: { clock }, latents }: Pick<Surroundings, 'world' | 'latents'>,
): void => {
  memory.run.latents -= 1;
  memory.pending.delete(entry);
  const next = memory.pending.size === 0 ? memory.waiting.shift() : undefined;
  if (next !== undefined) memory.pending.add(latents.add(clock.tick + next, memory));
};

/** Takes what has ended off its node. @returns false when the node does not await it any more. */
export const settleEnded = (memory: NodeMemory, id: string): boolean => {
  const isAwaited = memory.awaited.delete(id);
  if (isAwaited) memory.run.latents -= 1;
  return isAwaited;
};

/** Takes a job that is over off its node. */
export const settleDone = (memory: NodeMemory, job: number): void => {
  memory.run.jobs -= 1;
  memory.jobs = memory.jobs.filter((other) => other !== job);
};
