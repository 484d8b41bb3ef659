/**
 * Runs graphs in a runtime of the TypeScript SDK, in real time, and measures how many steps it performs in a second. With
 * an empty engine, each node of the graphs is triggered in each step. With objects, each step moves all objects by a
 * graph, and the engine receives the matrices.
 *
 * `npx tsx scripts/stress/sdk-steps.ts [--nodes 10000] [--objects 1000] [--steps 300]`
 */
import { createEngineRuntime } from '../../runtime/sdk/engine-runtime.ts';
import { createChainGraph } from '../../bench/micro/engine-chain-graphs.ts';
import { printReport, runAsScript } from './run-as-script.ts';
import type { GraphSnapshot } from '#runtime/link/runtime-link.ts';
import type { Engine } from '../../runtime/sdk/api.ts';

interface StepReport {
  readonly load: string;
  readonly stepsPerSecond: number;
  /** CPU time of a step, in milliseconds. */
  readonly cpuMs: number;
}

interface StepsReport {
  readonly loads: readonly StepReport[];
  readonly problems: readonly string[];
}

const targetPerSecond = 60;
/** The accepted rate is lower, because timers and the measured interval are not exact. */
const minPerSecond = 59;
const nodesPerGraph = 100;
/** Steps before the measurement, in which code is compiled. */
const warmUpSteps = 60;

const createNodeGraphs = (nodes: number): GraphSnapshot[] =>
  Array.from({ length: Math.ceil(nodes / nodesPerGraph) }, (_, index) =>
    createChainGraph(`graph-${index}`, Math.min(nodesPerGraph, nodes - index * nodesPerGraph), 'triggered'),
  );

/** Creates a graph that sets the position of each object in each step, to a place that depends on the time. */
const createMoveGraph = (tags: readonly string[]): GraphSnapshot => ({
  graphId: 'move',
  name: 'move',
  nodes: [
    { id: 'frame', category: 'OnNewFrame', values: {} },
    { id: 'vector', category: 'MakeVector3', values: {} },
    ...tags.map((tag, index) => ({ id: `set-${index}`, category: 'SetPosition', values: { Object: tag } })),
  ],
  connections: [
    { from: ['frame', 'Time'], to: ['vector', 'X'] },
    ...tags.flatMap((_, index): GraphSnapshot['connections'] => [
      { from: index === 0 ? ['frame', 'Out'] : [`set-${index - 1}`, 'Out'], to: [`set-${index}`, 'In'] },
      { from: ['vector', 'Vector'], to: [`set-${index}`, 'Position'] },
    ]),
  ],
});

const measureLoad = async <Handle>(
  load: string,
  engine: Engine<Handle>,
  steps: number,
  createGraphs: (spawn: () => string) => readonly GraphSnapshot[],
): Promise<StepReport> => {
  let performed = 0;
  let onStep = (): void => {};
  const { target, facade } = createEngineRuntime(
    {
      ...engine,
      step() {
        performed += 1;
        onStep();
      },
    },
    { stepsPerSecond: targetPerSecond, entryPrefix: 'r', now: () => new Date(), onStop() {} },
  );
  const spawn = (): string =>
    facade.addObject({ handle: engine.spawn?.('Thing', '') as Handle, name: 'Thing' });
  for (const graph of createGraphs(spawn)) {
    target.execute('graph.load', { graph });
    target.execute('graph.run', { graphId: graph.graphId });
  }
  const waitForSteps = (count: number): Promise<void> =>
    new Promise((resolve) => {
      onStep = () => {
        if (performed >= count) resolve();
      };
    });
  target.start();
  await waitForSteps(warmUpSteps);
  const [startMs, startCpu, startCount] = [performance.now(), process.cpuUsage(), performed];
  await waitForSteps(startCount + steps);
  const { user, system } = process.cpuUsage(startCpu);
  const [elapsedMs, count] = [performance.now() - startMs, performed - startCount];
  facade.stop();
  return {
    load,
    stepsPerSecond: Math.round((count / elapsedMs) * 10_000) / 10,
    cpuMs: Math.round((user + system) / count) / 1_000,
  };
};

const createMatrixEngine = (): Engine<{ matrix: ArrayLike<number> }> => {
  const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
  return {
    name: 'matrices',
    spawnables: () => ({ Thing: '' }),
    spawn: () => ({ matrix: identity }),
    getMatrix: ({ matrix }) => matrix,
    setMatrix(thing, matrix) {
      thing.matrix = matrix;
    },
  };
};

export const measureSdkSteps = async (options: {
  readonly nodes: number;
  readonly objects: number;
  readonly steps: number;
}): Promise<StepsReport> => {
  const { nodes, objects, steps } = options;
  const loads = [
    await measureLoad(`an empty engine, ${nodes} nodes`, { name: 'empty' }, steps, () =>
      createNodeGraphs(nodes),
    ),
    await measureLoad(`${objects} objects moved by a graph`, createMatrixEngine(), steps, (spawn) => [
      createMoveGraph(Array.from({ length: objects }, spawn)),
    ]),
  ];
  const problems = loads
    .filter(({ stepsPerSecond }) => stepsPerSecond < minPerSecond)
    .map(({ load, stepsPerSecond }) => `${load}: only ${stepsPerSecond} steps per second`);
  return { loads, problems };
};

await runAsScript(import.meta.url, { nodes: 10_000, objects: 1_000, steps: 300 }, async (options) =>
  printReport(await measureSdkSteps(options)),
);
