import { Object3D, Quaternion, Vector3 } from 'three';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestClient, type TestClient } from '../../session/testing-client.ts';
import { toTransformUpdate, setHandlePose } from './handle-pose.ts';
import type { Placement } from './object-drag.ts';

let testClient: TestClient;
beforeEach(async () => {
  testClient = await createTestClient();
  const { act } = testClient.client;
  await act('scene.spawn', {
    type: 'Empty',
    tag: 'hall',
    position: [5, 0, 0],
    rotation: [0, 90, 0],
    scale: 2,
  });
  await act('scene.spawn', { type: 'Empty', tag: 'table', parent: 'hall', position: [1, 1, 0] });
  await act('transform.setRotation', { object: 'table', rotation: [30, 40, 50] });
});
afterEach(() => testClient.dispose());

const readPlacement = async (space: 'world' | 'local'): Promise<Placement> =>
  (await testClient.client.act('transform.get', { object: 'table', space })).result;

/** Places a handle at the table, changes the handle, and moves the table accordingly with a tool. */
const dragHandle = async (
  tool: Parameters<typeof toTransformUpdate>[1],
  change: (handle: Object3D) => void,
): Promise<Object3D> => {
  const handle = new Object3D();
  setHandlePose(handle, await readPlacement('world'));
  change(handle);
  await testClient.client.act('transform.set', toTransformUpdate('table', tool, handle));
  return handle;
};

test('places a handle at its object, whatever the parent', async () => {
  const handle = await dragHandle('translate', () => {});
  expect(handle.position.toArray().map((value) => Math.round(value * 1e6) / 1e6)).toEqual([5, 2, -2]);
  const local = new Object3D();
  setHandlePose(local, await readPlacement('local'));
  const rotation = new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), Math.PI / 2);
  expect(handle.quaternion.angleTo(rotation.multiply(local.quaternion))).toBeCloseTo(0, 6);
});

test('moves a child of a rotated and scaled object to its handle in world space', async () => {
  const initial = await readPlacement('local');
  await dragHandle('translate', ({ position }) => position.setX(position.x + 4));
  const after = await readPlacement('local');
  expect(after.position.z - initial.position.z).toBeCloseTo(2, 6);
  expect(after.rotation).toEqual(initial.rotation);
  expect(after.scale).toEqual(initial.scale);
});

test('rotates the object like its handle, in place', async () => {
  const initial = await readPlacement('world');
  const handle = await dragHandle('rotate', (object) => object.rotateOnWorldAxis(new Vector3(0, 0, 1), 1));
  const after = await readPlacement('world');
  expect(after.position).toEqual(initial.position);
  const target = new Object3D();
  setHandlePose(target, after);
  expect(target.quaternion.angleTo(handle.quaternion)).toBeCloseTo(0, 6);
});

test('scales the object relative to its parent', async () => {
  await dragHandle('scale', ({ scale }) => scale.set(3, 1, 0.5));
  expect((await readPlacement('local')).scale).toEqual({ x: 3, y: 1, z: 0.5 });
});

test('returns whether the handle has moved', async () => {
  const handle = new Object3D();
  const placement = await readPlacement('world');
  expect(setHandlePose(handle, placement)).toBe(true);
  expect(setHandlePose(handle, placement)).toBe(false);
  expect(setHandlePose(handle, { ...placement, scale: { x: 1, y: 1, z: 2 } })).toBe(true);
});
