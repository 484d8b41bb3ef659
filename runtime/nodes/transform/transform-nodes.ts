import { actions, nodeActions } from '#spec/actions/index.ts';
import { defineActionNode } from '../dsl/define-action-node.ts';
import { findObjectOrWarn } from '../dsl/handler-helpers.ts';
import { zeroVector } from '../../scene/physics/vector-math.ts';
import { defineCategory, definePureNode } from '../dsl/define-node.ts';
import { transformProperties } from '../../scene/object-properties.ts';
import { dropdown, objectSelector, vector3 } from '../dsl/ports.ts';
import type { Vector3 } from '#spec/values.ts';
import type { NodeServices } from '../dsl/handler-context.ts';

const { transform } = actions;

const spacePort = dropdown('World', 'Local');

/** Reads a transform property of an object. Returns zero when there is no such object. */
const readTransformProperty = (
  tag: string,
  name: keyof typeof transformProperties,
  services: NodeServices,
): Vector3 => {
  const object = findObjectOrWarn(tag, services);
  return object ? transformProperties[name].read(object) : zeroVector;
};

export const transformNodes = defineCategory('Transform', {
  GetPosition: definePureNode({
    description:
      'The current position of an object in metres, in the world or relative to its parent. The zero vector when there is no such object.',
    inputs: { Object: objectSelector(), Space: spacePort },
    outputs: { Position: vector3() },
    evaluate: (inputs, services) =>
      readTransformProperty(inputs.Object, inputs.Space === 'World' ? 'worldPosition' : 'position', services),
  }),
  SetPosition: defineActionNode(
    transform.setPosition,
    { Object: 'object', Position: 'position', Space: 'space' },
    {
      description:
        'Moves an object to Position, in metres, in the world or relative to its parent, then fires Out. Out also fires when there is no such object.',
    },
  ),
  GetRotation: definePureNode({
    description:
      'The current rotation of an object as Euler angles in degrees in the order XYZ, in the world or relative to its parent. The zero vector when there is no such object.',
    inputs: { Object: objectSelector(), Space: spacePort },
    outputs: { Rotation: vector3() },
    evaluate: (inputs, services) =>
      readTransformProperty(inputs.Object, inputs.Space === 'World' ? 'worldRotation' : 'rotation', services),
  }),
  SetRotation: defineActionNode(
    transform.setRotation,
    { Object: 'object', Rotation: 'rotation', Space: 'space' },
    {
      description:
        'Rotates an object to Rotation, Euler angles in degrees in the order XYZ, in the world or relative to its parent, then fires Out. Out also fires when there is no such object.',
    },
  ),
  GetScale: definePureNode({
    description:
      'The current scale of an object, relative to its parent. The zero vector when there is no such object.',
    inputs: { Object: objectSelector() },
    outputs: { Scale: vector3() },
    evaluate: (inputs, services) => readTransformProperty(inputs.Object, 'scale', services),
  }),
  SetScale: defineActionNode(
    transform.setScale,
    { Object: 'object', Scale: 'scale' },
    {
      description:
        'Scales an object to Scale, relative to its parent, then fires Out. Out also fires when there is no such object.',
      ports: { Scale: vector3({ x: 1, y: 1, z: 1 }) },
    },
  ),
  Translate: defineActionNode(
    transform.translate,
    { Object: 'object', Offset: 'offset', Space: 'space' },
    {
      description:
        'Moves an object by Offset, in metres, along the world axes or, when Space is Local, along its own axes, then fires Out. Out also fires when there is no such object.',
    },
  ),
  Rotate: defineActionNode(
    transform.rotate,
    { Object: 'object', Angles: 'angles', Space: 'space' },
    {
      description:
        'Rotates an object by Angles, Euler angles in degrees in the order XYZ, about the world axes or, when Space is Local, about its own axes, then fires Out. Out also fires when there is no such object.',
      ports: { Space: spacePort },
    },
  ),
  LookAt: defineActionNode(
    transform.lookAt,
    { Object: 'object', Target: 'target', Point: 'point', Up: 'up' },
    {
      description:
        'Turns the front of an object to the object Target or, when none is chosen, to the world position Point, with its top as close to Up as possible, then fires Out. Cameras and lights face along their -Z, everything else along its +Z. When there is no such object or target, or both are at the same position, nothing is turned, and Out fires.',
    },
  ),
  MoveTowards: defineActionNode(
    nodeActions.transform.moveTowards,
    { Object: 'object', Target: 'target', MaxStep: 'maxStep' },
    {
      description:
        'Moves an object straight towards the world position Target, by at most MaxStep metres at each trigger and never beyond Target, then fires Out. Remaining is the distance left; when it is 0, Reached fires after Out. When there is no such object, Out fires and Remaining keeps its value.',
      outputs: { Remaining: 'remaining' },
      extraTriggers: { Reached: ({ remaining }) => remaining === 0 },
    },
  ),
});
