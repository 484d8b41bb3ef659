import { physicsRanges as ranges } from '#spec/actions/physics-ranges.ts';
import { actions, nodeActions } from '#spec/actions/index.ts';
import { ApiError } from '#spec/errors.ts';
import type { Vector3 } from '#spec/values.ts';
import { objectsPerStep, stepCosts } from '../../engine/execution-limits.ts';
import { getLength } from '../../scene/physics/vector-math.ts';
import { defineActionNode } from '../dsl/define-action-node.ts';
import { findObjectOrWarn } from '../dsl/find-object-or-warn.ts';
import { limitItems } from '../dsl/list-limits.ts';
import { defineCategory, definePureNode } from '../dsl/define-node.ts';
import { boolean, float, integer, list, objectSelector, vector3 } from '../dsl/ports.ts';
import { anyLayerPort, layerIndexByLabel } from '../scene/layer-ports.ts';
import { onCollisionNode } from './on-collision.ts';
import type { NodeServices } from '../dsl/handler-context.ts';
import type { Physics } from '../../scene/physics/physics.ts';

const { physics } = actions;

const zeroVector: Vector3 = { x: 0, y: 0, z: 0 };
const metreRange = { minimum: ranges.length.min, maximum: ranges.length.max };

/** Runs a query. Writes a warning and returns `undefined` when the query is rejected. */
const queryOrWarn = <T>(query: () => T, { warnOnce }: NodeServices): T | undefined => {
  try {
    return query();
  } catch (failure) {
    if (!(failure instanceof ApiError)) throw failure;
    warnOnce(failure.reason);
    return undefined;
  }
};

/** Queries the physics world and charges steps for the query. */
const queryPhysics = <T>(query: (physicsWorld: Physics) => T, services: NodeServices): T | undefined => {
  const { runtime, spendSteps } = services;
  spendSteps(stepCosts.action + Math.floor(runtime.physics.size / objectsPerStep));
  return queryOrWarn(() => query(runtime.physics.getSyncedPhysics()), services);
};

const getOwnerTag = (owner: string, { runtime }: NodeServices): string =>
  runtime.physics.findObject(owner)?.tag ?? '';

const findVelocity = (tag: string, services: NodeServices) => {
  const object = findObjectOrWarn(tag, services);
  services.spendSteps(stepCosts.property);
  return (
    object &&
    queryOrWarn(() => {
      const [physicsWorld, body] = services.runtime.physics.getBody(object);
      return physicsWorld.getVelocity(body);
    }, services)
  );
};

interface RayInputs {
  readonly Origin: Vector3;
  readonly Direction: Vector3;
  readonly MaxDistance: number;
  readonly Layer: string;
}

const findFirstHit = ({ Origin, Direction, MaxDistance, Layer }: RayInputs, services: NodeServices) =>
  queryPhysics(
    (physicsWorld) =>
      physicsWorld.raycast({
        ...{ origin: Origin, direction: Direction, maxDistance: MaxDistance },
        layer: layerIndexByLabel.get(Layer),
      }),
    services,
  )?.[0];

interface SphereInputs {
  readonly Center: Vector3;
  readonly Radius: number;
  readonly Layer: string;
}

const listOverlapping = ({ Center, Radius, Layer }: SphereInputs, services: NodeServices): string[] =>
  queryPhysics(
    (physicsWorld) =>
      physicsWorld
        .overlapSphere(Center, Radius, layerIndexByLabel.get(Layer))
        .map((body) => getOwnerTag(physicsWorld.getOwner(body), services)),
    services,
  ) ?? [];

const failureDescription = 'Out also fires when there is no such object, or when it has no dynamic body.';
const layerDescription = 'A layer is identified by its initial name or its index.';

export const physicsNodes = defineCategory('Physics', {
  ApplyForce: defineActionNode(
    physics.addForce,
    { Object: 'object', Force: 'force', Mode: 'mode', AtPoint: 'point' },
    {
      description: `Applies a force to an object for the next step, then fires Out. Force is in newtons or, when Mode is Acceleration, in metres per second squared regardless of mass. It acts at the centre of mass or, when AtPoint is set or connected, at that world position. Trigger it in every frame for a continuous force. ${failureDescription}`,
    },
  ),
  ApplyImpulse: defineActionNode(
    physics.addImpulse,
    { Object: 'object', Impulse: 'impulse' },
    {
      description: `Changes the velocity of an object at once by Impulse, in newton seconds, divided by its mass, then fires Out. ${failureDescription}`,
    },
  ),
  ApplyTorque: defineActionNode(
    physics.addTorque,
    { Object: 'object', Torque: 'torque', Mode: 'mode' },
    {
      description: `Applies a torque to an object for the next step, then fires Out. Torque is in newton metres about each world axis or, when Mode is Acceleration, in degrees per second squared regardless of inertia. Trigger it in every frame for a continuous torque. ${failureDescription}`,
    },
  ),
  GetVelocity: definePureNode({
    description:
      'The current velocity of an object: Linear in metres per second, Angular in degrees per second about the world axes, and Speed, the length of Linear. Zeros when there is no such object, or when it has no body.',
    inputs: { Object: objectSelector() },
    outputs: { Linear: vector3(), Angular: vector3(), Speed: float() },
    evaluate: {
      Linear: ({ Object: tag }, services) => findVelocity(tag, services)?.linear ?? zeroVector,
      Angular: ({ Object: tag }, services) => findVelocity(tag, services)?.angular ?? zeroVector,
      Speed: ({ Object: tag }, services) => getLength(findVelocity(tag, services)?.linear ?? zeroVector),
    },
  }),
  SetVelocity: defineActionNode(
    nodeActions.physics.setVelocities,
    { Object: 'object', Linear: 'linear', Angular: 'angular' },
    {
      description: `Sets the velocity of an object to Linear, in metres per second, then fires Out. When Angular is set or connected, it also sets the angular velocity, in degrees per second about the world axes. ${failureDescription}`,
    },
  ),
  SetGravity: defineActionNode(
    physics.setGravity,
    { Gravity: 'gravity' },
    {
      description:
        'Sets the gravity of the world, in metres per second squared, then fires Out. Out also fires when a component is beyond 10,000.',
      ports: { Gravity: vector3({ x: 0, y: -9.81, z: 0 }) },
    },
  ),
  SetBodyType: defineActionNode(
    physics.setBody,
    { Object: 'object', Type: 'type' },
    {
      description:
        'Gives an object a body, or changes the type of its body, then fires Out. A Dynamic body is moved by forces and contacts, a Kinematic one only by setting its position, a Static one not at all; None removes the body. Out also fires when there is no such object.',
    },
  ),
  Raycast: definePureNode({
    description: `Finds the nearest object that a ray from Origin in Direction currently hits within MaxDistance metres, on one Layer or any, with the world position Point, the surface Normal and the Distance of the hit. Triggers are hit too. ${layerDescription} An empty tag and zeros when nothing is hit, or when Direction has no length.`,
    inputs: {
      Origin: vector3(),
      Direction: vector3({ x: 0, y: -1, z: 0 }),
      MaxDistance: float(1000, metreRange),
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
      Hit: (inputs, services) => findFirstHit(inputs, services) !== undefined,
      Object: (inputs, services) => getOwnerTag(findFirstHit(inputs, services)?.owner ?? '', services),
      Point: (inputs, services) => findFirstHit(inputs, services)?.point ?? zeroVector,
      Normal: (inputs, services) => findFirstHit(inputs, services)?.normal ?? zeroVector,
      Distance: (inputs, services) => findFirstHit(inputs, services)?.distance ?? 0,
    },
  }),
  OverlapSphere: definePureNode({
    description: `Lists the tags of all objects that currently overlap a sphere of Radius metres around Center, on one Layer or any, in the order in which they got bodies or colliders, and their number. Triggers are found too. ${layerDescription}`,
    inputs: { Center: vector3(), Radius: float(1, metreRange), Layer: anyLayerPort },
    outputs: { Objects: list(), Count: integer() },
    evaluate: {
      Objects: (inputs, services) => limitItems(listOverlapping(inputs, services), services),
      Count: (inputs, services) => listOverlapping(inputs, services).length,
    },
  }),
  OnCollision: onCollisionNode,
});
