import { Fault } from '#spec/errors.ts';
import { bind } from './bind.ts';
import { compile } from './compile.ts';
import { createEndings } from './endings.ts';
import { createExecutor } from './executor.ts';
import { createFiring } from './firing.ts';
import { createFrames } from './frames.ts';
import { hearersOf } from './hearers.ts';
import { createIdleness } from './idleness.ts';
import { createJobs } from './jobs.ts';
import { createLatents } from './latents.ts';
import { beginTick, createLines, takeLeft } from './lines.ts';
import { createListeners } from './listeners.ts';
import { makeAll, type Pace, type Parts } from './pace.ts';
import { createPortSamples } from './port-samples.ts';
import { revalue } from './revalue.ts';
import { newMemory } from './run.ts';
import { adopt, memoryFor, takeLeave } from './swap.ts';
import { SeenGraph, servicesFor, settleDone, settleDue, settleEnded } from './services.ts';
import { createTurns } from './turns.ts';
import { stateOfProgram, stateOfRun } from './state.ts';
import { hasRoom, isOverfull, sizeOf, wait } from './waiting.ts';
import type { EventType } from '#spec/events.ts';
import type { Json } from '#spec/values.ts';
import { isHighVolume } from '../link/high-volume.ts';
import type { GraphImage, Hearers, HeldGraph, PortSample, RaisedEvent } from '../link/protocol.ts';
import type { EndingKind, Occurrences, VariableCell } from '../nodes/grammar/context.ts';
import type { NodeDefinition } from '../nodes/grammar/node.ts';
import type { RunAction } from '../actions/body.ts';
import type { Occurred } from '../outside/occurrences.ts';
import type { TouchChanges } from '../scene/simulation/touches.ts';
import type { World } from '../world.ts';
import type { Heard } from './endings.ts';
import type { Announcer } from './executor.ts';
import type { Outside } from './jobs.ts';
import type { Breakdown, Limits } from './limits.ts';
import type { Program } from './program.ts';
import type { NodeMemory, Queued, Run, RunFacts, StopReason, Work } from './run.ts';
import type { Surroundings } from './services.ts';
import type { VariableChange, Variables } from './variables.ts';

/** Ticks between two `ports.updated` events of a graph. */
const portsUpdatedEvery = 3;

interface EngineOptions {
  /** Node definitions by enum value in lower case. */
  readonly definitions: ReadonlyMap<string, NodeDefinition>;
  readonly world: World;
  readonly seed: number;
  readonly variables: Variables;
  readonly limits: Limits;
  readonly pace: Pace;
  /** Does the jobs of nodes. */
  readonly outside: Outside;
  readonly runAction: RunAction;
}

/** Runs graphs. Its caller moves the clock, then calls the parts of a tick in order. */
export interface Engine {
  /**
   * Compiles a graph and keeps it for `run`. A running graph goes on with it; nodes of unchanged id and type
   * keep their state, latched outputs and pending latents.
   * @throws Fault as `compile` does; then what was loaded before stays.
   */
  load(image: GraphImage): void;
  /** Forgets a graph, stopping it first. */
  unload(graphId: string): void;
  /** What is loaded, in the order in which it came. */
  held(): readonly HeldGraph[];
  /** Starts a graph at the next tick. @throws Fault GRAPH_NOT_SYNCED when it is not loaded. */
  run(graphId: string): void;
  /** Fires OnStop, drops latents and stops. Does nothing when the graph does not run. */
  stop(graphId: string, reason?: StopReason): void;
  stopAll(): void;
  /**
   * Queues a press of a Button output. Does nothing when the graph does not run.
   * @throws Fault NODE_NOT_FOUND or PORT_NOT_FOUND when the running graph has no such button.
   */
  press(graphId: string, nodeId: string, port: string): void;
  /** Sends a custom event into a graph, or into all that run. @returns who hears it with the next frame */
  send(name: string, payload: Json, graphId?: string): Hearers;
  /**
   * Every port that changed since the graph started, and `ports.updated` for those not told of yet.
   * @throws Fault GRAPH_NOT_SYNCED when it is not loaded.
   */
  flush(graphId: string): PortSample[];
  /** Tells `OnVariableChanged` nodes. */
  variableChanged(change: VariableChange): void;
  /** Tells nodes that wait for what comes from outside. */
  readonly occurred: Occurred;
  /** Whether a node of a running graph waits for this. */
  waitsFor(kind: keyof Occurrences): boolean;
  /** Tells nodes that wait for what objects begin and cease to touch. */
  touched(changes: TouchChanges): void;
  /** Tells nodes that wait for events, high-volume ones excepted: those are for observers. */
  hear(events: readonly RaisedEvent[]): void;
  /** Tells nodes that wait for the end of something that no event tells of. */
  ended(type: EndingKind, data: Heard['data']): void;
  /** High-volume events are built only for the types in this set. */
  listenFor(types: ReadonlySet<EventType>): void;
  /**
   * Part of a tick: starts and stops what graphs ordered, gives turns and counts frames, goes on with what stands still, hands
   * out what has arrived from outside in order of arrival, tells of what has ended, then fires what is due in order of (due tick, schedule order);
   * then one frame of each running graph, in the order in which they were started.
   */
  runGraphs(): Parts;
  /** Part of a tick: raises what was gathered. */
  flushPorts(): void;
  /** The running graphs whose work is over, when they are others than before or one of them was given work since. */
  takeIdle(): readonly string[] | undefined;
  /** All of it as plain data: what is loaded, and what the current or last run of each graph came to. */
  state(): unknown;
}

interface Loaded {
  image: GraphImage;
  program: Program;
  /** The current run, or the last one. */
  run: Run | undefined;
}

export const createEngine = (options: EngineOptions): Engine => {
  const { definitions, world, variables, limits, pace } = options;
  const { clock, raise, log } = world;
  const loaded = new Map<string, Loaded>();
  /** By graph id, in the order in which they were started. */
  const running = new Map<string, Run>();
  const listeners = createListeners();
  const idleness = createIdleness();
  const giveTurns = createTurns(limits.stepsPerSecond * clock.fixedStep);
  const latents = createLatents<NodeMemory>();
  const jobs = createJobs<NodeMemory>(options.outside);
  const endings = createEndings<NodeMemory>();
  /** Graphs to start or stop with the next tick, by id. */
  const orders = new Map<string, 'run' | 'stop'>();
  let interest: ReadonlySet<EventType> = new Set();

  const tellExecuting = raise.of('node.executing');
  const tellDone = raise.of('node.done');
  const announcer: Announcer = {
    listening: false,
    executing(announcement) {
      if (interest.has('node.executing')) tellExecuting(announcement);
    },
    done(announcement) {
      if (interest.has('node.done')) tellDone(announcement);
    },
  };
  const executor = createExecutor(limits, announcer, pace);
  const surroundings: Surroundings = {
    world,
    seed: options.seed,
    limits,
    variables,
    latents,
    jobs,
    endings,
    remove: (variable) => remove(variable),
    control: (graph, order) => control(graph, order),
    spend: executor.spend,
    halt: executor.halt,
    runAction: options.runAction,
    send: (name, payload, sender) => enqueue({ kind: 'custom', occurrence: { name, payload, sender } }),
  };

  const enqueue = (queued: Queued): void => {
    const runs = listeners.to(queued.kind);
    if (runs.size === 0) return;
    const size = sizeOf(queued);
    for (const run of runs) if (!isOverfull(run, limits)) wait(run, queued, size);
  };

  const waitsFor: Engine['waitsFor'] = (kind) => listeners.to(kind).size > 0;

  const remove = ({ id, name, graphId }: VariableCell): void => {
    variables.remove([id]);
    raise('variable.deleted', { id, name, ...(graphId !== undefined && { graphId }) });
  };

  const control: Surroundings['control'] = (graph, order) => {
    const known = loaded.get(graph) ?? [...loaded.values()].find(({ program }) => program.name === graph);
    if (known) orders.set(known.program.graphId, order);
    return known !== undefined;
  };

  const carryOut = (): void => {
    const due = [...orders];
    orders.clear();
    for (const [graphId, order] of due) {
      const known = loaded.get(graphId);
      if (!known) continue;
      if (order === 'run') ensureRunning(known);
      else if (known.run) stop(known.run, 'explicit');
    }
  };

  /** What it takes to run a program. Nodes of unchanged id and type find what they remembered. */
  const workOf = (program: Program, run: RunFacts, before?: Work): Work => {
    const facts = new SeenGraph(run);
    const memory = before ? memoryFor(program, before.memory) : new Map<string, NodeMemory>();
    const graph = bind(program, {
      ...{ executor, world, facts },
      servicesOf({ id, definition }) {
        const own = memory.get(id) ?? newMemory(id, definition.type.enumValue, run);
        memory.set(id, own);
        return servicesFor(own, facts, surroundings);
      },
    });
    return { graph, memory, samples: createPortSamples(graph, before?.samples), unprepared: graph.nodes };
  };

  const start = (program: Program): Run => {
    const { graphId, name } = program;
    const facts: RunFacts = {
      graphId,
      name,
      phase: 'running',
      frame: 0,
      elapsed: 0,
      latents: 0,
      jobs: 0,
      lines: createLines(),
    };
    const idle = {
      queue: [],
      waitingSize: 0,
      halted: undefined,
      backlog: [],
      used: 0,
      sitsOut: false,
      waited: 0,
    };
    const run: Run = Object.assign(facts, workOf(program, facts), idle);
    running.set(graphId, run);
    listeners.join(run);
    idleness.renew(graphId);
    raise('graph.running', { graphId, name });
    return run;
  };

  /** Starts a graph unless it runs. */
  const ensureRunning = (known: Loaded): void => {
    if (known.run?.phase !== 'running') known.run = start(known.program);
  };

  const tellLines = (run: Run): void => {
    const left = takeLeft(run.lines);
    if (!left) return;
    const message = `${left.count} more console lines of the graph, the first by this node, were left out: it may write ${limits.linesPerTick} in a frame.`;
    log({ severity: 'warning', message, graphId: run.graphId, nodeId: left.nodeId });
  };

  const breakDown = (run: Run, { nodeId, reason, message }: Breakdown): void => {
    log({ severity: 'error', message: `${message} The graph was stopped.`, graphId: run.graphId, nodeId });
    end(run, reason);
  };
  const firing = createFiring(executor, limits, pace, breakDown);
  const { occur, frame } = createFrames(firing, limits, breakDown);

  /** Fires the body for what a node has waited for. */
  const wake = (memory: NodeMemory, body: 'due' | 'done' | 'ended', occurrence?: unknown): void => {
    // biome-ignore lint/style/noNonNullAssertion: a run that ends, or loses the node, forgets what it waits for
    const run = running.get(memory.run.graphId)!;
    // biome-ignore lint/style/noNonNullAssertion: a node waits for nothing that its definition has no body for
    firing.fire(run, run.graph.byId.get(memory.nodeId)![body]!, occurrence);
  };

  const end = (run: Run, reason: StopReason): void => {
    if (run.phase === 'stopped') return;
    run.phase = 'stopped';
    running.delete(run.graphId);
    listeners.leave(run);
    firing.drop(run);
    for (const { id } of run.graph.nodes) takeLeave(run.memory.get(id), jobs);
    tellLines(run);
    tellPorts(run);
    raise('graph.stopped', { graphId: run.graphId, name: run.name, reason });
  };

  const stop = (run: Run, reason: StopReason): void => {
    if (run.phase !== 'running') return;
    run.phase = 'stopping';
    run.used = 0;
    run.sitsOut = false;
    firing.drop(run);
    if (run.frame > 0) makeAll(occur(run, 'stop', undefined));
    end(run, reason);
  };

  const raisePorts = (run: Run): void => {
    const failure = run.samples.refresh();
    if (failure && run.phase !== 'stopped') {
      breakDown(run, failure);
      return;
    }
    const ports = run.samples.takeChanged();
    const { graphId } = run;
    if (ports.length > 0) raise('ports.updated', { graphId, ports });
  };

  const tellPorts = (run: Run): void => {
    if (interest.has('ports.updated')) raisePorts(run);
  };

  return {
    load(image) {
      const known = loaded.get(image.graphId);
      const revalued = known && revalue(known.image, known.program, image);
      const program = revalued?.program ?? compile(image, definitions);
      if (!known) {
        loaded.set(image.graphId, { image, program, run: undefined });
        return;
      }
      known.image = image;
      known.program = program;
      const { run } = known;
      if (run?.phase !== 'running') return;
      idleness.renew(image.graphId);
      firing.drop(run);
      const { graph, memory } = run;
      if (revalued) {
        for (const { slot, value } of revalued.writes) graph.values[slot] = value;
        return;
      }
      const { unprepared: _, ...work } = workOf(program, run, run);
      listeners.leave(run);
      adopt(Object.assign(run, work), graph, memory, jobs);
      listeners.join(run);
    },
    unload(graphId) {
      const known = loaded.get(graphId);
      if (known?.run) stop(known.run, 'unloaded');
      loaded.delete(graphId);
    },
    held: () => [...loaded.keys()].map((graphId) => ({ graphId, running: running.has(graphId) })),
    run(graphId) {
      const known = loaded.get(graphId);
      if (!known) throw new Fault('GRAPH_NOT_SYNCED');
      ensureRunning(known);
    },
    stop(graphId, reason = 'explicit') {
      const run = loaded.get(graphId)?.run;
      if (run) stop(run, reason);
    },
    stopAll() {
      for (const run of [...running.values()]) stop(run, 'explicit');
    },
    press(graphId, nodeId, port) {
      const run = loaded.get(graphId)?.run;
      if (run?.phase !== 'running') return;
      const node = run.graph.byId.get(nodeId);
      if (!node) throw new Fault('NODE_NOT_FOUND', `The running graph has no node with the id "${nodeId}".`);
      if (!node.definition.when.press || !node.program.exits.some(({ name }) => name === port)) {
        throw new Fault('PORT_NOT_FOUND', `Node ${nodeId} has no button named "${port}".`);
      }
      if (!isOverfull(run, limits)) wait(run, { kind: 'press', occurrence: { nodeId, port } }, 0);
    },
    send(name, payload, graphId) {
      const hearers: Hearers = [];
      const queued: Queued = { kind: 'custom', occurrence: { name, payload, sender: '' } };
      const size = sizeOf(queued);
      for (const run of listeners.to('custom')) {
        const isMeant = graphId === undefined || run.graphId === graphId;
        if (!isMeant || !hasRoom(run, size, limits)) continue;
        wait(run, queued, size);
        const nodeIds = hearersOf(run, name);
        if (nodeIds.length > 0) hearers.push({ graphId: run.graphId, nodeIds });
      }
      return hearers;
    },
    flush(graphId) {
      const known = loaded.get(graphId);
      if (!known) throw new Fault('GRAPH_NOT_SYNCED');
      const { run } = known;
      if (!run) return [];
      raisePorts(run);
      return run.samples.all();
    },
    variableChanged: (change) => enqueue({ kind: 'variable', occurrence: change }),
    occurred: (kind, occurrence) => enqueue({ kind, occurrence } as Queued),
    waitsFor,
    touched: (changes) => enqueue({ kind: 'touched', occurrence: changes }),
    hear(batch) {
      endings.hear(batch);
      if (!waitsFor('event')) return;
      for (const occurrence of batch) {
        if (!isHighVolume(occurrence)) enqueue({ kind: 'event', occurrence });
      }
    },
    ended: (type, data) => endings.hear([{ type, data }]),
    listenFor(types) {
      interest = types;
      announcer.listening = types.has('node.executing') || types.has('node.done');
    },
    *runGraphs() {
      carryOut();
      giveTurns(running);
      for (const run of running.values()) {
        run.elapsed += clock.deltaTime;
        if (run.sitsOut) continue;
        run.used = 0;
        run.frame += 1;
        if (beginTick(run.lines)) tellLines(run);
      }
      for (const run of [...running.values()]) if (firing.isHeldUp(run)) yield* firing.proceed(run);
      for (const arrival of jobs.take()) {
        const memory = jobs.settle(arrival);
        if (!memory) continue;
        settleDone(memory, arrival.job);
        wake(memory, 'done', arrival.outcome);
        if (firing.isPausing()) yield* firing.pause();
      }
      for (const ending of endings.take()) {
        const memory = ending.owner;
        if (!settleEnded(memory, ending.id)) continue;
        wake(memory, 'ended', ending);
        if (firing.isPausing()) yield* firing.pause();
      }
      for (let due = latents.take(clock.tick); due; due = latents.take(clock.tick)) {
        const { owner: memory, entry } = due;
        settleDue(memory, entry, surroundings);
        wake(memory, 'due');
        if (firing.isPausing()) yield* firing.pause();
      }
      for (const run of [...running.values()]) {
        if (run.phase !== 'running' || run.sitsOut) continue;
        const rest = frame(run);
        if (rest) yield* rest;
      }
      pace.enter?.(undefined);
    },
    flushPorts() {
      for (const run of [...running.values()]) if (run.frame % portsUpdatedEvery === 0) tellPorts(run);
    },
    takeIdle: () => idleness.take(running),
    state: () => ({
      loaded: [...loaded.values()].map(({ program, run }) => ({
        program: stateOfProgram(program),
        run: run && stateOfRun(run),
      })),
      running: [...running.keys()],
      orders: [...orders],
      interest: [...interest],
      ended: endings.state(),
    }),
  };
};
