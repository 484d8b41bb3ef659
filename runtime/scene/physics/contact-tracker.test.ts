import { expect, test } from 'vitest';
import {
  addDynamic,
  addFloor,
  createPose,
  ball,
  box,
  createWorld,
  runSteps,
  noGravity,
} from './testing-physics.ts';
import type { ContactEvent } from './contact-tracker.ts';
import type { Physics } from './physics.ts';

/** Runs a number of steps, and lists the phase, kind and owners of each contact change with its step. */
const listContactChanges = (world: Physics, count: number): string[] =>
  Array.from({ length: count }, (_, step) =>
    world
      .step()
      .contacts.map(({ phase, kind, owners }) => `${step + 1} ${phase} ${kind} ${owners.join('-')}`),
  ).flat();

const findFirstContact = (world: Physics): ContactEvent => {
  for (let step = 0; step < 300; step += 1) {
    const [event] = world.step().contacts;
    if (event) return event;
  }
  throw new Error('Nothing touched.');
};

test('a contact begins where the bodies meet, with the impulse that separates them, and ends once', () => {
  const world = createWorld(noGravity);
  const floor = addFloor(world, { bounciness: 1 });
  const body = addDynamic(world, {
    pose: createPose(2, 1, 0),
    mass: 2,
    colliders: [{ ...ball, bounciness: 1 }],
  });
  world.setVelocity(body, { linear: { x: 0, y: -5, z: 0 } });
  const event = findFirstContact(world);
  expect(event).toMatchObject({
    phase: 'begin',
    kind: 'contact',
    bodies: [floor, body],
    owners: ['floor', 'thing'],
  });
  expect(event.point?.x).toBeCloseTo(2, 3);
  expect(event.point?.y).toBeCloseTo(0, 3);
  expect(event.impulse).toBeCloseTo(20, 3);
  expect(findFirstContact(world)).toEqual({
    phase: 'end',
    kind: 'contact',
    bodies: [floor, body],
    owners: ['floor', 'thing'],
    impulse: 0,
  });
  expect(listContactChanges(world, 60)).toEqual([]);
});

test('a resting contact is reported in each step with the impulse of its weight, or up to a quarter more', () => {
  const world = createWorld();
  const floor = addFloor(world);
  const body = addDynamic(world, { pose: createPose(0, 0.5, 0), mass: 3, colliders: [box] });
  runSteps(world, 30);
  const [contact, ...otherContacts] = world.listTouching();
  expect(otherContacts).toEqual([]);
  expect(contact).toMatchObject({ kind: 'contact', bodies: [floor, body] });
  const ratio = (contact?.impulse ?? 0) / ((3 * 9.81) / 60);
  expect([Math.round(ratio * 100) >= 100, Math.round(ratio * 100) <= 126]).toEqual([true, true]);
  world.remove(body);
  expect(world.listTouching()).toEqual([]);
});

test('falling and kinematic bodies enter and leave a trigger without an impulse', () => {
  const world = createWorld();
  const long = { shape: 'box', size: { x: 1, y: 1, z: 9 }, isTrigger: true } as const;
  const zone = world.create({ owner: 'zone', colliders: [long] });
  addDynamic(world, { owner: 'falling', pose: createPose(0, 2, 0) });
  const kinematic = world.create({
    owner: 'driven',
    type: 'kinematic',
    pose: createPose(3, 0, 3),
    colliders: [ball],
  });
  const events: string[] = [];
  for (let step = 1; step <= 60; step += 1) {
    world.moveTo(kinematic, createPose(3 - step * 0.1, 0, 3));
    events.push(...listContactChanges(world, 1).map((text) => text.slice(2)));
  }
  expect([...events].sort()).toEqual([
    'begin trigger zone-driven',
    'begin trigger zone-falling',
    'end trigger zone-driven',
    'end trigger zone-falling',
  ]);
  expect(world.getPose(kinematic).position.x).toBeCloseTo(-3, 5);
  world.setPose(kinematic, createPose(0, 0, 0));
  expect(listContactChanges(world, 1)).toEqual(['1 begin trigger zone-driven']);
  expect(world.listTouching()).toEqual([
    { kind: 'trigger', bodies: [zone, kinematic], owners: ['zone', 'driven'], impulse: 0 },
  ]);
});

test('the events of a step are ordered by the age of the bodies, whatever their position', () => {
  const world = createWorld();
  const create = (owner: string, x: number) =>
    addDynamic(world, { owner, pose: createPose(x, 0.45, 0), colliders: [box] });
  create('a', 4);
  addFloor(world);
  create('b', -4);
  create('c', 0);
  world.create({
    owner: 'zone',
    pose: createPose(0, 0, 0),
    colliders: [{ shape: 'sphere', radius: 9, isTrigger: true }],
  });
  expect(listContactChanges(world, 1)).toEqual([
    '1 begin contact a-floor',
    '1 begin trigger a-zone',
    '1 begin contact floor-b',
    '1 begin contact floor-c',
    '1 begin trigger b-zone',
    '1 begin trigger c-zone',
  ]);
});

test('bodies with several colliders begin and end a contact once', () => {
  const world = createWorld(noGravity);
  const pads = [-2, 0, 2].map((x) => ({ ...ball, center: { x, y: 0, z: 0 } }));
  addFloor(world);
  const body = addDynamic(world, { pose: createPose(0, 0.6, 0), colliders: pads });
  world.setVelocity(body, { linear: { x: 0, y: -1, z: 0 } });
  expect(listContactChanges(world, 30).map((text) => text.split(' ')[1])).toEqual(['begin']);
  // When other colliders of the same two bodies touch, this is not a new contact.
  world.setOptions(body, { colliders: pads.slice(1) });
  expect(listContactChanges(world, 5)).toEqual([]);
  world.setOptions(body, { colliders: pads.slice(1).map((pad) => ({ ...pad, bounciness: 0.25 })) });
  expect(listContactChanges(world, 5)).toEqual([]);
  world.setVelocity(body, { linear: { x: 0, y: 3, z: 0 }, angular: noGravity });
  expect(listContactChanges(world, 30).map((text) => text.split(' ')[1])).toEqual(['end']);
});

test('a removed body ends its contacts in the next step, under its name', () => {
  const world = createWorld();
  addFloor(world);
  const body = addDynamic(world, { pose: createPose(0, 0.5, 0), colliders: [box] });
  const unsteppedBody = addDynamic(world, { owner: 'unseen', pose: createPose(0, 0.5, 0) });
  world.remove(unsteppedBody);
  runSteps(world, 10);
  world.remove(body);
  expect(listContactChanges(world, 3)).toEqual(['1 end contact floor-thing']);
});
