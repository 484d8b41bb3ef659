import { actions, nodeActions } from '#spec/actions/index.ts';
import { defineActionNode } from '../dsl/define-action-node.ts';
import { findObjectOrWarn } from '../dsl/find-object-or-warn.ts';
import { defineCategory, definePureNode } from '../dsl/define-node.ts';
import { transformProperties } from '../../scene/object-properties.ts';
import { dropdown, objectSelector, vector3 } from '../dsl/ports.ts';
import type { Vector3 } from '#spec/values.ts';
import type { NodeServices } from '../dsl/handler-context.ts';

const { transform } = actions;

const spacePort = dropdown('World', 'Local');

const zeroVector: Vector3 = { x: 0, y: 0, z: 0 };

/** A property of an object at this moment; zero when there is no such object. */
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
      'Where an object is at this moment, in metres: in the world, or relative to its parent. The zero vector when there is no such object.',
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
        'Puts an object to Position, in metres, in the world or relative to its parent, then fires Out. Fires Out also when there is no such object.',
    },
  ),
  GetRotation: definePureNode({
    description:
      'How an object is turned at this moment, as Euler angles in degrees in the order XYZ: in the world, or relative to its parent. The zero vector when there is no such object.',
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
        'Turns an object to Rotation, Euler angles in degrees in the order XYZ, in the world or relative to its parent, then fires Out. Fires Out also when there is no such object.',
    },
  ),
  GetScale: definePureNode({
    description:
      'The scale of an object at this moment, relative to its parent. The zero vector when there is no such object.',
    inputs: { Object: objectSelector() },
    outputs: { Scale: vector3() },
    evaluate: (inputs, services) => readTransformProperty(inputs.Object, 'scale', services),
  }),
  SetScale: defineActionNode(
    transform.setScale,
    { Object: 'object', Scale: 'scale' },
    {
      description:
        'Scales an object to Scale, relative to its parent, then fires Out. Fires Out also when there is no such object.',
      ports: { Scale: vector3({ x: 1, y: 1, z: 1 }) },
    },
  ),
  Translate: defineActionNode(
    transform.translate,
    { Object: 'object', Offset: 'offset', Space: 'space' },
    {
      description:
        'Moves an object by Offset, in metres, along the axes of the world or, when Space is Local, along its own, then fires Out. Fires Out also when there is no such object.',
    },
  ),
  Rotate: defineActionNode(
    transform.rotate,
    { Object: 'object', Angles: 'angles', Space: 'space' },
    {
      description:
        'Turns an object by Angles, Euler angles in degrees in the order XYZ, about the axes of the world or, when Space is Local, about its own, then fires Out. Fires Out also when there is no such object.',
      ports: { Space: spacePort },
    },
  ),
  LookAt: defineActionNode(
    transform.lookAt,
    { Object: 'object', Target: 'target', Point: 'point', Up: 'up' },
    {
      description:
        'Turns the front of an object to the object Target or, when none is chosen, to Point in the world, with its top as near to Up as that allows, then fires Out. Cameras and lights face along their -Z, everything else along its +Z. Nothing is turned, and Out fires, when there is no such object or target, or when it is where the object is.',
    },
  ),
  MoveTowards: defineActionNode(
    nodeActions.transform.moveTowards,
    { Object: 'object', Target: 'target', MaxStep: 'maxStep' },
    {
      description:
        'Moves an object straight towards the point Target of the world, by at most MaxStep metres at each trigger and never beyond Target, then fires Out. Remaining is the distance that is left; when it is 0, Reached fires after Out. When there is no such object, Out fires and Remaining stays.',
      outputs: { Remaining: 'remaining' },
      extraTriggers: { Reached: ({ remaining }) => remaining === 0 },
    },
  ),
});
