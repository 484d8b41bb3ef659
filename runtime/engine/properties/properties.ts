/** What holds for every graph that an author could make, and for some that none could. */
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { draw } from './draw.ts';
import { graphPlan, ownNodes } from './graph-plans.ts';
import { hostileNodes } from './hostile-nodes.ts';
import { createEnginePlayer, createNaivePlayer, narrowLimits } from './players.ts';
import { leastTicks, play, scenario, variables } from './scenarios.ts';
import { statelessGraph } from './stateless.ts';
import type { RaisedEvent } from '../../link/protocol.ts';
import type { NodeDefinition } from '../../nodes/node.ts';
import type { Trace } from './players.ts';

export interface Property {
  readonly name: string;
  /** @throws Error with the smallest counterexample found. */
  check(runs: number, seed?: number): void;
}

const parametersOf = (runs: number, seed: number | undefined) => ({
  numRuns: runs,
  ...(seed !== undefined && { seed }),
});

/** @throws Error that shows the first batch in which two traces differ. */
const requireSame = (actual: Trace, expected: Trace): void => {
  const length = Math.max(actual.length, expected.length);
  for (let index = 0; index < length; index++) {
    if (isDeepStrictEqual(actual[index], expected[index])) continue;
    const [have, want] = [actual[index] ?? [], expected[index] ?? []];
    const first = have.findIndex((event, place) => !isDeepStrictEqual(event, want[place]));
    const place = first < 0 ? have.length : first;
    throw new Error(
      `Batch ${index} differs at event ${place}: ${JSON.stringify(have[place])} instead of ${JSON.stringify(want[place])}`,
    );
  }
};

const everyNode = [...ownNodes, ...hostileNodes];

const interpreted = (definitions: readonly NodeDefinition[]) => (runs: number, seed?: number) =>
  fc.assert(
    fc.property(scenario({ definitions }), (one) => {
      const engine = createEnginePlayer(one);
      const naive = createNaivePlayer(one);
      play(one, engine.player);
      play(one, naive.player);
      requireSame(engine.trace, naive.trace);
    }),
    parametersOf(runs, seed),
  );

const repeated = (runs: number, seed?: number) =>
  fc.assert(
    fc.property(scenario({ definitions: everyNode }), (one) => {
      const [first, second] = [createEnginePlayer(one), createEnginePlayer(one)];
      play(one, first.player);
      play(one, second.player);
      requireSame(second.trace, first.trace);
    }),
    parametersOf(runs, seed),
  );

/** What tells a moment of a graph from the same moment of a run that began at another time. */
const lasting = (batch: readonly RaisedEvent[]): readonly RaisedEvent[] =>
  batch
    .filter(({ type }) => type === 'console.log' || type.startsWith('node.') || type.startsWith('variable.'))
    .map(withoutId)
    .filter(({ data }) => !('severity' in data && data.severity === 'warning'));

/** Console entries are numbered across graphs. */
const withoutId = (event: RaisedEvent): RaisedEvent =>
  event.type === 'console.log' ? { ...event, data: { ...event.data, id: '' } } : event;

const resynchronised = (runs: number, seed?: number) =>
  fc.assert(
    fc.property(statelessGraph, statelessGraph, fc.integer({ min: 1, max: 20 }), (before, after, ticks) => {
      const [going, restarted] = [createEnginePlayer(), createEnginePlayer()];
      for (const { player } of [going, restarted]) {
        player.put(variables);
        player.load(before);
        player.run(before.graphId);
        player.step(ticks);
      }
      fc.pre(!going.trace.flat().some(({ type }) => type === 'graph.stopped'));
      const told = going.trace.length;
      going.player.load(after);
      restarted.player.stop(before.graphId);
      restarted.player.load(after);
      restarted.player.run(after.graphId);
      for (const { player } of [going, restarted]) player.step(leastTicks);
      const rest = (trace: Trace) =>
        trace
          .slice(told)
          .map(lasting)
          .filter((batch) => batch.length > 0);
      requireSame(rest(going.trace), rest(restarted.trace));
    }),
    parametersOf(runs, seed),
  );

/** Nodes by which graphs work on each other, on time, or on what they share. */
const reachesOut = new Set([
  ...[
    'SendCustomEvent',
    'OnCustomEvent',
    'OnEvent',
    'WaitFor',
    'OnVariableChanged',
    'RunGraph',
    'SetTimeScale',
  ],
  ...['GetVariable', 'SetVariable', 'IncrementVariable', 'ToggleVariable', 'DeleteVariable'],
]);
const secluded = ownNodes.filter(({ type }) => !reachesOut.has(type.enumValue));
/** What of that is an author's way to change what other graphs do. */
const commands = new Set(['RunGraph', 'SetTimeScale']);
const troublesome = everyNode.filter(({ type }) => !commands.has(type.enumValue));

const eventsOf = (trace: Trace, graphId: string): readonly RaisedEvent[] =>
  trace
    .flat()
    .filter((event) => event.graphId === graphId)
    .map(withoutId);

const secludedGraph = graphPlan({ definitions: secluded }).map((plan) => draw(plan, 'graph-1'));
const troublesomeGraphs = fc
  .array(graphPlan({ definitions: troublesome }), { minLength: 1, maxLength: 3 })
  .map((plans) => plans.map((plan, index) => draw(plan, `trouble-${index}`)));

const contained = (runs: number, seed?: number) =>
  fc.assert(
    fc.property(secludedGraph, troublesomeGraphs, fc.nat(3), (quiet, troubles, place) => {
      const [alone, among] = [createEnginePlayer(), createEnginePlayer()];
      const company = troubles.toSpliced(place, 0, quiet);
      for (const [player, graphs] of [
        [alone.player, [quiet]],
        [among.player, company],
      ] as const) {
        player.put(variables);
        for (const graph of graphs) player.load(graph);
        for (const { graphId } of graphs) player.run(graphId);
        player.step(leastTicks);
        for (const { graphId } of graphs) player.stop(graphId);
      }
      requireSame([eventsOf(among.trace, quiet.graphId)], [eventsOf(alone.trace, quiet.graphId)]);
      for (const { graphId } of company) requireGuarded(eventsOf(among.trace, graphId));
      // whatever graphs come up with can be told to observers
      JSON.stringify(among.trace);
    }),
    parametersOf(runs, seed),
  );

/** @throws Error when a graph did more in a tick than its guard allows, or went on after having been stopped. */
const requireGuarded = (events: readonly RaisedEvent[]): void => {
  const counts = new Map<number, number>();
  for (const { type, tick } of events) {
    if (type === 'node.executing') counts.set(tick, (counts.get(tick) ?? 0) + 1);
  }
  const most = Math.max(0, ...counts.values());
  if (most > narrowLimits.stepsPerTick) throw new Error(`A graph ran ${most} activations in one tick.`);
  const stopped = events.findIndex(({ type }) => type === 'graph.stopped');
  if (stopped !== events.length - 1) throw new Error('A graph was heard of after it had stopped.');
  const depth = events.reduce(
    (open, { type }) => open + Number(type === 'node.executing') - Number(type === 'node.done'),
    0,
  );
  if (depth !== 0) throw new Error('Some activations of a graph were never closed.');
};

export const properties: readonly Property[] = [
  { name: 'a compiled graph does what a plain reading of it does', check: interpreted(ownNodes) },
  { name: 'so does one with nodes that throw, flood and loop', check: interpreted(everyNode) },
  { name: 'the same seed and the same commands yield the same events', check: repeated },
  {
    name: 'a sync while running comes to the same as stop, sync and run, where no state is kept',
    check: resynchronised,
  },
  { name: 'no graph does more than its guards allow, nor anything to another graph', check: contained },
];
