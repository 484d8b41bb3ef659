import { physicsRanges as ranges } from '#spec/actions/physics-ranges.ts';
import { actions, nodeActions } from '#spec/actions/index.ts';
import { Fault } from '#spec/errors.ts';
import type { Vector3 } from '#spec/values.ts';
import { objectsPerStep, prices } from '../../engine/limits.ts';
import { lengthOf } from '../../scene/physics/vectors.ts';
import { actionNode } from '../grammar/action-node.ts';
import { findObject } from '../grammar/find-object.ts';
import { limitedItems } from '../grammar/list-limits.ts';
import { category, pureNode } from '../grammar/node.ts';
import { boolean, float, integer, list, objectSelector, vector3 } from '../grammar/ports.ts';
import { anyLayerPort, layerByLabel } from '../scene/layer-port.ts';
import { onCollision } from './on-collision.ts';
import type { NodeServices } from '../grammar/context.ts';
import type { Physics } from '../../scene/physics/physics.ts';

const { physics } = actions;

const zero: Vector3 = { x: 0, y: 0, z: 0 };
const metres = { minimum: ranges.length.min, maximum: ranges.length.max };

/** What is found; undefined, with a warning, when the question is refused. */
const attempt = <T>(ask: () => T, { warnOnce }: NodeServices): T | undefined => {
  try {
    return ask();
  } catch (failure) {
    if (!(failure instanceof Fault)) throw failure;
    warnOnce(failure.reason);
    return undefined;
  }
};

/** Asks the world of bodies, for the price of looking at them. */
const inquire = <T>(ask: (world: Physics) => T, services: NodeServices): T | undefined => {
  const { world, spend } = services;
  spend(prices.action + Math.floor(world.physics.size / objectsPerStep));
  return attempt(() => ask(world.physics.now()), services);
};

const tagOf = (owner: string, { world }: NodeServices): string => world.physics.objectOf(owner)?.tag ?? '';

const velocityOf = (tag: string, services: NodeServices) => {
  const object = findObject(tag, services);
  services.spend(prices.property);
  return (
    object &&
    attempt(() => {
      const [bodies, body] = services.world.physics.bodyOf(object);
      return bodies.velocity(body);
    }, services)
  );
};

interface Ray {
  readonly Origin: Vector3;
  readonly Direction: Vector3;
  readonly MaxDistance: number;
  readonly Layer: string;
}

const hitOf = ({ Origin, Direction, MaxDistance, Layer }: Ray, services: NodeServices) =>
  inquire(
    (world) =>
      world.raycast({
        ...{ origin: Origin, direction: Direction, maxDistance: MaxDistance },
        layer: layerByLabel.get(Layer),
      }),
    services,
  )?.[0];

interface Sphere {
  readonly Center: Vector3;
  readonly Radius: number;
  readonly Layer: string;
}

const overlapping = ({ Center, Radius, Layer }: Sphere, services: NodeServices): string[] =>
  inquire(
    (world) =>
      world
        .overlapSphere(Center, Radius, layerByLabel.get(Layer))
        .map((body) => tagOf(world.owner(body), services)),
    services,
  ) ?? [];

const refused = 'Fires Out also when there is no such object, or when it has no dynamic body.';
const layers = 'A layer is chosen by the name that it has at the start, or by its index.';

export const physicsNodes = category('Physics', {
  ApplyForce: actionNode(
    physics.addForce,
    { Object: 'object', Force: 'force', Mode: 'mode', AtPoint: 'point' },
    {
      description: `Pushes an object for the coming step, then fires Out: with Force in newtons or, when Mode is Acceleration, in metres per second squared whatever its mass. It acts at the centre of mass or, when AtPoint is written or wired, there in the world. Trigger it in every frame for a force that lasts. ${refused}`,
    },
  ),
  ApplyImpulse: actionNode(
    physics.addImpulse,
    { Object: 'object', Impulse: 'impulse' },
    {
      description: `Changes the velocity of an object at once by Impulse, in newton seconds, over its mass, then fires Out. ${refused}`,
    },
  ),
  ApplyTorque: actionNode(
    physics.addTorque,
    { Object: 'object', Torque: 'torque', Mode: 'mode' },
    {
      description: `Turns an object for the coming step, then fires Out: with Torque in newton metres about each axis of the world or, when Mode is Acceleration, in degrees per second squared whatever its inertia. Trigger it in every frame for a torque that lasts. ${refused}`,
    },
  ),
  GetVelocity: pureNode({
    description:
      'The velocity of an object at this moment: Linear in metres per second, Angular in degrees per second about the axes of the world, and Speed, the length of Linear. Zeros when there is no such object, or when it has no body.',
    inputs: { Object: objectSelector() },
    outputs: { Linear: vector3(), Angular: vector3(), Speed: float() },
    evaluate: {
      Linear: ({ Object: tag }, services) => velocityOf(tag, services)?.linear ?? zero,
      Angular: ({ Object: tag }, services) => velocityOf(tag, services)?.angular ?? zero,
      Speed: ({ Object: tag }, services) => lengthOf(velocityOf(tag, services)?.linear ?? zero),
    },
  }),
  SetVelocity: actionNode(
    nodeActions.physics.setVelocities,
    { Object: 'object', Linear: 'linear', Angular: 'angular' },
    {
      description: `Sets the velocity of an object to Linear, in metres per second, and its angular velocity to Angular, in degrees per second about the axes of the world, when that is written or wired, then fires Out. ${refused}`,
    },
  ),
  SetGravity: actionNode(
    physics.setGravity,
    { Gravity: 'gravity' },
    {
      description:
        'Sets the gravity of the world, in metres per second squared, then fires Out. Fires Out also when it is beyond 10,000 on an axis.',
      ports: { Gravity: vector3({ x: 0, y: -9.81, z: 0 }) },
    },
  ),
  SetBodyType: actionNode(
    physics.setBody,
    { Object: 'object', Type: 'type' },
    {
      description:
        'Gives an object a body, or makes its body another one, then fires Out: Dynamic is moved by forces and contacts, Kinematic by whoever sets its position, Static not at all; None takes the body away. Fires Out also when there is no such object.',
    },
  ),
  Raycast: pureNode({
    description: `The nearest object that a ray from Origin in Direction meets within MaxDistance metres at this moment, on a Layer or on any, and whether there is one: the Point of the world where, the Normal out of its surface and the Distance. Triggers are met too. ${layers} An empty tag and zeros when nothing is met, or when Direction has no length.`,
    inputs: {
      Origin: vector3(),
      Direction: vector3({ x: 0, y: -1, z: 0 }),
      MaxDistance: float(1000, metres),
      Layer: anyLayerPort,
    },
    outputs: {
      Hit: boolean(),
      Object: objectSelector(),
      Point: vector3(),
      Normal: vector3(),
      Distance: float(),
    },
    evaluate: {
      Hit: (inputs, services) => hitOf(inputs, services) !== undefined,
      Object: (inputs, services) => tagOf(hitOf(inputs, services)?.owner ?? '', services),
      Point: (inputs, services) => hitOf(inputs, services)?.point ?? zero,
      Normal: (inputs, services) => hitOf(inputs, services)?.normal ?? zero,
      Distance: (inputs, services) => hitOf(inputs, services)?.distance ?? 0,
    },
  }),
  OverlapSphere: pureNode({
    description: `The tags of all objects that share space with a sphere of Radius metres about Center at this moment, on a Layer or on any, in the order in which they got bodies or colliders, and how many there are. Triggers are found too. ${layers}`,
    inputs: { Center: vector3(), Radius: float(1, metres), Layer: anyLayerPort },
    outputs: { Objects: list(), Count: integer() },
    evaluate: {
      Objects: (inputs, services) => limitedItems(overlapping(inputs, services), services),
      Count: (inputs, services) => overlapping(inputs, services).length,
    },
  }),
  OnCollision: onCollision,
});
