import { expect, test } from 'vitest';
import {
  addDynamic,
  addFloor,
  createPose,
  ball,
  box,
  createWorld,
  fixedStep,
  runSteps,
  noGravity,
} from './testing-physics.ts';

const gravity = 9.81;

test('a body in free fall follows the analytic curve within the error of four inner steps per step', () => {
  const world = createWorld();
  const body = addDynamic(world, { pose: createPose(0, 100, 0) });
  runSteps(world, 120, (step) => {
    const time = step * fixedStep;
    const fallDistance = 100 - world.getPose(body).position.y;
    expect(Math.abs(fallDistance - (gravity * time ** 2) / 2)).toBeLessThanOrEqual(
      (gravity * fixedStep * time) / 8 + 1e-4,
    );
    expect(world.getVelocity(body).linear.y).toBeCloseTo(-gravity * time, 3);
  });
});

test('a ball bounces to the height given by the mean bounciness, within 2 % per bounce', () => {
  const world = createWorld();
  addFloor(world, { bounciness: 1 });
  const body = addDynamic(world, { pose: createPose(0, 5.5, 0), colliders: [{ ...ball, bounciness: 0.6 }] });
  const peaks: number[] = [];
  let [before, rising] = [5.5, false];
  runSteps(world, 400, () => {
    const { y } = world.getPose(body).position;
    if (rising && y < before) peaks.push(before - 0.5);
    [rising, before] = [y > before, y];
  });
  for (const [bounce, peakHeight] of peaks.slice(0, 3).entries()) {
    const expected = 5 * 0.8 ** (2 * (bounce + 1));
    expect(Math.abs(peakHeight - expected)).toBeLessThan(0.02 * (bounce + 1) * expected);
  }
  expect(peaks.length).toBeGreaterThanOrEqual(3);
});

test('five stacked boxes come to rest, fall asleep, and are no longer reported as moved', () => {
  const world = createWorld();
  addFloor(world);
  const boxes = [0, 1, 2, 3, 4].map((level) =>
    addDynamic(world, { pose: createPose(0, 0.55 + level * 1.05, 0), colliders: [box] }),
  );
  runSteps(world, 600);
  for (const [level, body] of boxes.entries()) {
    const { x, y, z } = world.getPose(body).position;
    expect(Math.abs(y - (level + 0.5))).toBeLessThan(0.02);
    expect(Math.hypot(x, z)).toBeLessThan(0.02);
    expect(world.isSleeping(body)).toBe(true);
  }
  expect(world.step()).toEqual({ moved: [], escaped: [], contacts: [] });
});

test('a step reports moved bodies in order of age with their new poses', () => {
  const world = createWorld();
  addFloor(world);
  const resting = addDynamic(world, { pose: createPose(9, 5, 0), useGravity: false });
  const bodies = [1, 2, 3].map((x) =>
    addDynamic(world, { owner: `ball-${x}`, pose: createPose(x * 2, x, 0) }),
  );
  world.step();
  const { moved } = world.step();
  expect(moved.map(({ body, owner }) => [body, owner])).toEqual(
    bodies.map((body, i) => [body, `ball-${i + 1}`]),
  );
  const reportedPoses = new Map(moved.map(({ body, pose }) => [body, pose]));
  runSteps(world, 1);
  for (let step = 0; step < 400; step += 1) {
    for (const { body, pose } of world.step().moved) reportedPoses.set(body, pose);
  }
  // A restored world takes its poses directly from the physics engine.
  const restored = createWorld();
  restored.restore(world.snapshot());
  expect(bodies.map((body) => reportedPoses.get(body))).toEqual(bodies.map((body) => restored.getPose(body)));
  expect(bodies.every((body) => world.isSleeping(body))).toBe(true);
  expect(reportedPoses.has(resting)).toBe(false);
});

test('an impulse changes the velocity by impulse over mass, at once', () => {
  const world = createWorld(noGravity);
  const body = addDynamic(world, { mass: 2 });
  world.addImpulse(body, { x: 4, y: 0, z: -2 });
  expect(world.getVelocity(body).linear).toEqual({ x: 2, y: 0, z: -1 });
});

test('an impulse off centre also turns the body, by its inertia', () => {
  const world = createWorld(noGravity);
  const body = addDynamic(world, { mass: 2 });
  world.addImpulse(body, { x: 0, y: 1, z: 0 }, { x: 0.5, y: 0, z: 0 });
  const inertia = 0.4 * 2 * 0.5 ** 2;
  expect(world.getVelocity(body).linear.y).toBeCloseTo(0.5, 5);
  expect(world.getVelocity(body).angular.z).toBeCloseTo((0.5 / inertia) * (180 / Math.PI), 2);
});

test('a force acts for one step only; an acceleration ignores the mass', () => {
  const world = createWorld(noGravity);
  const [pushed, accelerated] = [
    addDynamic(world, { mass: 4 }),
    addDynamic(world, { mass: 4, pose: createPose(5, 0, 0) }),
  ];
  world.addForce(pushed, { x: 60, y: 0, z: 0 });
  world.addForce(accelerated, { x: 0, y: 60, z: 0 }, 'acceleration');
  expect(world.getVelocity(pushed).linear.x).toBe(0);
  runSteps(world, 1);
  expect(world.getVelocity(pushed).linear.x).toBeCloseTo(0.25, 5);
  expect(world.getVelocity(accelerated).linear.y).toBeCloseTo(1, 5);
  runSteps(world, 10);
  expect(world.getVelocity(pushed).linear.x).toBeCloseTo(0.25, 5);
  expect(world.getVelocity(accelerated).linear.y).toBeCloseTo(1, 5);
});

test('a torque turns by the inertia of the shape; an angular acceleration ignores it', () => {
  const world = createWorld(noGravity);
  const plank = { shape: 'box', size: { x: 1, y: 2, z: 4 } } as const;
  const half = Math.SQRT1_2;
  const leaning = { position: { x: 9, y: 0, z: 0 }, rotation: { x: 0, y: 0, z: half, w: half } };
  const twisted = addDynamic(world, { mass: 6, colliders: [plank] });
  const accelerated = addDynamic(world, { mass: 6, colliders: [plank], pose: leaning });
  const inertiaX = (6 / 12) * (2 ** 2 + 4 ** 2);
  world.addTorque(twisted, { x: 60, y: 0, z: 0 });
  world.addTorque(accelerated, { x: 600, y: 0, z: 0 }, 'acceleration');
  runSteps(world, 1);
  expect(world.getVelocity(twisted).angular.x).toBeCloseTo((1 / inertiaX) * (180 / Math.PI), 3);
  expect(world.getVelocity(accelerated).angular.x).toBeCloseTo(10, 3);
  expect(Math.abs(world.getVelocity(accelerated).angular.y)).toBeLessThan(1e-3);
  runSteps(world, 5);
  expect(world.getVelocity(twisted).angular.x).toBeCloseTo((1 / inertiaX) * (180 / Math.PI), 3);
});

test('a body without a collider has its mass, and resists turning', () => {
  const world = createWorld(noGravity);
  const body = addDynamic(world, { mass: 4, colliders: [] });
  world.addImpulse(body, { x: 4, y: 0, z: 0 });
  world.addTorque(body, { x: 0, y: 1, z: 0 });
  runSteps(world, 1);
  expect(world.getVelocity(body).linear.x).toBeCloseTo(1, 5);
  expect(world.getVelocity(body).angular.y).toBeCloseTo((fixedStep / (0.4 * 4 * 0.25)) * (180 / Math.PI), 3);
});

test('the mass is distributed over solid colliders by volume; a trigger has none', () => {
  const world = createWorld(noGravity);
  const heavy = { ...box, center: { x: -1, y: 0, z: 0 } };
  const distantTrigger = { ...box, center: { x: 5, y: 0, z: 0 }, isTrigger: true };
  const body = addDynamic(world, { mass: 3, colliders: [heavy, distantTrigger] });
  // The impulse goes through the solid collider's centre, so that the body does not turn.
  world.addImpulse(body, { x: 0, y: 3, z: 0 }, { x: -1, y: 0, z: 0 });
  expect(world.getVelocity(body).linear.y).toBeCloseTo(1, 5);
  expect(world.getVelocity(body).angular.z).toBeCloseTo(0, 4);
  world.setOptions(body, { mass: 6 });
  world.addImpulse(body, { x: 6, y: 0, z: 0 });
  expect(world.getVelocity(body).linear.x).toBeCloseTo(1, 5);
});

test('nothing moves a body along or about frozen axes', () => {
  const world = createWorld();
  const body = addDynamic(world, {
    colliders: [box],
    freezePosition: { x: true, y: true, z: false },
    freezeRotation: { x: true, y: false, z: true },
  });
  world.setVelocity(body, { linear: { x: 1, y: 1, z: 1 }, angular: { x: 90, y: 90, z: 90 } });
  world.addImpulse(body, { x: 1, y: 2, z: 0 }, { x: 0.5, y: 0.5, z: 0.5 });
  runSteps(world, 60);
  const { position, rotation } = world.getPose(body);
  expect([position.x, position.y]).toEqual([0, 0]);
  expect(position.z).toBeCloseTo(1, 3);
  expect([rotation.x, rotation.z]).toEqual([0, 0]);
  expect(rotation.y).not.toBe(0);
  world.setOptions(body, { freezePosition: { x: true, y: true, z: true } });
  runSteps(world, 10);
  expect(world.getPose(body).position).toEqual(position);
});

test('drag reduces the velocity, and gravity does not affect bodies that opt out', () => {
  const world = createWorld();
  const body = addDynamic(world, { drag: 2, angularDrag: 3, useGravity: false });
  world.setVelocity(body, { linear: { x: 1, y: 0, z: 0 }, angular: { x: 0, y: 90, z: 0 } });
  runSteps(world, 60);
  const { linear, angular } = world.getVelocity(body);
  expect(linear.y).toBe(0);
  expect(Math.abs(linear.x - Math.exp(-2))).toBeLessThan(0.01);
  expect(Math.abs(angular.y / 90 - Math.exp(-3))).toBeLessThan(0.01);
});

test('velocities are set in metres and degrees per second', () => {
  const world = createWorld(noGravity);
  const body = addDynamic(world);
  world.setVelocity(body, { linear: { x: 0, y: 0, z: 3 }, angular: { x: 0, y: 90, z: 0 } });
  world.setVelocity(body, { linear: { x: 0, y: 0, z: 1 } });
  runSteps(world, 60);
  const { position, rotation } = world.getPose(body);
  expect(position.z).toBeCloseTo(1, 4);
  expect(rotation.y).toBeCloseTo(Math.sin(Math.PI / 4), 4);
});

test('changing gravity wakes resting bodies and applies to them', () => {
  const world = createWorld();
  addFloor(world);
  const body = addDynamic(world, { pose: createPose(0, 0.5, 0) });
  runSteps(world, 200);
  expect(world.isSleeping(body)).toBe(true);
  world.setGravity({ x: 0, y: 5, z: 0 });
  runSteps(world, 60);
  expect(world.getGravity()).toEqual({ x: 0, y: 5, z: 0 });
  expect(Math.abs(world.getPose(body).position.y - 3)).toBeLessThan(0.05);
});

test('a body sleeps and wakes on request, and wakes when its floor is removed', () => {
  const world = createWorld();
  const floor = addFloor(world);
  const body = addDynamic(world, { pose: createPose(0, 3, 0) });
  world.setSleeping(body, true);
  runSteps(world, 60);
  expect([world.isSleeping(body), world.getPose(body).position.y]).toEqual([true, 3]);
  world.setSleeping(body, false);
  runSteps(world, 300);
  expect(world.isSleeping(body)).toBe(true);
  expect(world.getPose(body).position.y).toBeCloseTo(0.5, 2);
  world.setPose(floor, createPose(0, -3.5, 0));
  runSteps(world, 300);
  expect(world.getPose(body).position.y).toBeCloseTo(-2.5, 2);
  world.remove(floor);
  runSteps(world, 60);
  expect(world.getPose(body).position.y).toBeLessThan(-6);
});

test('a kinematic body reaches its target in the next step, asleep or not, and pushes bodies in its way', () => {
  const world = createWorld(noGravity);
  const kinematic = world.create({ owner: 'driven', type: 'kinematic', colliders: [box] });
  const pushedBody = addDynamic(world, { pose: createPose(1.01, 0, 0), colliders: [box] });
  runSteps(world, 400);
  world.moveTo(kinematic, createPose(0.1, 0, 0));
  expect(world.getPose(kinematic).position.x).toBe(Math.fround(0.1));
  expect(world.overlapSphere({ x: -0.45, y: 0, z: 0 }, 0.01)).toEqual([]);
  expect(world.step().moved.map(({ body }) => body)).toEqual([pushedBody]);
  expect(world.getPose(kinematic).position.x).toBe(Math.fround(0.1));
  expect(world.getVelocity(kinematic).linear.x).toBeCloseTo(6, 3);
  expect(world.getVelocity(pushedBody).linear.x).toBeGreaterThan(1);
  runSteps(world, 1);
  expect(world.getPose(kinematic).position.x).toBeCloseTo(0.1, 6);
});

test('a kinematic body that becomes dynamic on its way is at its target', () => {
  const world = createWorld(noGravity);
  const kinematic = world.create({ owner: 'driven', type: 'kinematic', colliders: [box] });
  world.moveTo(kinematic, createPose(0.25, 0, 0));
  world.setOptions(kinematic, { type: 'dynamic' });
  runSteps(world, 1);
  expect(world.getPose(kinematic)).toEqual(createPose(0.25, 0, 0));
});

test.each([0.25, 1, 2, 3.5, 20])('a time scale of %d makes steps no longer than usual', (scale) => {
  const world = createWorld();
  const falling = addDynamic(world, { pose: createPose(0, 50, 0), mass: 2 });
  const kinematic = world.create({
    owner: 'driven',
    type: 'kinematic',
    pose: createPose(9, 0, 0),
    colliders: [box],
  });
  const floor = world.create({
    owner: 'thin floor',
    pose: createPose(99, 0, 0),
    colliders: [{ shape: 'box', size: { x: 9, y: 0.2, z: 9 } }],
  });
  const landing = addDynamic(world, { pose: createPose(99, 3, 0) });
  const seconds = 2;
  const ticks = seconds / (fixedStep * scale);
  for (let tick = 1; tick <= Math.round(ticks); tick += 1) {
    world.addForce(falling, { x: 6, y: 0, z: 0 });
    world.moveTo(kinematic, createPose(9, 0, (3 * tick) / ticks));
    world.step(fixedStep * scale);
    if (tick === 1) expect(world.getVelocity(kinematic).linear.z).toBeCloseTo(1.5, 3);
  }
  const passed = Math.round(ticks) * fixedStep * scale;
  const { x, y } = world.getPose(falling).position;
  expect(Math.abs(y - (50 - (9.81 / 2) * passed ** 2))).toBeLessThan((9.81 * fixedStep * passed) / 8 + 0.001);
  expect(Math.abs(x - (3 / 2) * passed ** 2)).toBeLessThan((3 * fixedStep * passed) / 8 + 0.001);
  expect(world.getPose(kinematic).position.z).toBeCloseTo((3 * Math.round(ticks)) / ticks, 5);
  expect(world.getPose(landing).position.y).toBeCloseTo(0.6, 1);
  expect(world.listTouching(landing).map(({ bodies }) => bodies)).toEqual([[floor, landing]]);
  expect(world.listTouching(falling)).toEqual([]);
});

test('setting a pose discards the kinematic target', () => {
  const world = createWorld();
  const kinematic = world.create({ owner: 'driven', type: 'kinematic' });
  world.moveTo(kinematic, createPose(1, 0, 0));
  world.setPose(kinematic, createPose(5, 0, 0));
  runSteps(world, 2);
  expect(world.getPose(kinematic)).toEqual(createPose(5, 0, 0));
});

test('a small fast ball does not tunnel through a thin floor', () => {
  const world = createWorld();
  world.create({ owner: 'floor', colliders: [{ shape: 'box', size: { x: 9, y: 0.05, z: 9 } }] });
  const body = addDynamic(world, {
    pose: createPose(0, 10.37, 0),
    colliders: [{ shape: 'sphere', radius: 0.1 }],
  });
  world.setVelocity(body, { linear: { x: 0, y: -390, z: 0 } });
  runSteps(world, 60);
  expect(world.getPose(body).position.y).toBeCloseTo(0.125, 3);
});

test('a body changes its type: a dynamic one stops in the air, and falls again from rest', () => {
  const world = createWorld();
  const body = addDynamic(world, { pose: createPose(0, 50, 0), mass: 3 });
  runSteps(world, 30);
  world.setOptions(body, { type: 'static' });
  const { y } = world.getPose(body).position;
  runSteps(world, 30);
  expect(world.getPose(body).position.y).toBe(y);
  world.setOptions(body, { type: 'dynamic' });
  world.addImpulse(body, { x: 3, y: 0, z: 0 });
  expect(world.getVelocity(body).linear).toEqual({ x: 1, y: 0, z: 0 });
  runSteps(world, 60);
  expect(Math.abs(y - world.getPose(body).position.y - gravity / 2)).toBeLessThan(0.05);
});

test('an explosion pushes dynamic bodies away, less with distance, and up on request', () => {
  const world = createWorld(noGravity);
  const near = addDynamic(world, { pose: createPose(1.5, 0, 0) });
  const inside = addDynamic(world, { pose: createPose(0, 0, 0), colliders: [] });
  const layered = addDynamic(world, { pose: createPose(0, 0, 2.5), layer: 3, mass: 2 });
  const distantBody = addDynamic(world, { pose: createPose(-4.5, 0, 0) });
  const blast = { center: { x: 0, y: 0, z: 0 }, radius: 4, force: 8, upwards: 0 };
  expect(world.addExplosionForce(blast)).toEqual([near, inside, layered]);
  // The nearest point of the body is 1 m away, where three quarters of the force remain.
  expect(world.getVelocity(near).linear).toEqual({ x: 6, y: 0, z: 0 });
  expect(world.getVelocity(inside).linear).toEqual({ x: 0, y: 8, z: 0 });
  expect(world.getVelocity(layered).linear.z).toBeCloseTo(2, 5);
  expect(world.getVelocity(distantBody).linear).toEqual({ x: 0, y: 0, z: 0 });
  expect(world.addExplosionForce({ ...blast, upwards: 2.5, layer: 3 })).toEqual([layered]);
  expect(world.getVelocity(layered).linear.y).toBeCloseTo(2 * Math.SQRT1_2, 5);
  expect(world.getVelocity(near).linear.x).toBe(6);
});

test('colliders grow with the scale of their body, with their centres', () => {
  const world = createWorld();
  addFloor(world);
  const body = addDynamic(world, {
    pose: createPose(0, 6, 0),
    scale: { x: 1, y: -3, z: 2 },
    colliders: [{ ...box, center: { x: 0, y: 0.5, z: 0 } }],
  });
  runSteps(world, 400);
  // The negative scale moves the collider's centre down, and half of the collider's height of 3 is below its centre.
  expect(world.getPose(body).position.y).toBeCloseTo(3, 1);
  world.setOptions(body, { scale: { x: 1, y: 1, z: 1 } });
  runSteps(world, 400);
  expect(world.getPose(body).position.y).toBeCloseTo(0, 1);
});

test('a slope holds what has friction, and lets slide what has none', () => {
  const slide = (friction: number): number => {
    const world = createWorld({ x: 3, y: -9.81, z: 0 });
    addFloor(world, { friction });
    const body = addDynamic(world, { pose: createPose(0, 0.5, 0), colliders: [{ ...box, friction }] });
    runSteps(world, 60);
    return world.getPose(body).position.x;
  };
  expect(slide(0)).toBeCloseTo(1.5, 1);
  expect(slide(1)).toBeLessThan(0.02);
});

test('a changed surface affects bodies that lie on it', () => {
  const world = createWorld({ x: 3, y: -9.81, z: 0 });
  const wide = { shape: 'box', size: { x: 100, y: 1, z: 100 } } as const;
  const floor = addFloor(world, { friction: 1 });
  const body = addDynamic(world, { pose: createPose(0, 0.5, 0), colliders: [{ ...box, friction: 1 }] });
  runSteps(world, 120);
  const { x } = world.getPose(body).position;
  world.setOptions(floor, { colliders: [{ ...wide, friction: 0 }] });
  world.setOptions(body, { colliders: [{ ...box, friction: 0 }] });
  runSteps(world, 60);
  expect(world.getPose(body).position.x - x).toBeCloseTo(1.5, 1);
  world.setOptions(floor, { colliders: [{ ...wide, bounciness: 1 }] });
  world.setOptions(body, { colliders: [{ ...box, bounciness: 1 }] });
  world.setPose(body, createPose(0, 5.5, 0));
  world.setVelocity(body, { linear: noGravity, angular: noGravity });
  let highest = 0;
  runSteps(world, 60);
  runSteps(world, 60, () => {
    highest = Math.max(highest, world.getPose(body).position.y);
  });
  expect(highest).toBeGreaterThan(5);
});

test('a body on a floor that becomes slippery wakes and slides', () => {
  const world = createWorld({ x: 3, y: -9.81, z: 0 });
  const floor = addFloor(world, { friction: 10 });
  const body = addDynamic(world, { pose: createPose(0, 0.5, 0), colliders: [{ ...box, friction: 0 }] });
  runSteps(world, 300);
  expect(world.isSleeping(body)).toBe(true);
  world.setOptions(floor, { colliders: [{ shape: 'box', size: { x: 100, y: 1, z: 100 }, friction: 0 }] });
  runSteps(world, 60);
  expect(world.getPose(body).position.x).toBeGreaterThan(1);
});
