import { actions, nodeActions } from '#spec/actions/index.ts';
import { defineActionNode } from '../dsl/define-action-node.ts';
import { defineCategory, definePureNode } from '../dsl/define-node.ts';
import { float, vector3 } from '../dsl/ports.ts';
import { easePort, findEasing } from './ease-port.ts';
import { tweenFloatNode } from './tween-float.ts';

const { tween } = actions;

const tweenPorts = { Duration: float(1, { minimum: 0, maximum: 86_400 }) };

/** Options that all tween nodes share. */
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
  TweenFloat: tweenFloatNode,
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
