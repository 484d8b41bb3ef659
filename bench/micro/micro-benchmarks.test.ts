import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createClosuresBaseline } from '../baselines/closures-baseline.ts';
import { createMapsBaseline } from '../baselines/maps-baseline.ts';
import { createProjectFilesBaseline } from '../baselines/project-files-baseline.ts';
import { createBuildBench } from './build-bench.ts';
import { getChainResult } from './chain-links.ts';
import { createEngineCallsBench } from './engine-calls-bench.ts';
import { createEngineChainBench } from './engine-chain-bench.ts';
import { createManyGraphsBench } from './many-graphs-bench.ts';
import { createFrameLoopBench } from './frame-loop-bench.ts';
import { createAnimationMixersBaseline } from '../baselines/animation-mixers-baseline.ts';
import { createAnimationTickBench } from './animation-tick-bench.ts';
import { createSceneCaptureBench } from './scene-capture-bench.ts';
import { createSceneCommandsBench } from './scene-commands-bench.ts';
import { createSceneTickBench } from './scene-tick-bench.ts';
import { summarizeFrames } from './frame-times.ts';
import { createMachinePaceProbe } from './machine-pace-probe.ts';
import { createProjectFilesBench } from './project-files-bench.ts';

test.each(['equal', 'mixed'] as const)(
  'the engine and its baseline evaluate the whole chain: %s',
  async (links) => {
    for (const program of [createEngineChainBench(), createClosuresBaseline()]) {
      // The second round reuses what the first round created.
      for (let round = 0; round < 2; round += 1) {
        expect(await program.run({ chain: 40, links, ms: 5000, count: 16 })).toMatchObject({
          steps: 16,
          sum: getChainResult(links, 40),
        });
      }
    }
  },
);

test.each([false, true])('calls of a graph reach every node: %s', async (called) => {
  const bench = createEngineCallsBench();
  const load = { called, nodes: 10, passes: 3, ms: 5000, count: 16 };
  expect(await bench.run(load)).toMatchObject({ steps: 16, sum: 480 });
  expect(await bench.run(load)).toMatchObject({ steps: 16, sum: 960 });
});

test('the machine pace has a time for each workload', () => {
  const pace = createMachinePaceProbe().measure();
  expect(Object.keys(pace)).toEqual(['computing', 'memory', 'calls', 'objects']);
  for (const ms of Object.values(pace)) expect(ms).toBeGreaterThan(0);
});

test('a build and its baseline create every node and connection again in each repetition', async () => {
  const text = JSON.stringify({
    nodes: [
      { tempId: 'a', category: 'Add', ports: { A: 1 } },
      { tempId: 'b', category: 'Add', ports: {} },
    ],
    connections: [{ from: 'a/Result', to: 'b/A' }],
  });
  for (const program of [createBuildBench(), createMapsBaseline()]) {
    const { times, nodes, connections } = await program.run({ text, repetitions: 3 });
    expect({ runs: times.length, nodes, connections }).toEqual({ runs: 3, nodes: 2, connections: 1 });
  }
});

test('a project and its baseline open every node and write every graph', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bench-project-'));
  try {
    await createProjectFilesBench().make({ folder, graphs: 3, nodes: 5 });
    const nodes = 3 * (5 + 2);
    expect(await createProjectFilesBench().run({ folder })).toMatchObject({ nodes, saved: 3 });
    expect(await createProjectFilesBaseline().run({ folder })).toMatchObject({ nodes, saved: 3 });
    expect(await createProjectFilesBench().run({ folder })).toMatchObject({ nodes, saved: 3 });
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('the frame loop is observed for the requested number of frames', async () => {
  expect(await createFrameLoopBench().run({ perSecond: 200, frames: 6 })).toMatchObject({ frames: 6 });
});

test('a scene runs the requested number of ticks with all of its bodies awake', () => {
  const bench = createSceneTickBench();
  bench.prepare({ tweens: 3, bodies: 9 });
  const { p50Ms, p99Ms, ...result } = bench.run({ ticks: 20 });
  expect(result).toEqual({ ticks: 20, asleep: 0 });
  expect(p99Ms).toBeGreaterThanOrEqual(p50Ms);
});

test('clips and their baseline play independently and reach the same poses', () => {
  const options = { models: 3, nodes: 2, animatedNodes: true, clips: 2 };
  const [actual, expected] = [createAnimationTickBench(), createAnimationMixersBaseline()].map((program) => {
    program.prepare(options);
    expect(program.run({ ticks: 20 })).toMatchObject({ ticks: 20, playing: 6 });
    return program.pose();
  });
  expect(actual).toHaveLength(options.models * options.nodes * 16);
  const differences =
    actual?.map((number, index) => Math.abs(number - (expected?.[index] ?? Number.NaN))) ?? [];
  expect(Math.max(...differences)).toBeLessThan(1e-6);
});

test('commands to a scene leave the existing objects', () => {
  const bench = createSceneCommandsBench();
  bench.prepare({ objects: 5 });
  for (let repetition = 0; repetition < 2; repetition += 1) expect(bench.run({ count: 4 }).left).toBe(7);
});

test('captures are taken while frames are observed', async () => {
  const options = { perSecond: 200, frames: 30, cubes: 2 };
  const bench = createSceneCaptureBench();
  const { pictures, frames } = await bench.run({ ...options, captures: true });
  expect([pictures > 0, frames]).toEqual([true, 30]);
  expect(await bench.run({ ...options, captures: false })).toMatchObject({ pictures: 0, frames: 30 });
});

test('frames on an even grid are not late, whenever the first one begins', () => {
  expect(summarizeFrames([1000, 1010, 1020, 1030], 100, 6)).toEqual({
    frames: 4,
    perSecond: 100,
    p50Ms: 0,
    p99Ms: 0,
    worstMs: 0,
    cpuMs: 2,
  });
});

test('lateness is relative to the grid, so that a late first frame does not make the others early', () => {
  expect(summarizeFrames([1005, 1010, 1020, 1031], 100, 4)).toMatchObject({ p50Ms: 0, p99Ms: 5 });
});

test('a loop that drifts is late by the whole drift', () => {
  const driftingTimes = Array.from({ length: 101 }, (_, i) => i * 10.5);
  const { p99Ms, perSecond } = summarizeFrames(driftingTimes, 100, 1);
  expect(p99Ms).toBeCloseTo(49.5);
  expect(perSecond).toBeCloseTo(95.24, 1);
});

test('a round leaves as many graphs in the project as before', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bench-graphs-'));
  const bench = createManyGraphsBench();
  await bench.prepare({ folder, graphs: 3 });
  for (let repetition = 0; repetition < 2; repetition += 1) {
    for (const run of [() => bench.runSingle({ count: 2, listed: 9, ticks: 15 }), () => bench.runWhole(7)]) {
      const { left, ...cpu } = await run();
      expect(left).toBe(3);
      for (const us of Object.values(cpu)) expect(us).toBeGreaterThan(0);
    }
  }
  expect(await readdir(join(folder, 'graphs'))).toEqual(['there 0.json', 'there 1.json', 'there 2.json']);
  await bench.release();
});
