/** Frames rest while nothing happens by itself, and nobody can notice that they do. */
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { createTestGraph, logNode } from './engine/testing-runtime.ts';
import { openTestProject } from './scene/assets/testing-project.ts';
import type { Timers } from './shared/scheduler.ts';

const periodMs = 1000 / 60;
/** A frame begins within this time: a period, and the millisecond by which the step before may have been early. */
const frameMs = periodMs + 1.001;

/** A scheduler whose time is advanced by the test, and that counts how often it woke the process. */
const createTimeline = () => {
  let now = 0;
  let timers: { readonly at: number; readonly run: () => void }[] = [];
  let wakeUps = 0;
  const scheduler: Timers = {
    now: () => now,
    after(milliseconds, run) {
      const timer = { at: now + milliseconds, run };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
  };
  return {
    scheduler,
    /** Advances the time, and returns how many timers fired. */
    advance(milliseconds: number): number {
      const until = now + milliseconds;
      wakeUps = 0;
      for (;;) {
        const [next] = timers.toSorted((a, b) => a.at - b.at);
        if (!next || next.at > until) break;
        timers = timers.filter((other) => other !== next);
        now = Math.max(now, next.at);
        wakeUps += 1;
        next.run();
      }
      now = until;
      return wakeUps;
    },
  };
};

const openProject = async () => {
  const timeline = createTimeline();
  const project = await openTestProject(undefined, { scheduler: timeline.scheduler });
  const { runtime } = project;
  runtime.target.start();
  const run = (nodes: Parameters<typeof createTestGraph>[0], connections: readonly string[] = []): void => {
    runtime.execute('graph.load', { graph: createTestGraph(nodes, connections) });
    runtime.execute('graph.run', { graphId: 'graph' });
  };
  return { ...project, timeline, run };
};

type Project = Awaited<ReturnType<typeof openProject>>;

/** More wake-ups in a second than this are those of frames that don't rest. */
const maxRestingWakeUps = 5;

const spawnCube = ({ act }: Project, position: Record<string, number> = { x: 0, y: 5, z: 0 }) =>
  act('scene.spawn', { type: 'Primitives/Cube', tag: 'cube', position });

/** What happens by itself for more than two seconds, and then not any more. */
const activities: Readonly<Record<string, (project: Project) => unknown>> = {
  'a tween': ({ act }) =>
    act('tween.position', { object: 'main-camera', position: { x: 1, y: 0, z: 0 }, time: 3 }),
  'a delayed tween': ({ act }) =>
    act('tween.position', { object: 'main-camera', position: { x: 1, y: 0, z: 0 }, time: 0.1, delay: 3 }),
  'an object that will be removed': async (project) => {
    await spawnCube(project);
    await project.act('scene.objects.destroy', { object: 'cube', delay: 3 });
  },
  'a falling body': async (project) => {
    await spawnCube(project, { x: 0, y: 40, z: 0 });
    await project.act('physics.setCollider', { object: 'cube', shape: 'box' });
    await project.act('physics.setBody', { object: 'cube' });
    await project.act('scene.spawn', { type: 'Empty', tag: 'ground' });
    await project.act('physics.setCollider', { object: 'ground', shape: 'box', size: { x: 9, y: 1, z: 9 } });
  },
  'a sound': async ({ act, run }) => {
    await act('audio.play', { asset: 'chime.wav', pitch: 0.25 });
    run({});
  },
  'an animation': async ({ act }) => {
    await act('scene.spawn', { asset: 'sunflower.glb', tag: 'flower' });
    await act('animation.play', { object: 'flower', clip: 'Bow', speed: 0.2, loopMode: 'once' });
  },
  'a scene switch': ({ act }) => act('scene.switch', { scene: 'Default', transition: 'fade', duration: 3 }),
  'a blend between cameras': async ({ act }) => {
    await act('scene.spawn', { type: 'Camera', tag: 'other' });
    await act('camera.setActive', { camera: 'other', blend: 3 });
  },
  'a delay in a graph': ({ run }) =>
    run({ start: 'Start', delay: ['Delay', { Duration: 3 }], log: logNode('done') }, [
      'start.Out > delay.In',
      'delay.Done > log.In',
    ]),
};

const endlessActivities: Readonly<Record<string, (project: Project) => unknown>> = {
  'a graph that listens to frames': ({ run }) =>
    run({ frame: 'OnNewFrame', log: logNode('frame') }, ['frame.Out > log.In']),
  'a camera that follows': async (project) => {
    await spawnCube(project);
    await project.act('camera.follow', { camera: 'main-camera', target: 'cube' });
  },
  particles: ({ act }) => act('scene.spawn', { type: 'Effects/Particles', active: true }),
};

describe('frames rest', () => {
  it('in an empty project, and ticks are counted all the same', async () => {
    const { timeline, runtime } = await openProject();
    timeline.advance(1_000);
    expect(timeline.advance(10_000)).toBeLessThanOrEqual(10 * maxRestingWakeUps);
    timeline.advance(100);
    const { tick } = runtime.execute('playbacks.list', { object: 'main-camera' });
    expect(tick).toBe(Math.floor(11_100 / periodMs) + 1);
  });

  it.each(Object.entries(activities))('again after %s', async (_, begin) => {
    const project = await openProject();
    await begin(project);
    const { timeline } = project;
    timeline.advance(1_000);
    expect(timeline.advance(1_000)).toBeGreaterThan(55);
    for (let seconds = 0; seconds < 30 && timeline.advance(1_000) > maxRestingWakeUps; seconds += 1);
    expect(timeline.advance(1_000)).toBeLessThanOrEqual(maxRestingWakeUps);
  });

  it.each(Object.entries(endlessActivities))('never during %s', async (_, begin) => {
    const project = await openProject();
    await begin(project);
    project.timeline.advance(10_000);
    expect(project.timeline.advance(1_000)).toBeGreaterThan(55);
  });

  it('while time is paused, whatever is in progress', async () => {
    const { act, timeline } = await openProject();
    await act('tween.position', { object: 'main-camera', position: { x: 1, y: 0, z: 0 }, time: 3 });
    await act('time.pause');
    timeline.advance(1_000);
    expect(timeline.advance(1_000)).toBeLessThanOrEqual(maxRestingWakeUps);
    await act('time.resume');
    timeline.advance(1_000);
    expect(timeline.advance(1_000)).toBeGreaterThan(55);
  });
});

test('a command during a rest happens in the tick in which it arrives, and its first frame is not late', async () => {
  const arbitraryPauses = fc.array(fc.double({ min: 0, max: 2_000, noNaN: true }), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(arbitraryPauses, async (pauses) => {
      const { timeline, runtime, act } = await openProject();
      let elapsed = 0;
      for (const pause of pauses) {
        timeline.advance(pause);
        elapsed += pause;
        const before = Math.floor(elapsed / periodMs + 1e-9);
        const { tick } = runtime.execute('action.run', { action: 'tween.cancel', parameters: {} });
        // a timer may fire up to a millisecond early
        expect([before, before + 1]).toContain(tick - 1);
        await act('tween.position', { object: 'main-camera', position: { x: elapsed, y: 0, z: 0 }, time: 9 });
        timeline.advance(frameMs);
        elapsed += frameMs;
        const { tweens } = await act('tween.list');
        const [tween] = tweens as { elapsed: number }[];
        expect(tween?.elapsed).toBeGreaterThan(0);
        await act('tween.cancel');
      }
    }),
    { numRuns: Number(process.env.PAUSES ?? 30) },
  );
});
