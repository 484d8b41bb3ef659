/** Runs steps of a world, and reports what has changed. */
import { physicsRanges as ranges } from '#spec/actions/physics-ranges.ts';
import type { Vector3 } from '#spec/values.ts';
import { type Body, type BodyHandle, getPose } from './rigid-body.ts';
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
import type { ContactEvent } from './contact-tracker.ts';
import type { RapierWorld } from './rapier-world.ts';
import type { Pose } from './vector-math.ts';

interface MovedBody {
  readonly body: BodyHandle;
  readonly owner: string;
  readonly pose: Pose;
}

export interface StepReport {
  /** The bodies whose pose has changed, oldest first. */
  readonly moved: readonly MovedBody[];
  /** The bodies that reached the edge of the world and were stopped there. */
  readonly escaped: readonly BodyHandle[];
  /** The contacts and triggers that began or ended, with those of older bodies first. */
  readonly contacts: readonly ContactEvent[];
}

const { max: edge } = ranges.coordinate;

const isInsideWorld = ({ x, y, z }: Vector3): boolean =>
  Math.abs(x) <= edge && Math.abs(y) <= edge && Math.abs(z) <= edge;

const stopAtWorldEdge = ({ rigidBody, pose }: Body): void => {
  const { x, y, z } = rigidBody.translation();
  const isFinitePosition = Number.isFinite(x + y + z);
  const at = isFinitePosition ? { x, y, z } : pose.position;
  rigidBody.setTranslation(
    mapVector(at, (component) => Math.min(Math.max(component, -edge), edge)),
    false,
  );
  if (!isFinitePosition) rigidBody.setRotation(pose.rotation, false);
  rigidBody.setLinvel(zeroVector, false);
  rigidBody.setAngvel(zeroVector, false);
  rigidBody.sleep();
};

/** A tolerance for the rounding error of summed steps, as a fraction of a step. */
const tolerance = 1e-6;

/** Runs one step, and does not clear the applied forces. */
const stepOnce = (run: RapierWorld): StepReport => {
  const { world, eventQueue, contacts, nonStatic } = run;
  world.step(eventQueue);
  const moved: MovedBody[] = [];
  const escaped: BodyHandle[] = [];
  for (const body of nonStatic) {
    // A body that falls asleep in a step has not moved in this step.
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

/** Creates a function that moves a kinematic body evenly to its target over several steps. */
const createKinematicMove = ({ rigidBody }: Body): ((fraction: number) => void) => {
  const [from, to] = [toPlainVector(rigidBody.translation()), toPlainVector(rigidBody.nextTranslation())];
  const [before, after] = [
    toPlainQuaternion(rigidBody.rotation()),
    toPlainQuaternion(rigidBody.nextRotation()),
  ];
  return (fraction) => {
    rigidBody.setNextKinematicTranslation(addVectors(from, scaleVector(subtractVectors(to, from), fraction)));
    rigidBody.setNextKinematicRotation(nlerpQuaternions(before, after, fraction));
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

/**
 * Advances time in one step, or in several steps when the time is longer than a usual step. Clears forces afterwards.
 * @param seconds the simulated time in seconds
 */
export const stepWorld = (run: RapierWorld, seconds: number): StepReport => {
  const { world, nonStatic, pushed, fixedStep } = run;
  const count = Math.max(1, Math.ceil(seconds / fixedStep - tolerance));
  world.timestep = seconds / count;
  const kinematicBodies =
    count > 1 ? [...nonStatic].filter(({ options }) => options.type === 'kinematic') : [];
  const moves = kinematicBodies.map(createKinematicMove);
  const reports: StepReport[] = [];
  for (let step = 1; step <= count; step += 1) {
    for (const moveTo of moves) moveTo(step / count);
    reports.push(stepOnce(run));
  }
  for (const { rigidBody } of pushed) {
    rigidBody.resetForces(false);
    rigidBody.resetTorques(false);
  }
  pushed.clear();
  const [report] = reports;
  return report && reports.length === 1 ? report : mergeReports(reports);
};
