import { Group, type Object3D, type PerspectiveCamera, Scene } from 'three';
import { describe, expect, it } from 'vitest';
import { worldToScreen } from './camera-view.ts';
import { createCameraRig } from './cameras.ts';
import { precisionDigits, createWideCamera } from './testing-cameras.ts';
import type { Vector3 } from '#spec/values.ts';

const createVector = (x: number, y = 0, z = 0) => ({ x, y, z });

/**
 * Creates a rig with the camera 'eye' at the origin, the camera 'side' 10 m to its right, and an object 'cube' 5 m in
 * front of the eye.
 */
const createTestRig = () => {
  const root = new Scene();
  const cameras = new Map<string, PerspectiveCamera>();
  const add = (id: string, position: Partial<Vector3>, parent: Object3D = root): PerspectiveCamera => {
    const camera = createWideCamera(position);
    parent.add(camera);
    cameras.set(id, camera);
    return camera;
  };
  const eye = add('eye', {});
  const side = add('side', { x: 10 });
  const objects = new Map([['cube', createVector(0, 0, -5)]]);
  const rig = createCameraRig({
    findCamera: (id) => cameras.get(id),
    findPosition: (id) => objects.get(id),
    setPosition(id, { x, y, z }) {
      const camera = cameras.get(id)!;
      camera.position.set(x, y, z);
      camera.parent!.worldToLocal(camera.position);
    },
  });
  const step = (ticks = 1): void => {
    for (let tick = 0; tick < ticks; tick++) rig.advance(1 / 60);
  };
  return { rig, root, cameras, eye, side, add, objects, step };
};

describe('the main camera', () => {
  it('provides the view once it is set', () => {
    const { rig, eye, side } = createTestRig();
    expect(rig.active).toBeUndefined();
    expect(rig.getView()).toBeUndefined();
    expect(rig.setActive('eye', 0)).toBeUndefined();
    expect(rig.getView()).toBe(eye);
    expect(rig.setActive('side', 0)).toBe('eye');
    expect(rig.active).toBe('side');
    expect(rig.getView()).toBe(side);
    expect(rig.getViewThrough('eye')).toBe(eye);
    expect(rig.getViewThrough('nose')).toBeUndefined();
    expect(rig.setActive(undefined, 1)).toBe('side');
    expect(rig.getView()).toBeUndefined();
  });

  it('provides the view from its current position', () => {
    const { rig, eye } = createTestRig();
    rig.setActive('eye', 0);
    eye.position.x = 4;
    expect(worldToScreen(rig.getView()!, createVector(4, 0, -10)).x).toBe(0.5);
    expect(rig.getView()!.matrixWorld.elements[12]).toBe(4);
  });

  it('is unset when its object is removed', () => {
    const { rig } = createTestRig();
    rig.setActive('eye', 0);
    rig.setActive('side', 1);
    rig.removeObject('eye');
    expect(rig.active).toBe('side');
    rig.removeObject('side');
    expect(rig.active).toBeUndefined();
    expect(rig.state()).toMatchObject({ active: undefined, blend: undefined });
  });
});

describe('the view', () => {
  const x = ({ rig }: ReturnType<typeof createTestRig>) => rig.getView()!.position.x;

  it('blends from one camera to the next, and matches it exactly at the end', () => {
    const runtime = createTestRig();
    const { rig, side, eye, step } = runtime;
    rig.setActive('eye', 3);
    expect(rig.getView()).toBe(eye);
    rig.setActive('side', 1);
    expect(x(runtime)).toBe(0);
    step(15);
    expect(x(runtime)).toBeCloseTo(2.5, precisionDigits);
    expect(eye.position.x).toBe(0);
    step(44);
    expect(rig.getView()).not.toBe(side);
    step();
    expect(rig.getView()).toBe(side);
  });

  it('blends to another camera from its intermediate view, also when the first one is removed', () => {
    const runtime = createTestRig();
    const { rig, add, cameras, step } = runtime;
    add('high', { x: 5, y: 8 });
    rig.setActive('eye', 0);
    rig.setActive('side', 1);
    step(30);
    rig.setActive('high', 1);
    cameras.delete('eye');
    rig.removeObject('eye');
    expect(x(runtime)).toBeCloseTo(5, precisionDigits);
    step(30);
    expect(x(runtime)).toBeCloseTo(5, precisionDigits);
    expect(rig.getView()!.position.y).toBeCloseTo(4, precisionDigits);
  });

  it('continues its blend when the same main camera is set again', () => {
    const runtime = createTestRig();
    const { rig, step } = runtime;
    rig.setActive('eye', 0);
    rig.setActive('side', 1);
    step(30);
    expect(rig.setActive('side', 0)).toBe('side');
    expect(x(runtime)).toBeCloseTo(5, precisionDigits);
  });
});

describe('a camera that follows', () => {
  it('keeps up exactly without damping, also under a parent, and does not turn', () => {
    const { rig, root, add, objects, step } = createTestRig();
    const arm = new Group();
    arm.position.set(1, 2, 3);
    root.add(arm);
    const nestedCamera = add('held', {}, arm);
    rig.follow('held', { target: 'cube', offset: createVector(0, 1, 6), damping: 0 });
    objects.set('cube', createVector(0.1, 0.2, 0.3));
    step();
    expect(nestedCamera.position.toArray()).toEqual([0.1 - 1, 0.2 + 1 - 2, 0.3 + 6 - 3]);
    expect(nestedCamera.quaternion.toArray()).toEqual([0, 0, 0, 1]);
    expect(rig.findFollowTarget('held')).toBe('cube');
  });

  it('keeps its offset when none is given', () => {
    const { rig, side, objects, step } = createTestRig();
    rig.follow('side', { target: 'cube', damping: 0 });
    step();
    expect(side.position.toArray()).toEqual([10, 0, 0]);
    objects.set('cube', createVector(1, 1, -4));
    step();
    expect(side.position.toArray()).toEqual([11, 1, 1]);
  });

  it('lags by its damping, at any time scale', () => {
    const { rig, eye, objects } = createTestRig();
    rig.follow('eye', { target: 'cube', damping: 0.5 });
    let seconds = 0;
    for (let tick = 0; tick < 1200; tick++) {
      const deltaTime = tick % 2 === 0 ? 1 / 60 : 1 / 20;
      seconds += deltaTime;
      objects.set('cube', createVector(3 * seconds, 0, -5));
      rig.advance(deltaTime);
    }
    // The object moves 3 m per second.
    expect(eye.position.x).toBeCloseTo(120 - 1.5, 9);
    expect(eye.position.z).toBeCloseTo(0, precisionDigits);
  });

  it('continues from where it was moved meanwhile', () => {
    const { rig, eye, step } = createTestRig();
    rig.follow('eye', { target: 'cube', damping: 0.5 });
    eye.position.x = 3;
    step();
    expect(eye.position.x).toBeGreaterThan(2.9);
    expect(eye.position.x).toBeLessThan(3);
  });

  it('stays where it is when following stops, or its target is removed', () => {
    const { rig, eye, side, objects, step } = createTestRig();
    rig.follow('eye', { target: 'cube', offset: createVector(0), damping: 0 });
    rig.follow('side', { target: 'cube', offset: createVector(0), damping: 0 });
    step();
    rig.follow('eye', undefined);
    expect(rig.findFollowTarget('eye')).toBeUndefined();
    objects.set('cube', createVector(7));
    step();
    expect([eye.position.x, side.position.x]).toEqual([0, 7]);
    objects.delete('cube');
    rig.removeObject('cube');
    objects.set('cube', createVector(9));
    step();
    expect(side.position.x).toBe(7);
    expect(rig.findFollowTarget('side')).toBeUndefined();
  });

  it.each(['removeObject', 'removeCamera'] as const)('stops following when it is removed: %s', (end) => {
    const { rig } = createTestRig();
    rig.follow('eye', { target: 'cube', damping: 0 });
    rig[end]('eye');
    expect(rig.findFollowTarget('eye')).toBeUndefined();
  });

  it('continues to follow an object that is no longer a camera', () => {
    const { rig, objects } = createTestRig();
    objects.set('side', createVector(10));
    rig.follow('eye', { target: 'side', damping: 0 });
    rig.removeCamera('side');
    expect(rig.findFollowTarget('eye')).toBe('side');
    rig.removeObject('side');
    expect(rig.findFollowTarget('eye')).toBeUndefined();
  });

  it('does not follow a missing object', () => {
    const { rig } = createTestRig();
    rig.follow('eye', { target: 'cub', damping: 0 });
    rig.follow('nose', { target: 'cube', damping: 0 });
    expect([rig.findFollowTarget('eye'), rig.findFollowTarget('nose')]).toEqual([undefined, undefined]);
  });
});

describe('a view with an offset', () => {
  const offset = { right: 0.5, up: -0.25 };

  it('moves within its plane, and its camera does not', () => {
    const { rig, eye, side } = createTestRig();
    rig.setActive('eye', 0);
    eye.rotation.y = Math.PI / 2;
    rig.setViewOffset('eye', offset);
    const { x, y, z } = rig.getView()!.position;
    expect([x, y, z]).toEqual([0, -0.25, -0.5].map((value) => expect.closeTo(value, precisionDigits)));
    expect(rig.getViewThrough('eye')!.position.z).toBe(z);
    expect(eye.position.toArray()).toEqual([0, 0, 0]);
    expect(rig.getViewThrough('side')).toBe(side);
    rig.setViewOffset('eye', undefined);
    expect(rig.getView()).toBe(eye);
  });

  it('is the target of a blend', () => {
    const { rig, step } = createTestRig();
    rig.setActive('eye', 0);
    rig.setActive('side', 1);
    rig.setViewOffset('side', offset);
    step(30);
    expect(rig.getView()!.position.x).toBeCloseTo(10.5 / 2, precisionDigits);
  });

  it('has no offset after its camera was removed', () => {
    const { rig, eye } = createTestRig();
    rig.setViewOffset('eye', offset);
    rig.removeCamera('eye');
    expect(rig.getViewThrough('eye')).toBe(eye);
  });
});

it('the state contains everything that determines the view', () => {
  const { rig, step } = createTestRig();
  const states = [JSON.stringify(rig.state())];
  const note = (): void => {
    states.push(JSON.stringify(rig.state()));
  };
  rig.setActive('eye', 0);
  note();
  rig.setActive('side', 1);
  note();
  step();
  note();
  rig.follow('eye', { target: 'cube', damping: 1 });
  note();
  rig.setViewOffset('eye', { right: 1, up: 0 });
  note();
  expect(new Set(states).size).toBe(states.length);
});
