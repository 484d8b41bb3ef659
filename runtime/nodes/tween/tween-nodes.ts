import { easingNames } from '#spec/actions/easings.ts';
import { actions, nodeActions } from '#spec/actions/index.ts';
import { hasPassed } from '../../scene/elapsed-time.ts';
import { easings } from '../../scene/tweens/easing.ts';
import { clampToFinite } from '../../values/clamp-finite.ts';
import { defineActionNode, toOptionLabel } from '../dsl/define-action-node.ts';
import { defineCategory, defineFlowNode, definePureNode } from '../dsl/define-node.ts';
import { dropdown, float, trigger, vector3 } from '../dsl/ports.ts';

const [first, ...otherEasings] = easingNames;

/** A port that selects an easing curve. All nodes use the same label for a curve. */
const easePort = dropdown(toOptionLabel(first), ...otherEasings.map(toOptionLabel));

const easingByLabel = new Map(easingNames.map((name) => [toOptionLabel(name), easings[name]]));

/** Returns the easing curve with this label, or the linear curve for an unknown label. */
const findEasing = (label: string): ((progress: number) => number) =>
  easingByLabel.get(label) ?? easings.linear;

interface FloatTween {
  readonly from: number;
  readonly to: number;
  readonly duration: number;
  readonly ease: string;
  /** The graph's simulated time in seconds when the tween started. */
  readonly since: number;
}

const evaluateTween = ({ from, to, duration, ease: curve }: FloatTween, elapsed: number): number => {
  const progress = findEasing(curve)(elapsed / duration);
  // Both ends are weighted, because their difference may overflow.
  return clampToFinite(from * (1 - progress) + to * progress);
};

const { tween } = actions;

const tweenPorts = { Duration: float(1, { minimum: 0, maximum: 86_400 }) };

const tweenNodeOptions = {
  ports: tweenPorts,
  outputs: { TweenId: 'tweenId' },
  ends: { by: 'tweenId', Done: 'tween.completed', Cancelled: 'tween.cancelled' },
  cancel: tween.cancel,
} as const;

const timingInputs = { Duration: 'time', Ease: 'ease' } as const;

const endingDescription =
  'Out fires at once. In the frame after the end, Done fires or, when the tween was cancelled or replaced before, Cancelled. Cancel stops everything that the node has started, at its current value. When the graph stops, Done and Cancelled no longer fire, but the tween continues. When there is no such object, Out fires and nothing starts.';

export const tweenNodes = defineCategory('Tween', {
  TweenPosition: defineActionNode(
    tween.position,
    { Object: 'object', To: 'position', ...timingInputs, Space: 'space' },
    {
      description: `Moves an object to the position To, in metres, in the world or relative to its parent, in Duration seconds. ${endingDescription}`,
      ...tweenNodeOptions,
    },
  ),
  TweenRotation: defineActionNode(
    nodeActions.tween.turn,
    { Object: 'object', To: 'rotation', ...timingInputs },
    {
      description: `Rotates an object the shortest way to To, Euler angles in degrees in the order XYZ relative to its parent, in Duration seconds. ${endingDescription}`,
      ...tweenNodeOptions,
    },
  ),
  TweenScale: defineActionNode(
    tween.scale,
    { Object: 'object', To: 'scale', ...timingInputs },
    {
      description: `Scales an object to To, relative to its parent, in Duration seconds. ${endingDescription}`,
      ...tweenNodeOptions,
      ports: { ...tweenPorts, To: vector3({ x: 1, y: 1, z: 1 }) },
    },
  ),
  TweenColor: defineActionNode(
    tween.color,
    { Object: 'object', To: 'color', ...timingInputs },
    {
      description: `Changes the main color of an object or its light to To in Duration seconds. ${endingDescription}`,
      ...tweenNodeOptions,
    },
  ),
  TweenFloat: defineFlowNode({
    description:
      'Interpolates Value from From to To in Duration seconds: fires Out at once, Update in every frame from the next one on, and Done after the last Update, when Value is exactly To. Inputs are read when it is triggered; another trigger restarts it. Cancel leaves Value where it is, and nothing fires any more. A Duration that is not a number, or below 0, counts as 0.',
    inputs: { In: trigger, Cancel: trigger, From: float(), To: float(1), Duration: float(1), Ease: easePort },
    outputs: { Out: trigger, Update: trigger, Done: trigger, Value: float() },
    state: (): { motion: FloatTween | undefined } => ({ motion: undefined }),
    on: {
      In: ({
        inputs: { From: from, To: to, Duration, Ease },
        state,
        outputs,
        emit,
        schedule,
        graph,
        warnOnce,
      }) => {
        if (!(Duration >= 0)) warnOnce(`A duration of ${Duration} seconds counts as 0.`);
        state.motion = { from, to, duration: Math.max(0, Duration), ease: Ease, since: graph.elapsed };
        outputs.Value = from;
        schedule(0, 'Restart');
        emit.Out();
      },
      Cancel: ({ state, cancel }) => {
        state.motion = undefined;
        cancel();
      },
    },
    due: ({ state, outputs, emit, schedule, graph }) => {
      const { motion } = state;
      if (!motion) return;
      const elapsed = graph.elapsed - motion.since;
      const isComplete = hasPassed(elapsed, motion.duration);
      outputs.Value = isComplete ? motion.to : evaluateTween(motion, elapsed);
      if (isComplete) state.motion = undefined;
      else schedule(0);
      emit.Update();
      if (isComplete) emit.Done();
    },
  }),
  CancelTween: defineActionNode(
    tween.cancel,
    { Object: 'object', TweenId: 'tweenId' },
    {
      description:
        'Cancels the tween TweenId or, when it is empty, all tweens of Object, at their current values, and fires Out. With both, it cancels the tween only if it belongs to Object. With neither, nothing is cancelled. Count is the number of cancelled tweens.',
      outputs: { Count: 'count' },
      requireOneOf: {
        inputs: ['Object', 'TweenId'],
        warning: 'Neither an object nor a tween is chosen.',
      },
    },
  ),
  EaseValue: definePureNode({
    description:
      'The progress of an easing curve at the time T, 0 to 1. It starts at 0 and ends at 1, and may overshoot in between. A T outside this range is clamped.',
    inputs: { T: float(), Ease: easePort },
    outputs: { Result: float() },
    evaluate: ({ T, Ease }) => findEasing(Ease)(Math.min(1, Math.max(0, T))),
  }),
});
