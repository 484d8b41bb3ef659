/** A world of the engine while it lasts, with what the engine does not know about it. */
import type { EventQueue, World } from '@dimforge/rapier3d-simd-compat';
import type { Vector3 } from '#spec/values.ts';
import { createContacts } from './contacts.ts';
import { rapier } from './rapier.ts';
import type { Body, BodyHandle } from './body.ts';
import type { Contacts } from './contacts.ts';
import type { Rapier } from './rapier.ts';

export interface Run {
  /** Seconds of the longest step that is made. */
  readonly fixedStep: number;
  readonly engine: Rapier;
  readonly world: World;
  readonly queue: EventQueue;
  readonly contacts: Contacts;
  /** The oldest first. */
  readonly bodies: Map<BodyHandle, Body>;
  /** Those of them that are not static. */
  readonly moving: Set<Body>;
  /** What a force acts upon in the coming step. */
  readonly pushed: Set<Body>;
}

/** Wraps a world, whose bodies are still to be entered. */
const runOf = (engine: Rapier, world: World, fixedStep: number, gravity: Vector3): Run => {
  world.gravity = gravity;
  return {
    fixedStep,
    engine,
    world,
    queue: new engine.EventQueue(true),
    contacts: createContacts(),
    bodies: new Map(),
    moving: new Set(),
    pushed: new Set(),
  };
};

export const openRun = (fixedStep: number, gravity: Vector3): Run => {
  const engine = rapier();
  return runOf(engine, new engine.World(gravity), fixedStep, gravity);
};

/** @returns undefined when the bytes are no snapshot of a world. */
export const reopenRun = (bytes: Uint8Array, fixedStep: number, gravity: Vector3): Run | undefined => {
  const engine = rapier();
  const world = engine.World.restoreSnapshot(bytes) as World | null;
  return world ? runOf(engine, world, fixedStep, gravity) : undefined;
};

export const enter = (run: Run, body: Body): void => {
  run.bodies.set(body.handle, body);
  if (body.traits.type !== 'static') run.moving.add(body);
  run.contacts.enrol(body);
};

export const advance = ({ world, queue }: Run): void => world.step(queue);

/** Takes a body out of the engine and of all that knows it. */
export const leave = (run: Run, body: Body): void => {
  for (const { collider } of body.parts) run.contacts.detach(collider);
  run.bodies.delete(body.handle);
  run.moving.delete(body);
  run.pushed.delete(body);
  run.world.removeRigidBody(body.rigid);
};

export const closeRun = ({ queue, world }: Run): void => {
  queue.free();
  world.free();
};
