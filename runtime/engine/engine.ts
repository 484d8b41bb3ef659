import { Fault } from '#spec/errors.ts';
import { StepClock } from '../frame/step-clock.ts';
import { createArrivals } from './arrivals.ts';
import { compile } from './compile.ts';
import { passStep } from './course.ts';
import { createEndings } from './endings.ts';
import { createExecutor } from './executor.ts';
import { createIdleness } from './idleness.ts';
import { createJobs } from './jobs.ts';
import { createLatents } from './latents.ts';
import { beginTick } from './lines.ts';
import { createListeners } from './listeners.ts';
import { createLoadedGraphs, type Loaded } from './loaded.ts';
import { revalue } from './revalue.ts';
import { createRuns } from './runs.ts';
import { settleDone, settleDue, settleEnded } from './services.ts';
import { stateOfProgram, stateOfRun } from './state.ts';
import { createTurns } from './turns.ts';
import type { EventType } from '#spec/events.ts';
import type { Json } from '#spec/values.ts';
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
import type { Limits } from './limits.ts';
import type { Pace, Parts } from './pace.ts';
import type { NodeMemory, Queued, Run, StopReason } from './run.ts';
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

export const createEngine = (options: EngineOptions): Engine => {
  const { definitions, world, variables, limits, pace } = options;
  const { clock, raise } = world;
  const loaded = createLoadedGraphs();
  const listeners = createListeners();
  const stepClock = new StepClock();
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
  const { enqueue, waitsFor, press, send, hear } = createArrivals(listeners, limits);

  const remove = ({ id, name, graphId }: VariableCell): void => {
    variables.remove([id]);
    raise('variable.deleted', { id, name, ...(graphId !== undefined && { graphId }) });
  };

  const control: Surroundings['control'] = (graph, order) => {
    const known = loaded.find(graph);
    if (known) orders.set(known.program.graphId, order);
    return known !== undefined;
  };

  const surroundings: Surroundings = {
    world,
    seed: options.seed,
    limits,
    variables,
    latents,
    jobs,
    endings,
    remove,
    control,
    spend: executor.spend,
    halt: executor.halt,
    runAction: options.runAction,
    send: (name, payload, sender) => enqueue({ kind: 'custom', occurrence: { name, payload, sender } }),
  };
  const arePortsHeard = (): boolean => interest.has('ports.updated');
  const areFramesHeard = (): boolean => announcer.listening || arePortsHeard();
  const runs = createRuns({
    ...{ executor, surroundings, listeners, pace, stepClock, idleness },
    ...{ arePortsHeard, areFramesHeard },
  });
  const { running, resting, firing, frame, wake, tellLines, tellPorts } = runs;

  /** Starts a graph unless it runs. */
  const ensureRunning = (known: Loaded): void => {
    if (known.run?.phase === 'running') return;
    known.run = runs.start(known.program);
  };

  const carryOut = (): void => {
    const due = [...orders];
    orders.clear();
    for (const [graphId, order] of due) {
      const known = loaded.get(graphId);
      if (!known) continue;
      if (order === 'run') ensureRunning(known);
      else if (known.run) runs.stop(known.run, 'explicit');
    }
  };

  const requireLoaded = (graphId: string): Loaded => {
    const known = loaded.get(graphId);
    if (!known) throw new Fault('GRAPH_NOT_SYNCED');
    return known;
  };

  return {
    load(image) {
      const known = loaded.get(image.graphId);
      const revalued = known && revalue(known.image, known.program, image);
      const program = revalued?.program ?? compile(image, definitions);
      const run = known?.run;
      loaded.put({ image, program, run });
      if (run?.phase !== 'running') return;
      resting.wake(run);
      idleness.renew(run);
      firing.drop(run);
      if (revalued) for (const { slot, value } of revalued.writes) run.graph.values[slot] = value;
      else runs.swap(run, program);
    },
    unload(graphId) {
      const run = loaded.get(graphId)?.run;
      if (run) runs.stop(run, 'unloaded');
      loaded.delete(graphId);
    },
    held: () =>
      Array.from(loaded.all(), ({ program: { graphId } }) => ({ graphId, running: running.has(graphId) })),
    run: (graphId) => ensureRunning(requireLoaded(graphId)),
    stop(graphId, reason = 'explicit') {
      const run = loaded.get(graphId)?.run;
      if (run) runs.stop(run, reason);
    },
    stopAll() {
      for (const run of [...running.values()]) runs.stop(run, 'explicit');
    },
    press(graphId, nodeId, port) {
      const run = running.get(graphId);
      if (run?.phase === 'running') press(run, nodeId, port);
    },
    send,
    flush(graphId) {
      const { run } = requireLoaded(graphId);
      if (!run) return [];
      resting.show(run);
      runs.raisePorts(run);
      return run.samples.all();
    },
    variableChanged: (change) => enqueue({ kind: 'variable', occurrence: change }),
    occurred: (kind, occurrence) => enqueue({ kind, occurrence } as Queued),
    waitsFor,
    touched: (changes) => enqueue({ kind: 'touched', occurrence: changes }),
    hear(events) {
      endings.hear(events);
      hear(events);
    },
    ended: (type, data) => endings.hear([{ type, data }]),
    listenFor(types) {
      interest = types;
      announcer.listening = types.has('node.executing') || types.has('node.done');
      if (areFramesHeard()) resting.wakeAll();
    },
    *runGraphs() {
      carryOut();
      giveTurns(running, resting);
      passStep(stepClock, clock.deltaTime, running.values());
      const heldUp: Run[] = [];
      for (const run of resting.awake()) {
        if (run.sitsOut) {
          run.course.sitOut();
          continue;
        }
        run.used = 0;
        if (beginTick(run.lines)) tellLines(run);
        if (firing.isHeldUp(run)) heldUp.push(run);
      }
      // Asked again, as one may be stopped while another makes a pause.
      for (const run of heldUp) if (firing.isHeldUp(run)) yield* firing.proceed(run);
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
      for (const run of [...resting.awake()]) {
        if (run.phase !== 'running' || run.sitsOut) continue;
        const rest = frame(run);
        if (rest) yield* rest;
        resting.settle(run);
      }
      pace.enter?.(undefined);
    },
    flushPorts() {
      if (!arePortsHeard()) return;
      for (const run of [...running.values()]) if (run.course.frame % portsUpdatedEvery === 0) tellPorts(run);
    },
    takeIdle: () => idleness.take(running, resting.awake()),
    state: () => ({
      loaded: Array.from(loaded.all(), ({ program, run }) => {
        if (run) resting.show(run);
        return { program: stateOfProgram(program), run: run && stateOfRun(run) };
      }),
      running: [...running.keys()],
      orders: [...orders],
      interest: [...interest],
      ended: endings.state(),
    }),
  };
};
