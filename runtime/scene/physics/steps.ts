/** Time that passes, in steps, and what they did. */
import { physicsRanges as ranges } from '#spec/actions/physics-ranges.ts';
import type { Vector3 } from '#spec/values.ts';
import { poseOf } from './body.ts';
import {
  between,
  isSamePose,
  mapped,
  minus,
  plainQuaternion,
  plainVector,
  plus,
  scaled,
  zero,
} from './vectors.ts';
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
  /** Bodies that are elsewhere, or turned otherwise, than was known before; the oldest first. */
  readonly moved: readonly MovedBody[];
  /** Bodies that came to the end of the world, and were put to rest there. */
  readonly escaped: readonly BodyHandle[];
  /** Contacts and triggers that began or ended, by the age of the bodies. */
  readonly contacts: readonly ContactEvent[];
}

const { max: edge } = ranges.coordinate;

const isInside = ({ x, y, z }: Vector3): boolean =>
  Math.abs(x) <= edge && Math.abs(y) <= edge && Math.abs(z) <= edge;

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

/** Sums of steps are a rounding error longer than whole ones; this much of a step forgives it. */
const tolerance = 1e-6;

/** Makes a step. Forces still act. */
const makeStep = (run: Run): StepReport => {
  const { world, queue, contacts, moving } = run;
  advance(run);
  const moved: MovedBody[] = [];
  const escaped: BodyHandle[] = [];
  for (const body of moving) {
    // What falls asleep does so before the step would move it.
    if (body.rigid.isSleeping()) continue;
    let pose = poseOf(body.rigid);
    if (!isInside(pose.position)) {
      hold(body);
      escaped.push(body.handle);
      pose = poseOf(body.rigid);
    }
    if (isSamePose(pose, body.pose)) continue;
    body.pose = pose;
    moved.push({ body: body.handle, owner: body.owner, pose });
  }
  moved.sort((a, b) => a.body - b.body);
  escaped.sort((a, b) => a - b);
  return { moved, escaped, contacts: contacts.collect(queue, world) };
};

/** Lets a kinematic body go its way to where it is to get, evenly over several steps. */
const wayOf = ({ rigid }: Body): ((share: number) => void) => {
  const [from, to] = [plainVector(rigid.translation()), plainVector(rigid.nextTranslation())];
  const [before, after] = [plainQuaternion(rigid.rotation()), plainQuaternion(rigid.nextRotation())];
  return (share) => {
    rigid.setNextKinematicTranslation(plus(from, scaled(minus(to, from), share)));
    rigid.setNextKinematicRotation(between(before, after, share));
  };
};

const joined = (reports: readonly StepReport[]): StepReport => {
  const moved = new Map(reports.flatMap((report) => report.moved).map((body) => [body.body, body]));
  return {
    moved: [...moved.values()].sort((a, b) => a.body - b.body),
    escaped: [...new Set(reports.flatMap(({ escaped }) => escaped))],
    contacts: reports.flatMap(({ contacts }) => contacts),
  };
};

/** Lets time pass: in one step or, where that would be longer than the usual one, in several. Forces have acted then. */
export const takeStep = (run: Run, seconds: number): StepReport => {
  const { world, moving, pushed, fixedStep } = run;
  const count = Math.max(1, Math.ceil(seconds / fixedStep - tolerance));
  world.timestep = seconds / count;
  const driven = count > 1 ? [...moving].filter(({ traits }) => traits.type === 'kinematic') : [];
  const ways = driven.map(wayOf);
  const reports: StepReport[] = [];
  for (let step = 1; step <= count; step += 1) {
    for (const goTo of ways) goTo(step / count);
    reports.push(makeStep(run));
  }
  for (const { rigid } of pushed) {
    rigid.resetForces(false);
    rigid.resetTorques(false);
  }
  pushed.clear();
  const [only] = reports;
  return only && reports.length === 1 ? only : joined(reports);
};
