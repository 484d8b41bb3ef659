/**
 * Compares complete playbacks over time with the three.js mixer, wherever that mixer follows the description. The mixer
 * differs in loop and reversal events, in playing one clip twice at once, in the first pose of a backward pingPong, and
 * in holding the end (playhead.test.ts). It also sums steps, so that a rounding error can occur at the very end of a
 * loop.
 */
import fc from 'fast-check';
import {
  AnimationClip,
  AnimationMixer,
  AnimationUtils,
  LoopOnce,
  LoopPingPong,
  LoopRepeat,
  Object3D,
  VectorKeyframeTrack,
} from 'three';
import { expect, it } from 'vitest';
import { createActionTestRuntime } from '../../actions/testing-actions.ts';
import type { AnimationAction } from 'three';

const second = 1 / 60;

type Triple = readonly [number, number, number];
const component = fc.double({ min: -1, max: 1, noNaN: true });
const triple: fc.Arbitrary<Triple> = fc.tuple(component, component, component);

interface ClipPlan {
  readonly times: readonly number[];
  readonly position: readonly Triple[];
  readonly scale: readonly Triple[];
}

const clipPlan: fc.Arbitrary<ClipPlan> = fc
  .array(
    fc.record({ gap: fc.double({ min: 0.05, max: 0.4, noNaN: true }), position: triple, scale: triple }),
    { minLength: 2, maxLength: 5 },
  )
  .map((keys) => {
    let time = 0;
    const times = keys.map(({ gap }, index) => {
      // the three.js mixer stores key times as 32-bit numbers
      time = Math.fround(index === 0 ? 0 : time + gap);
      return time;
    });
    return {
      times,
      position: keys.map(({ position }) => position),
      scale: keys.map(({ scale }) => scale),
    };
  });

const getClipLength = ({ times }: ClipPlan): number => times.at(-1) ?? 0;

const speed = fc.oneof(
  fc.double({ min: 0.1, max: 3, noNaN: true }),
  fc.double({ min: -3, max: -0.1, noNaN: true }),
);

const playPlan = fc
  .record({
    clip: clipPlan,
    loopMode: fc.constantFrom('once', 'loop', 'pingPong', 'clampForever'),
    ...{ speed, weight: fc.constantFrom(1, 0.7, 0.3), additive: fc.boolean() },
  })
  // a pingPong that begins backwards begins at the other end there
  .map((plan) => (plan.loopMode === 'pingPong' ? { ...plan, speed: Math.abs(plan.speed) } : plan));
type PlayPlan = typeof playPlan extends fc.Arbitrary<infer T> ? T : never;

/** An edit between two intervals. It consists of the index of a playback and the playback's new time or speed. */
const change = fc.oneof(
  fc.record({ of: fc.nat(3), share: fc.double({ min: 0.01, max: 0.99, noNaN: true }) }),
  fc.record({ of: fc.nat(3), speed }),
  fc.constant({ of: 0 }),
);

const loops = { once: LoopOnce, clampForever: LoopOnce, loop: LoopRepeat, pingPong: LoopPingPong } as const;

const getClipName = (index: number): string => `clip ${index}`;

/** Creates the corresponding playback in the three.js mixer. */
const createMixerAction = (mixer: AnimationMixer, index: number, plan: PlayPlan): AnimationAction => {
  const { clip, loopMode, additive } = plan;
  const threeClip = new AnimationClip(getClipName(index), getClipLength(clip), [
    new VectorKeyframeTrack('.position', [...clip.times], clip.position.flat()),
    new VectorKeyframeTrack('.scale', [...clip.times], clip.scale.flat()),
  ]);
  // three.js stores keys as 32-bit numbers; the effect of this rounding on the duration is not compared here
  threeClip.duration = getClipLength(clip);
  const action = mixer.clipAction(additive ? AnimationUtils.makeClipAdditive(threeClip) : threeClip);
  action.setLoop(loops[loopMode], Number.POSITIVE_INFINITY);
  action.clampWhenFinished = loopMode === 'clampForever';
  action.setEffectiveTimeScale(plan.speed).setEffectiveWeight(plan.weight).play();
  if (plan.speed < 0) action.time = getClipLength(clip);
  return action;
};

const createScenario = (plans: readonly PlayPlan[]) => {
  const runtime = createActionTestRuntime();
  runtime.act('scene.spawn', { type: 'Empty', tag: 'thing', position: [1, 2, 3], scale: [2, 1, 1] });
  runtime.act('components.add', {
    ...{ object: 'thing', component: 'Animation' },
    properties: {
      clips: plans.map(({ clip: { times, position, scale } }, index) => ({
        name: getClipName(index),
        tracks: [
          { property: 'position', times, values: position },
          { property: 'scale', times, values: scale },
        ],
      })),
    },
  });
  const threeObject = new Object3D();
  threeObject.position.set(1, 2, 3);
  threeObject.scale.set(2, 1, 1);
  const mixer = new AnimationMixer(threeObject);
  for (const [index, { clip: _, ...options }] of plans.entries())
    runtime.act('animation.play', { object: 'thing', clip: getClipName(index), ...options });
  const actions = plans.map((plan, index) => createMixerAction(mixer, index, plan));
  const { node } = runtime.scene.get('thing');
  return { ...runtime, mixer, actions, node, threeObject };
};

const getActionState = (action: AnimationAction) => ({
  time: action.time,
  duration: action.getClip().duration,
});

interface PlaybackSample {
  readonly clip: string;
  readonly time: number;
  readonly duration: number;
  readonly direction: string;
  readonly speed: number;
}

it('plays like the three.js mixer for any clips, loops, speeds, weights and seeks', () => {
  let compared = 0;
  const randomIntervals = fc.array(fc.record({ steps: fc.integer({ min: 1, max: 25 }), change }), {
    minLength: 1,
    maxLength: 4,
  });
  fc.assert(
    fc.property(fc.array(playPlan, { minLength: 1, maxLength: 4 }), randomIntervals, (plans, intervals) => {
      const { act, advance, mixer, actions, node, threeObject } = createScenario(plans);
      const live = () => act('animation.playbacks', {}).playbacks as unknown as PlaybackSample[];
      // at the very end of a loop, a rounding error decides whether the time is at the end or at the start
      const isAtAnEnd = () =>
        [
          ...live(),
          ...actions.filter((action) => action.isRunning()).map((action) => getActionState(action)),
        ].some(({ time, duration }) => Math.min(time, duration - time) < 1e-6);
      for (const { steps, change: edit } of intervals) {
        for (let step = 0; step < steps; step += 1) {
          advance(1);
          mixer.update(second);
          if (isAtAnEnd()) continue;
          compared += 1;
          for (const field of ['position', 'scale'] as const)
            expect(node[field].distanceTo(threeObject[field])).toBeLessThan(1e-6);
        }
        // after a seek from this position, the two mixers would be in different loops
        if (isAtAnEnd()) return;
        const playback = live().find(({ clip }) => clip === getClipName(edit.of));
        const action = actions[edit.of];
        if (!playback || !action) continue;
        // three.js does not resume clamped actions
        if (!action.isRunning()) continue;
        if ('share' in edit) {
          const time = edit.share * playback.duration;
          act('animation.seek', { clip: playback.clip, time });
          const isBack = (playback.direction === 'backward') !== playback.speed < 0;
          action.time = isBack ? playback.duration - time : time;
        }
        if ('speed' in edit) {
          act('animation.setSpeed', { clip: playback.clip, speed: edit.speed });
          action.setEffectiveTimeScale(edit.speed);
        }
      }
    }),
    { numRuns: 300 },
  );
  expect(compared).toBeGreaterThan(3_000);
});
