/** A runtime that reads graphs instead of compiling them. */
import { events } from '#spec/events.ts';
import { createFixedClock } from '../../../frame/fixed-clock.ts';
import { createOutbox } from '../../../frame/outbox.ts';
import { Breakdown } from '../../limits.ts';
import { isPure, nodeOf, readGraph } from './graph.ts';
import { createNaiveLatents } from './latents.ts';
import { portValues, refresh, takeChanged } from './ports.ts';
import { createMachine, firstExit } from './run.ts';
import { createServices, wallTime } from './services.ts';
import { createNaiveVariables } from './variables.ts';
import type { EventData } from '#spec/events.ts';
import type { ConsoleLine } from '../../../events/console.ts';
import type { GraphImage, RaisedEvent, VariableImage } from '../../../link/protocol.ts';
import type { Occurrences } from '../../../nodes/context.ts';
import type { Limits } from '../../limits.ts';
import type { Definitions, NaiveGraph, NaiveNode } from './graph.ts';
import type { Activation, Course, Machine } from './run.ts';
import type { Memory, Queued, Run } from './running.ts';

export interface NaiveOptions {
  readonly definitions: Definitions;
  readonly seed: number;
  readonly limits: Limits;
}

export const createNaiveRuntime = ({ definitions, seed, limits }: NaiveOptions) => {
  let isTicking = false;
  const clock = createFixedClock(60, () => {});
  const outbox = createOutbox({
    get tick() {
      return isTicking ? clock.tick : clock.tick + 1;
    },
    get time() {
      return clock.time;
    },
  });
  const { raise } = outbox;
  let lines = 0;
  const log = (line: ConsoleLine): void => {
    lines += 1;
    const contextType = line.nodeId === undefined ? 'graph' : 'node';
    raise('console.log', { id: `r${lines}`, timestamp: wallTime.iso, contextType, ...line }, line);
  };

  const images = new Map<string, GraphImage>();
  /** The latest run of each graph. */
  const runs = new Map<string, Run>();
  /** The graphs that run, in the order in which they were started. */
  let started: Run[] = [];
  const orders = new Map<string, 'run' | 'stop'>();
  const latents = createNaiveLatents(() => clock.tick, limits);
  const variables = createNaiveVariables((change) => tellGraphs({ kind: 'variable', occurrence: change }));

  const waitingFor = (run: Run, kind: keyof Occurrences): NaiveNode[] =>
    run.graph.nodes.filter(({ definition }) => definition.when[kind] !== undefined);

  const tellGraphs = (queued: Queued): void => {
    for (const run of started) {
      if (waitingFor(run, queued.kind).length > 0 && run.queue.length <= limits.waitingEvents)
        run.queue.push(queued);
    }
  };
  outbox.listen({
    events(batch: readonly RaisedEvent[]) {
      for (const occurrence of batch) {
        if (!('highVolume' in events[occurrence.type])) tellGraphs({ kind: 'event', occurrence });
      }
    },
  });

  const servicesOf = createServices({
    ...{ clock, seed, images, orders, latents, variables, raise, log, tellGraphs, limits },
  });

  const machineOf = (run: Run, graph: NaiveGraph): Machine =>
    createMachine(graph, limits, servicesOf(run), (type, nodeId, category, port) => {
      const said = { graphId: run.graphId, nodeId, category, port };
      raise(type, said, said);
    });

  const memoriesOf = ({ nodes }: GraphImage, before?: Map<string, Memory>): Map<string, Memory> =>
    new Map(
      nodes.map(({ id, category }) => {
        const known = before?.get(id);
        return [id, known?.category === category ? known : { category, warned: false, random: undefined }];
      }),
    );

  const start = (image: GraphImage): void => {
    const { graphId, name } = image;
    if (runs.get(graphId)?.phase === 'running') return;
    const graph = readGraph(image, definitions);
    const facts = {
      graphId,
      name,
      graph,
      phase: 'running',
      frame: 0,
      elapsed: 0,
      used: 0,
      written: 0,
    } as const;
    const rest = {
      left: undefined,
      toldLeft: -Infinity,
      queue: [],
      halted: undefined,
      backlog: [],
      unprepared: graph.nodes,
      told: new Map(),
    };
    const initial = portValues(graph);
    const run: Omit<Run, 'machine'> = { ...facts, ...rest, initial, memory: memoriesOf(image) };
    const complete: Run = Object.assign(run, { machine: machineOf(run as Run, graph) });
    runs.set(graphId, complete);
    started.push(complete);
    raise('graph.running', { graphId, name }, { graphId });
  };

  /** Changes programs: nodes of unchanged id and type keep what they know. */
  const swap = (run: Run, image: GraphImage): void => {
    drop(run);
    const before = run.graph;
    const graph = readGraph(image, definitions);
    run.initial = portValues(graph);
    for (const portId of run.told.keys()) if (!run.initial.has(portId)) run.told.delete(portId);
    const fresh = new Set(run.unprepared.map(({ image: { id } }) => id));
    const memory = memoriesOf(image, run.memory);
    for (const [id, known] of run.memory) if (memory.get(id) !== known) latents.drop(run.graphId, id);
    for (const node of graph.nodes) {
      const old = before.nodes.find(({ image: { id } }) => id === node.image.id);
      if (old?.definition === node.definition && !fresh.has(old.image.id)) inherit(graph, node, old);
      else fresh.add(node.image.id);
    }
    run.unprepared = graph.nodes.filter((node) => fresh.has(node.image.id));
    run.graph = graph;
    run.memory = memory;
    run.machine = machineOf(run, graph);
  };

  const inherit = (graph: NaiveGraph, node: NaiveNode, old: NaiveNode): void => {
    node.state = old.state;
    node.isPrepared = old.isPrepared;
    const wired = graph.image.connections.filter(({ to }) => to[0] === node.image.id).map(({ to }) => to[1]);
    for (const [name, value] of old.outputs) if (node.outputs.has(name)) node.outputs.set(name, value);
    for (const [name, value] of old.inputs) if (wired.includes(name)) node.inputs.set(name, value);
  };

  const drop = (run: Run): void => {
    run.halted?.return();
    run.halted = undefined;
    run.backlog = [];
  };

  const breakDown = (run: Run, { nodeId, reason, message }: Breakdown): void => {
    const { graphId } = run;
    log({ severity: 'error', message: `${message} The graph was stopped.`, graphId, nodeId });
    end(run, reason);
  };

  const end = (run: Run, reason: EventData<'graph.stopped'>['reason']): void => {
    if (run.phase === 'stopped') return;
    const { graphId, name } = run;
    run.phase = 'stopped';
    started = started.filter((other) => other !== run);
    drop(run);
    latents.drop(graphId);
    tellLeft(run);
    tellPorts(run);
    raise('graph.stopped', { graphId, name, reason }, { graphId });
  };

  const tellLeft = (run: Run): void => {
    if (!run.left) return;
    const { count, nodeId } = run.left;
    const message = `${count} more console lines of the graph, the first by this node, were left out: it may write ${limits.linesPerTick} in a frame.`;
    log({ severity: 'warning', message, graphId: run.graphId, nodeId });
    run.left = undefined;
    run.toldLeft = run.frame;
  };

  const stop = (run: Run): void => {
    if (run.phase !== 'running') return;
    run.phase = 'stopping';
    run.used = 0;
    drop(run);
    if (run.frame > 0) occur(run, { kind: 'stop', occurrence: undefined });
    end(run, 'explicit');
  };

  const advance = (run: Run, course: Course): void => {
    const grant = Math.min(limits.stepsPerActivation, limits.stepsPerTick - run.used);
    const { used, isOver, breakdown } = run.machine.advance(course, grant);
    run.used += used;
    if (!isOver) run.halted = course;
    if (breakdown) breakDown(run, breakdown);
  };

  const fire = (run: Run, activation: Activation, occurrence?: unknown): void => {
    prepare(run);
    if (run.phase === 'stopped') return;
    if (!run.halted) {
      advance(run, run.machine.begin(activation, occurrence));
    } else if (run.backlog.length < limits.waitingEvents) {
      run.backlog.push({ activation, occurrence });
    } else {
      const { id } = activation.node.image;
      breakDown(run, new Breakdown(id, 'executionLimit', 'Too much waits for the graph to go on.'));
    }
  };

  const occur = (run: Run, { kind, occurrence }: Queued): void => {
    for (const node of waitingFor(run, kind)) {
      if (kind === 'press' && occurrence.nodeId !== node.image.id) continue;
      const body = node.definition.when[kind]!;
      fire(run, { node, body, port: firstExit(node), resolves: true }, occurrence);
      if (run.phase === 'stopped') return;
    }
  };

  const prepare = (run: Run): void => {
    const nodes = run.unprepared;
    run.unprepared = [];
    for (const node of nodes) {
      if (node.definition.state && !isPure(node)) {
        advance(run, run.machine.begin(run.machine.prepare(node), undefined));
      }
      if (run.phase === 'stopped') return;
    }
  };

  const proceed = (run: Run): void => {
    const { halted, backlog } = run;
    if (!halted) return;
    run.halted = undefined;
    run.backlog = [];
    advance(run, halted);
    for (const { activation, occurrence } of backlog) {
      if (run.phase !== 'running') return;
      fire(run, activation, occurrence);
    }
  };

  const drain = (run: Run): void => {
    const { queue } = run;
    run.queue = [];
    if (queue.length > limits.waitingEvents) {
      const [first] = waitingFor(run, queue.at(-1)!.kind);
      const message = 'The graph has too many events waiting.';
      breakDown(run, new Breakdown(first!.image.id, 'executionLimit', message));
      return;
    }
    for (const queued of queue) {
      if (run.phase === 'running') occur(run, queued);
    }
  };

  const frame = (run: Run): void => {
    prepare(run);
    if (run.phase === 'running') drain(run);
    if (run.phase === 'running' && run.frame === 1) occur(run, { kind: 'start', occurrence: undefined });
    if (run.phase === 'running') occur(run, { kind: 'frame', occurrence: undefined });
  };

  const tellPorts = (run: Run): void => {
    const { graphId } = run;
    const failure = refresh(run);
    if (failure && run.phase === 'running') {
      breakDown(run, failure);
      return;
    }
    const ports = takeChanged(run);
    if (ports.length > 0) raise('ports.updated', { graphId, ports }, { graphId });
  };

  const tellVariables = (): void => {
    for (const { variable, value, previous } of variables.takeChanges()) {
      const { id, name, type, graphId } = variable;
      const about = graphId === undefined ? {} : { graphId };
      raise('variable.changed', { id, name, ...about, type, value, previous }, about);
    }
  };

  const beginTick = (): void => {
    const due = [...orders];
    orders.clear();
    for (const [graphId, order] of due) {
      const run = runs.get(graphId);
      if (order === 'run') start(images.get(graphId)!);
      else if (run) stop(run);
    }
    for (const run of started) {
      run.used = 0;
      run.frame += 1;
      run.elapsed += clock.deltaTime;
      run.written = 0;
      if (run.frame >= run.toldLeft + 60) tellLeft(run);
    }
    for (const run of [...started]) proceed(run);
    for (let next = latents.take(); next; next = latents.take()) {
      const run = runs.get(next.graphId)!;
      const node = nodeOf(run.graph, next.nodeId);
      fire(run, { node, body: node.definition.due!, port: firstExit(node), resolves: false });
    }
  };

  const tick = (): void => {
    isTicking = true;
    clock.advance();
    beginTick();
    for (const run of [...started]) if (run.phase === 'running') frame(run);
    for (const run of [...started]) if (run.frame % 3 === 0) tellPorts(run);
    tellVariables();
    isTicking = false;
    outbox.deliver();
  };

  /** Does what a command asks for; what it raises is delivered at once. */
  const command =
    <A extends readonly unknown[]>(act: (...args: A) => void) =>
    (...args: A): void => {
      act(...args);
      tellVariables();
      outbox.deliver();
    };

  return {
    listen: outbox.listen,
    load: command((image: GraphImage) => {
      images.set(image.graphId, image);
      const run = runs.get(image.graphId);
      if (run?.phase === 'running') swap(run, image);
    }),
    run: command((graphId: string) => start(images.get(graphId)!)),
    stop: command((graphId: string) => {
      const run = runs.get(graphId);
      if (run) stop(run);
    }),
    press: command((graphId: string, nodeId: string) => {
      const run = runs.get(graphId);
      if (run?.phase === 'running')
        run.queue.push({ kind: 'press', occurrence: { nodeId, port: 'Pressed' } });
    }),
    put: command((written: readonly VariableImage[]) => variables.put(written)),
    step(ticks: number) {
      outbox.deliver();
      for (let made = 0; made < ticks; made++) tick();
    },
  };
};
