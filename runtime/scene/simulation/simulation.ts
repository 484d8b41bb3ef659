/** The scene in the world of bodies: objects with a RigidBody or a Collider, and what physics makes of them. */
import { Fault } from '#spec/errors.ts';
import { rigidBody } from '../components/rigid-body.ts';
import { createPhysics } from '../physics/physics.ts';
import { noBody } from './no-body.ts';
import { isNested } from './placement.ts';
import { createResidents } from './residents.ts';
import { createTouches } from './touches.ts';
import type { BodyHandle } from '../physics/body.ts';
import type { Physics } from '../physics/physics.ts';
import type { StepReport } from '../physics/steps.ts';
import type { Scene } from '../scene.ts';
import type { SceneObject } from '../scene-object.ts';
import type { Resident } from './resident.ts';
import type { Touch, TouchChanges } from './touches.ts';

export interface Simulation {
  /** How many objects have a body or a collider. */
  readonly size: number;
  /** The world of bodies as the scene is at the moment. Bodies belong to objects by their ids. */
  now(): Physics;
  /** The body of an object, in the world as it is. @throws Fault ACTION_FAILED with the call that mends it when it has none. */
  bodyOf(object: SceneObject): readonly [physics: Physics, body: BodyHandle];
  /** The same of what is moved by forces. @throws Fault ACTION_FAILED as `bodyOf` does, and for a body of another type. */
  dynamicBodyOf(object: SceneObject): readonly [physics: Physics, body: BodyHandle];
  /** The object that a body belongs to, by the id that the world of bodies has of it. */
  objectOf(owner: string): SceneObject | undefined;
  /** What an object has touched in the last step, the oldest body first. */
  touching(object: SceneObject): Touch[];
  /** Lets simulated seconds pass: bodies follow their objects, then dynamic objects their bodies. */
  advance(deltaTime: number): void;
  /** All of it as plain data, to the last bit. */
  state(): unknown;
}

interface SimulationOptions {
  readonly scene: Scene;
  /** Seconds of a step at time scale 1. */
  readonly fixedStep: number;
  /** The most objects that the scene holds. */
  readonly mostObjects: number;
  /** Is told what has begun and ceased to touch in a step, the oldest bodies first. */
  readonly touched: (changes: TouchChanges) => void;
}

/** Seconds below which no time has passed, as far as the 32-bit numbers of the engine tell. */
const shortest = 1e-9;

const depthOf = ({ object }: Resident): number => {
  let depth = 0;
  for (let above = object.node.parent; above; above = above.parent) depth += 1;
  return depth;
};

/** Creates the world of bodies of a scene. The engine comes with the first body. */
export const createSimulation = ({
  scene,
  fixedStep,
  mostObjects,
  touched,
}: SimulationOptions): Simulation => {
  const physics = createPhysics({ fixedStep, mostBodies: mostObjects, mostColliders: mostObjects });
  const touches = createTouches(scene);
  /** The newest body that was there in the last step; handles count up. */
  let newest = 0;
  const residents = createResidents({
    ...{ scene, physics },
    // what has come since the last step has touched nothing yet
    parting: (object, body) => {
      if (body <= newest) touches.part(object);
    },
  });

  const isDynamic = ({ body }: Resident): boolean =>
    body !== undefined && physics.traits(body).type === 'dynamic';

  /** Dynamic objects come to where their bodies are, and stay there whatever bodies have made of their parents. */
  const showAll = ({ moved }: StepReport): void => {
    for (const { body, pose } of moved) {
      const resident = residents.withBody(body);
      if (resident && isDynamic(resident) && !isNested(resident.object.node)) residents.show(resident, pose);
    }
    if (residents.nested.size === 0) return;
    const found = new Set(moved.map(({ body }) => body));
    const nested = [...residents.nested].filter(isDynamic);
    for (const resident of nested.sort((a, b) => depthOf(a) - depthOf(b))) {
      const { body } = resident;
      if (body !== undefined && (found.has(body) || resident.hasMovedFrame()))
        residents.show(resident, physics.pose(body));
    }
  };

  const bodyOf: Simulation['bodyOf'] = (object) => {
    const resident = residents.of(object);
    if (resident) residents.settle(resident);
    const body = resident?.body;
    if (body !== undefined && object.parts.get(rigidBody.name)?.enabled) return [physics, body];
    throw noBody(object, resident?.refusal);
  };

  return {
    get size() {
      return residents.size;
    },
    now() {
      residents.settleAll();
      return physics;
    },
    bodyOf,
    dynamicBodyOf(object) {
      const [world, body] = bodyOf(object);
      const { type } = world.traits(body);
      if (type === 'dynamic') return [world, body];
      throw new Fault(
        'ACTION_FAILED',
        `The body of '${object.tag}' is ${type}, and this takes a dynamic one; physics.setBody makes it one.`,
        { object: object.tag, type, expected: 'dynamic' },
      );
    },
    objectOf: scene.withId,
    touching(object) {
      const body = residents.of(object)?.body;
      return body === undefined ? [] : touches.of(object, physics.touching(body));
    },
    advance(deltaTime) {
      if (residents.size > 0) residents.settleAll();
      if (physics.size === 0 || deltaTime < shortest) return;
      ({ newest } = residents);
      const report = physics.step(deltaTime);
      showAll(report);
      if (report.contacts.length > 0) touched(touches.changes(report.contacts));
      touches.stepped();
    },
    state: () => ({
      residents: residents.list().map(({ object }) => object.id),
      touches: touches.state(),
      world: physics.snapshot(),
    }),
  };
};
