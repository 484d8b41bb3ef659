/** One fixed step, and what it did. */
import { physicsRanges as ranges } from '#spec/actions/physics-ranges.ts';
import type { Vector3 } from '#spec/values.ts';
import { poseOf } from './body.ts';
import { mapped, zero } from './vectors.ts';
import { advance } from './run.ts';
import type { Body, BodyHandle } from './body.ts';
import type { ContactEvent } from './contacts.ts';
import type { Run } from './run.ts';
import type { Pose } from './vectors.ts';

interface MovedBody {
  readonly body: BodyHandle;
  readonly owner: string;
  readonly pose: Pose;
}

export interface StepReport {
  /** Bodies that are elsewhere, or turned otherwise, than before; the oldest first. */
  readonly moved: readonly MovedBody[];
  /** Bodies that came to the end of the world, and were put to rest there. */
  readonly escaped: readonly BodyHandle[];
  /** Contacts and triggers that began or ended, by the age of the bodies. */
  readonly contacts: readonly ContactEvent[];
}

const { max: edge } = ranges.coordinate;

const isInside = ({ x, y, z }: Vector3): boolean =>
  Math.abs(x) <= edge && Math.abs(y) <= edge && Math.abs(z) <= edge;

const isSame = (a: Pose, b: Pose): boolean =>
  a.position.x === b.position.x &&
  a.position.y === b.position.y &&
  a.position.z === b.position.z &&
  a.rotation.x === b.rotation.x &&
  a.rotation.y === b.rotation.y &&
  a.rotation.z === b.rotation.z &&
  a.rotation.w === b.rotation.w;

/** Puts a body to rest where the world ends. */
const hold = ({ rigid, pose }: Body): void => {
  const { x, y, z } = rigid.translation();
  const isSomewhere = Number.isFinite(x + y + z);
  const at = isSomewhere ? { x, y, z } : pose.position;
  rigid.setTranslation(
    mapped(at, (component) => Math.min(Math.max(component, -edge), edge)),
    false,
  );
  if (!isSomewhere) rigid.setRotation(pose.rotation, false);
  rigid.setLinvel(zero, false);
  rigid.setAngvel(zero, false);
  rigid.sleep();
};

/** Makes a step. Forces have acted then. */
export const takeStep = (run: Run): StepReport => {
  const { world, queue, contacts, bodies, pushed } = run;
  advance(run);
  for (const { rigid } of pushed) {
    rigid.resetForces(false);
    rigid.resetTorques(false);
  }
  pushed.clear();

  const moved: MovedBody[] = [];
  const escaped: BodyHandle[] = [];
  for (const body of bodies.values()) {
    // What falls asleep does so before the step would move it.
    if (body.traits.type === 'static' || body.rigid.isSleeping()) continue;
    let pose = poseOf(body.rigid);
    if (!isInside(pose.position)) {
      hold(body);
      escaped.push(body.handle);
      pose = poseOf(body.rigid);
    }
    if (isSame(pose, body.pose)) continue;
    body.pose = pose;
    moved.push({ body: body.handle, owner: body.owner, pose });
  }
  return { moved, escaped, contacts: contacts.collect(queue, world) };
};
