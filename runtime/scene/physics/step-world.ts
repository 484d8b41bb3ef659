/** Time that passes, in steps, and what they did. */
import { physicsRanges as ranges } from '#spec/actions/physics-ranges.ts';
import type { Vector3 } from '#spec/values.ts';
import { getPose } from './rigid-body.ts';
import {
  nlerpQuaternions,
  isSamePose,
  mapVector,
  subtractVectors,
  toPlainQuaternion,
  toPlainVector,
  addVectors,
  scaleVector,
  zeroVector,
} from './vector-math.ts';
import { stepRapierWorld } from './rapier-world.ts';
import type { Body, BodyHandle } from './rigid-body.ts';
import type { ContactEvent } from './contact-tracker.ts';
import type { RapierWorld } from './rapier-world.ts';
import type { Pose } from './vector-math.ts';

interface MovedBody {
  readonly body: BodyHandle;
  readonly owner: string;
  readonly pose: Pose;
}

export interface StepReport {
  /** Bodies that are elsewhere, or turned otherwise, than was known before; the oldest first. */
  readonly moved: readonly MovedBody[];
  /** Bodies that came to the end of the world, and were put to rest there. */
  readonly escaped: readonly BodyHandle[];
  /** Contacts and triggers that began or ended, by the age of the bodies. */
  readonly contacts: readonly ContactEvent[];
}

const { max: edge } = ranges.coordinate;

const isInsideWorld = ({ x, y, z }: Vector3): boolean =>
  Math.abs(x) <= edge && Math.abs(y) <= edge && Math.abs(z) <= edge;

/** Puts a body to rest where the world ends. */
const stopAtWorldEdge = ({ rigidBody, pose }: Body): void => {
  const { x, y, z } = rigidBody.translation();
  const isSomewhere = Number.isFinite(x + y + z);
  const at = isSomewhere ? { x, y, z } : pose.position;
  rigidBody.setTranslation(
    mapVector(at, (component) => Math.min(Math.max(component, -edge), edge)),
    false,
  );
  if (!isSomewhere) rigidBody.setRotation(pose.rotation, false);
  rigidBody.setLinvel(zeroVector, false);
  rigidBody.setAngvel(zeroVector, false);
  rigidBody.sleep();
};

/** Sums of steps are a rounding error longer than whole ones; this much of a step forgives it. */
const tolerance = 1e-6;

/** Makes a step. Forces still act. */
const stepOnce = (run: RapierWorld): StepReport => {
  const { world, eventQueue, contacts, nonStatic } = run;
  stepRapierWorld(run);
  const moved: MovedBody[] = [];
  const escaped: BodyHandle[] = [];
  for (const body of nonStatic) {
    // What falls asleep does so before the step would move it.
    if (body.rigidBody.isSleeping()) continue;
    let pose = getPose(body.rigidBody);
    if (!isInsideWorld(pose.position)) {
      stopAtWorldEdge(body);
      escaped.push(body.handle);
      pose = getPose(body.rigidBody);
    }
    if (isSamePose(pose, body.pose)) continue;
    body.pose = pose;
    moved.push({ body: body.handle, owner: body.owner, pose });
  }
  moved.sort((a, b) => a.body - b.body);
  escaped.sort((a, b) => a - b);
  return { moved, escaped, contacts: contacts.collectChanges(eventQueue, world) };
};

/** Lets a kinematic body go its way to where it is to get, evenly over several steps. */
const createKinematicMove = ({ rigidBody }: Body): ((share: number) => void) => {
  const [from, to] = [toPlainVector(rigidBody.translation()), toPlainVector(rigidBody.nextTranslation())];
  const [before, after] = [
    toPlainQuaternion(rigidBody.rotation()),
    toPlainQuaternion(rigidBody.nextRotation()),
  ];
  return (share) => {
    rigidBody.setNextKinematicTranslation(addVectors(from, scaleVector(subtractVectors(to, from), share)));
    rigidBody.setNextKinematicRotation(nlerpQuaternions(before, after, share));
  };
};

const mergeReports = (reports: readonly StepReport[]): StepReport => {
  const moved = new Map(reports.flatMap((report) => report.moved).map((body) => [body.body, body]));
  return {
    moved: [...moved.values()].sort((a, b) => a.body - b.body),
    escaped: [...new Set(reports.flatMap(({ escaped }) => escaped))],
    contacts: reports.flatMap(({ contacts }) => contacts),
  };
};

/** Lets time pass: in one step or, where that would be longer than the usual one, in several. Forces have acted then. */
export const stepWorld = (run: RapierWorld, seconds: number): StepReport => {
  const { world, nonStatic, pushed, fixedStep } = run;
  const count = Math.max(1, Math.ceil(seconds / fixedStep - tolerance));
  world.timestep = seconds / count;
  const driven = count > 1 ? [...nonStatic].filter(({ options }) => options.type === 'kinematic') : [];
  const ways = driven.map(createKinematicMove);
  const reports: StepReport[] = [];
  for (let step = 1; step <= count; step += 1) {
    for (const goTo of ways) goTo(step / count);
    reports.push(stepOnce(run));
  }
  for (const { rigidBody } of pushed) {
    rigidBody.resetForces(false);
    rigidBody.resetTorques(false);
  }
  pushed.clear();
  const [only] = reports;
  return only && reports.length === 1 ? only : mergeReports(reports);
};
