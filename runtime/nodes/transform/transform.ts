import { category, node, pureNode } from '../grammar/node.ts';
import { dropdown, float, objectSelector, trigger, vector3 } from '../grammar/ports.ts';
import { finite } from '../math/math.ts';
import type { Space } from '#spec/actions/parameters.ts';
import type { Vector3 } from '#spec/values.ts';
import type { NodeServices } from '../grammar/context.ts';
import type { ObjectView } from '../grammar/scene-view.ts';

const worldOrLocal = dropdown('World', 'Local');

const spaces: Readonly<Record<'World' | 'Local', Space>> = { World: 'world', Local: 'local' };

const zero: Vector3 = { x: 0, y: 0, z: 0 };

/** The object with this tag, or a warning when there is none. */
const find = (tag: string, { scene, warnOnce }: NodeServices): ObjectView | undefined => {
  const found = scene.object(tag);
  if (!found) warnOnce(tag === '' ? 'No object is chosen.' : `No scene object has the tag "${tag}".`);
  return found;
};

/** Moves an object on its way by this far, exactly to the end when that is near enough. @returns what is left */
const approach = (object: ObjectView, to: Vector3, reach: number): number => {
  const from = object.position('world');
  const way = finite(Math.hypot(to.x - from.x, to.y - from.y, to.z - from.z));
  if (way <= reach + tolerance) {
    object.setPosition(to, 'world');
    return 0;
  }
  const share = reach / way;
  const along = (a: number, b: number): number => finite(a + (b - a) * share);
  object.setPosition({ x: along(from.x, to.x), y: along(from.y, to.y), z: along(from.z, to.z) }, 'world');
  return way - reach;
};

/** Metres that sums of steps fall short of a round distance by; without it the last step would come twice. */
const tolerance = 1e-9;

export const transforms = category('Transform', {
  GetPosition: pureNode({
    description:
      'Where an object is at this moment, in metres: in the world, or relative to its parent. The zero vector when there is no such object.',
    inputs: { Object: objectSelector(), Space: worldOrLocal },
    outputs: { Position: vector3() },
    evaluate: (inputs, services) => find(inputs.Object, services)?.position(spaces[inputs.Space]) ?? zero,
  }),
  SetPosition: node({
    description:
      'Puts an object to Position, in metres, in the world or relative to its parent, then fires Out. Fires Out also when there is no such object.',
    inputs: { In: trigger, Object: objectSelector(), Position: vector3(), Space: worldOrLocal },
    outputs: { Out: trigger },
    on: {
      In: (context) => {
        const { inputs, emit } = context;
        find(inputs.Object, context)?.setPosition(inputs.Position, spaces[inputs.Space]);
        emit.Out();
      },
    },
  }),
  GetRotation: pureNode({
    description:
      'How an object is turned at this moment, as Euler angles in degrees in the order XYZ: in the world, or relative to its parent. The zero vector when there is no such object.',
    inputs: { Object: objectSelector(), Space: worldOrLocal },
    outputs: { Rotation: vector3() },
    evaluate: (inputs, services) => find(inputs.Object, services)?.rotation(spaces[inputs.Space]) ?? zero,
  }),
  SetRotation: node({
    description:
      'Turns an object to Rotation, Euler angles in degrees in the order XYZ, in the world or relative to its parent, then fires Out. Fires Out also when there is no such object.',
    inputs: { In: trigger, Object: objectSelector(), Rotation: vector3(), Space: worldOrLocal },
    outputs: { Out: trigger },
    on: {
      In: (context) => {
        const { inputs, emit } = context;
        find(inputs.Object, context)?.setRotation(inputs.Rotation, spaces[inputs.Space]);
        emit.Out();
      },
    },
  }),
  GetScale: pureNode({
    description:
      'The scale of an object at this moment, relative to its parent. The zero vector when there is no such object.',
    inputs: { Object: objectSelector() },
    outputs: { Scale: vector3() },
    evaluate: (inputs, services) => find(inputs.Object, services)?.scale() ?? zero,
  }),
  SetScale: node({
    description:
      'Scales an object to Scale, relative to its parent, then fires Out. Fires Out also when there is no such object.',
    inputs: { In: trigger, Object: objectSelector(), Scale: vector3({ x: 1, y: 1, z: 1 }) },
    outputs: { Out: trigger },
    on: {
      In: (context) => {
        const { inputs, emit } = context;
        find(inputs.Object, context)?.setScale(inputs.Scale);
        emit.Out();
      },
    },
  }),
  Translate: node({
    description:
      'Moves an object by Offset, in metres, along the axes of the world or, when Space is Local, along its own, then fires Out. Fires Out also when there is no such object.',
    inputs: { In: trigger, Object: objectSelector(), Offset: vector3(), Space: worldOrLocal },
    outputs: { Out: trigger },
    on: {
      In: (context) => {
        const { inputs, emit } = context;
        find(inputs.Object, context)?.translate(inputs.Offset, spaces[inputs.Space]);
        emit.Out();
      },
    },
  }),
  Rotate: node({
    description:
      'Turns an object by Angles, Euler angles in degrees in the order XYZ, about the axes of the world or, when Space is Local, about its own, then fires Out. Fires Out also when there is no such object.',
    inputs: { In: trigger, Object: objectSelector(), Angles: vector3(), Space: worldOrLocal },
    outputs: { Out: trigger },
    on: {
      In: (context) => {
        const { inputs, emit } = context;
        find(inputs.Object, context)?.rotate(inputs.Angles, spaces[inputs.Space]);
        emit.Out();
      },
    },
  }),
  LookAt: node({
    description:
      'Turns the front of an object to the object Target or, when none is chosen, to Point in the world, with its top as near to Up as that allows, then fires Out. Cameras and lights face along their -Z, everything else along its +Z. Nothing is turned, and Out fires, when there is no such object or target, or when it is where the object is.',
    inputs: {
      In: trigger,
      Object: objectSelector(),
      Target: objectSelector(),
      Point: vector3(),
      Up: vector3({ x: 0, y: 1, z: 0 }),
    },
    outputs: { Out: trigger },
    on: {
      In: (context) => {
        const { inputs, emit } = context;
        const { Target, Point, Up } = inputs;
        const object = find(inputs.Object, context);
        const point = Target === '' ? Point : find(Target, context)?.position('world');
        if (point) object?.lookAt(point, Up);
        emit.Out();
      },
    },
  }),
  MoveTowards: node({
    description:
      'Moves an object straight towards the point Target of the world, by at most MaxStep metres at each trigger and never beyond Target, then fires Out. Remaining is the distance that is left; when it is 0, Reached fires after Out. When there is no such object, Out fires and Remaining stays.',
    inputs: { In: trigger, Object: objectSelector(), Target: vector3(), MaxStep: float(0.1) },
    outputs: { Out: trigger, Reached: trigger, Remaining: float() },
    on: {
      In: (context) => {
        const { inputs, outputs, emit } = context;
        const object = find(inputs.Object, context);
        emit.Out();
        if (!object) return;
        outputs.Remaining = approach(object, inputs.Target, Math.max(0, inputs.MaxStep));
        if (outputs.Remaining === 0) emit.Reached();
      },
    },
  }),
});
