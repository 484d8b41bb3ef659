import { actions, nodeActions } from '#spec/actions/index.ts';
import { defineActionNode } from '../dsl/define-action-node.ts';
import { defineCategory, definePureNode } from '../dsl/define-node.ts';
import { float, vector3 } from '../dsl/ports.ts';
import { easePort, findEasing } from './ease-port.ts';
import { tweenFloatNode } from './tween-float.ts';

const { tween } = actions;

const tweenPorts = { Duration: float(1, { minimum: 0, maximum: 86_400 }) };

/** What every node that begins a tween has beside its inputs. */
const tweenNodeOptions = {
  ports: tweenPorts,
  outputs: { TweenId: 'tweenId' },
  ends: { by: 'tweenId', Done: 'tween.completed', Cancelled: 'tween.cancelled' },
  cancel: tween.cancel,
} as const;

const timingInputs = { Duration: 'time', Ease: 'ease' } as const;

const endingDescription =
  'Out fires at once, and in the frame after the end Done or, when it was ended before or replaced by another one, Cancelled. Cancel ends all that the node has begun, where it is by then. Done and Cancelled are forgotten when the graph stops, and the object goes on. When there is no such object, Out fires and nothing begins.';

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
      description: `Turns an object by the shortest way to To, Euler angles in degrees in the order XYZ relative to its parent, in Duration seconds. ${endingDescription}`,
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
      description: `Changes the main colour of an object, or that of its light, to To in Duration seconds. ${endingDescription}`,
      ...tweenNodeOptions,
    },
  ),
  TweenFloat: tweenFloatNode,
  CancelTween: defineActionNode(
    tween.cancel,
    { Object: 'object', TweenId: 'tweenId' },
    {
      description:
        'Cancels the tween TweenId or, when there is none in it, all tweens of an object, where they are by then, and fires Out. With both, only when that tween is one of that object. Count is how many were ended. With neither, nothing is cancelled.',
      outputs: { Count: 'count' },
      requireOneOf: {
        inputs: ['Object', 'TweenId'],
        otherwise: 'Neither an object nor a tween is chosen.',
      },
    },
  ),
  EaseValue: definePureNode({
    description:
      'How much of the way a curve of easing has done when T of its time, 0 to 1, has passed. It begins with 0 and ends with 1, and may go beyond both in between. A T beyond counts as the nearest end.',
    inputs: { T: float(), Ease: easePort },
    outputs: { Result: float() },
    evaluate: ({ T, Ease }) => findEasing(Ease)(Math.min(1, Math.max(0, T))),
  }),
});
