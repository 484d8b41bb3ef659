import { actions, nodeActions } from '#spec/actions/index.ts';
import { physicsRanges as ranges } from '#spec/actions/physics-ranges.ts';
import { objectsPerStep, stepCosts } from '../../engine/execution-limits.ts';
import { getLength, zeroVector } from '../../scene/physics/vector-math.ts';
import { defineActionNode } from '../dsl/define-action-node.ts';
import { defineCategory, defineEventNode, definePureNode } from '../dsl/define-node.ts';
import { findObjectOrWarn, warnOnFailure } from '../dsl/handler-helpers.ts';
import { limitItems } from '../dsl/value-limits.ts';
import { boolean, dropdown, float, integer, list, objectSelector, trigger, vector3 } from '../dsl/ports.ts';
import { anyLayerPort, layerIndexByLabel } from '../scene/scene-nodes.ts';
import type { Vector3 } from '#spec/values.ts';
import type { Physics } from '../../scene/physics/physics.ts';
import type { NodeServices } from '../dsl/handler-context.ts';

/** A contact for which the node has not fired yet. */
interface PendingContact {
  readonly other: string;
  readonly point: Vector3;
  readonly impulse: number;
}

const touchPhases = { Enter: 'begin', Exit: 'end' } as const;

const { physics } = actions;

const metreRange = { minimum: ranges.length.min, maximum: ranges.length.max };

/** Queries the physics world and charges steps for the query. */
const queryPhysics = <T>(query: (physicsWorld: Physics) => T, services: NodeServices): T | null => {
  const { runtime, spendSteps } = services;
  spendSteps(stepCosts.action + Math.floor(runtime.physics.size / objectsPerStep));
  return warnOnFailure(() => query(runtime.physics.getSyncedPhysics()), services);
};

const getOwnerTag = (owner: string, { runtime }: NodeServices): string =>
  runtime.physics.findObject(owner)?.tag ?? '';

const findVelocity = (tag: string, services: NodeServices) => {
  const object = findObjectOrWarn(tag, services);
  services.spendSteps(stepCosts.property);
  return (
    object &&
    warnOnFailure(() => {
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
  OnCollision: defineEventNode({
    description:
      'Fires for each object that touches Object, or shares a trigger with it: with Enter in the frame after they have begun to touch, with Stay in every frame after a step in which they touch, and with Exit in the frame after they have separated. Other is the other object, Point the world position in the middle of the contact, and Impulse the separating impulse in newton seconds, up to a quarter too high for resting contacts. For triggers, and for Exit, Point is the zero vector and Impulse 0. It fires once per Other, in the order in which they got their bodies.',
    inputs: { Object: objectSelector(), Phase: dropdown('Enter', 'Stay', 'Exit') },
    outputs: { Out: trigger, Other: objectSelector(), Point: vector3(), Impulse: float() },
    state: (): { told: PendingContact[] } => ({ told: [] }),
    when: {
      touched: (context, changes) => {
        const { inputs, state, resume } = context;
        if (inputs.Phase === 'Stay') return;
        const object = findObjectOrWarn(inputs.Object, context);
        const phase = touchPhases[inputs.Phase];
        const contacts = object && changes[object.id]?.filter((change) => change.phase === phase);
        state.told.push(...(contacts ?? []));
        if (state.told.length > 0) resume();
      },
      frame: (context) => {
        const { inputs, state, runtime, resume } = context;
        if (inputs.Phase !== 'Stay') return;
        const object = findObjectOrWarn(inputs.Object, context);
        if (object) state.told.push(...runtime.physics.listTouching(object));
        if (state.told.length > 0) resume();
      },
    },
    resume: ({ outputs, state, emit, resume }) => {
      const next = state.told.shift();
      if (!next) return;
      outputs.Other = next.other;
      outputs.Point = next.point;
      outputs.Impulse = next.impulse;
      emit.Out();
      if (state.told.length > 0) resume();
    },
  }),
});
