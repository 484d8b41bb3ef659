import { bind } from './bind.ts';
import { Course } from './course.ts';
import { createFiring, type Firing } from './firing.ts';
import { createFrames, type Frames } from './frames.ts';
import { createLines, takeLeft } from './lines.ts';
import { makeAll, type Pace } from './pace.ts';
import { createPortSamples } from './port-samples.ts';
import { createResting, type Resting } from './resting.ts';
import { newMemory } from './run.ts';
import { SeenGraph, servicesFor } from './services.ts';
import { adopt, memoryFor, takeLeave } from './swap.ts';
import { createMissed, floodsItself, takeMissed } from './waiting.ts';
import type { StepClock } from '../frame/step-clock.ts';
import type { Executor } from './executor.ts';
import type { Idleness } from './idleness.ts';
import { Breakdown } from './limits.ts';
import type { Listeners } from './listeners.ts';
import type { Program } from './program.ts';
import type { NodeMemory, Queued, Run, RunFacts, StopReason, Work } from './run.ts';
import type { Surroundings } from './services.ts';

interface RunsOptions {
  readonly executor: Executor;
  readonly surroundings: Surroundings;
  readonly listeners: Listeners;
  readonly pace: Pace;
  /** Of all graphs. */
  readonly stepClock: StepClock;
  readonly idleness: Idleness;
  /** Whether somebody listens to `ports.updated`. */
  readonly arePortsHeard: () => boolean;
  /** Whether somebody listens to what happens in each frame. */
  readonly areFramesHeard: () => boolean;
}

/** Running graphs, from their start to their stop. */
interface Runs {
  /** By graph id, in the order in which they were started. */
  readonly running: ReadonlyMap<string, Run>;
  readonly resting: Resting;
  readonly firing: Firing;
  readonly frame: Frames['frame'];
  start(program: Program): Run;
  /** Goes on with another program; nodes of unchanged id and type keep what they have. */
  swap(run: Run, program: Program): void;
  /** Fires OnStop, drops latents and stops. Does nothing when the graph does not run. */
  stop(run: Run, reason: StopReason): void;
  /** Fires the body of a node for what it has waited for. */
  wake(memory: NodeMemory, body: 'due' | 'done' | 'ended', occurrence?: unknown): void;
  /** Tells of console lines that were left out. */
  tellLines(run: Run): void;
  raisePorts(run: Run): void;
  /** Raises `ports.updated` where somebody listens. */
  tellPorts(run: Run): void;
}

export const createRuns = (options: RunsOptions): Runs => {
  const { executor, surroundings, listeners, pace, stepClock, idleness, arePortsHeard } = options;
  const { world, limits, jobs } = surroundings;
  const { raise, log } = world;
  const running = new Map<string, Run>();
  const resting = createResting(options.areFramesHeard);
  let starts = 0;

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

  const tellLines: Runs['tellLines'] = (run) => {
    const left = takeLeft(run.lines);
    if (!left) return;
    const message = `${left.count} more console lines of the graph, the first by this node, were left out: it may write ${limits.linesPerTick} in a frame.`;
    log({ severity: 'warning', message, graphId: run.graphId, nodeId: left.nodeId });
  };

  const tellMissed = (run: Run): void => {
    const missed = takeMissed(run);
    if (!missed) return;
    const message = `${missed.count} events more came for the graph, the first for this node, than may wait for it, which are ${limits.waitingEvents}, or ${limits.waitingSize} values and characters in them. They were left out.`;
    log({ severity: 'warning', message, graphId: run.graphId, nodeId: missed.nodeId });
  };

  const breakDown = (run: Run, { nodeId, reason, message }: Breakdown): void => {
    log({ severity: 'error', message: `${message} The graph was stopped.`, graphId: run.graphId, nodeId });
    end(run, reason);
  };
  /** Others may send what they like; what a graph sends to itself without end is an endless loop. */
  const settleMissed = (run: Run, waiting: readonly Queued[]): void => {
    const { missed } = run;
    const isEndless = floodsItself(run, waiting, limits);
    missed.own = 0;
    missed.ownSize = 0;
    if (!isEndless) {
      tellMissed(run);
      return;
    }
    missed.count = 0;
    const reason = 'The graph has too many events waiting.';
    breakDown(run, new Breakdown(missed.by, 'executionLimit', reason));
  };
  const firing = createFiring(executor, limits, pace, breakDown);
  const { occur, frame } = createFrames(firing, settleMissed);

  const end = (run: Run, reason: StopReason): void => {
    if (run.phase === 'stopped') return;
    run.phase = 'stopped';
    running.delete(run.graphId);
    resting.leave(run);
    run.course.end();
    idleness.renew(run);
    listeners.leave(run);
    firing.drop(run);
    for (const { id } of run.graph.nodes) takeLeave(run.memory.get(id), jobs);
    tellLines(run);
    tellMissed(run);
    tellPorts(run);
    raise('graph.stopped', { graphId: run.graphId, name: run.name, reason });
  };

  const raisePorts: Runs['raisePorts'] = (run) => {
    const failure = run.samples.refresh();
    if (failure && run.phase !== 'stopped') {
      breakDown(run, failure);
      return;
    }
    const ports = run.samples.takeChanged();
    const { graphId } = run;
    if (ports.length > 0) raise('ports.updated', { graphId, ports });
  };

  const tellPorts: Runs['tellPorts'] = (run) => {
    if (arePortsHeard()) raisePorts(run);
  };

  return {
    running,
    resting,
    firing,
    frame,
    start(program) {
      const { graphId, name } = program;
      const facts: RunFacts = {
        graphId,
        name,
        phase: 'running',
        course: new Course(stepClock),
        latents: 0,
        jobs: 0,
        lines: createLines(),
      };
      starts += 1;
      const idle = {
        place: starts,
        isToldIdle: false,
        queue: [],
        waitingSize: 0,
        missed: createMissed(),
        halted: undefined,
        backlog: [],
        used: 0,
        sitsOut: false,
        waited: 0,
      };
      const run: Run = Object.assign(facts, workOf(program, facts), idle);
      running.set(graphId, run);
      resting.join(run);
      listeners.join(run);
      raise('graph.running', { graphId, name });
      return run;
    },
    swap(run, program) {
      const { graph, memory } = run;
      const { unprepared: _, ...work } = workOf(program, run, run);
      listeners.leave(run);
      adopt(Object.assign(run, work), graph, memory, jobs);
      listeners.join(run);
    },
    stop(run, reason) {
      if (run.phase !== 'running') return;
      resting.wake(run);
      run.phase = 'stopping';
      run.used = 0;
      run.sitsOut = false;
      firing.drop(run);
      if (run.course.frame > 0) makeAll(occur(run, 'stop', undefined));
      end(run, reason);
    },
    wake(memory, body, occurrence) {
      // biome-ignore lint/style/noNonNullAssertion: a run that ends, or loses the node, forgets what it waits for
      const run = running.get(memory.run.graphId)!;
      // biome-ignore lint/style/noNonNullAssertion: a node waits for nothing that its definition has no body for
      firing.fire(run, run.graph.byId.get(memory.nodeId)![body]!, occurrence);
    },
    tellLines,
    raisePorts,
    tellPorts,
  };
};
