import { Object3D, Quaternion, Vector3 } from 'three';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestedClient, type TestedClient } from '../testing-client.ts';
import { moveTo, takePose } from './pose.ts';
import type { Placement } from './grip.ts';

let tested: TestedClient;
beforeEach(async () => {
  tested = await createTestedClient();
  const { act } = tested.client;
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
afterEach(() => tested.dispose());

const read = async (space: 'world' | 'local'): Promise<Placement> =>
  (await tested.client.act('transform.get', { object: 'table', space })).result;

/** Lets a tool do something to a handle that stands where the table is, and the table follow. */
const drag = async (
  tool: Parameters<typeof moveTo>[1],
  change: (handle: Object3D) => void,
): Promise<Object3D> => {
  const handle = new Object3D();
  takePose(handle, await read('world'));
  change(handle);
  await tested.client.act('transform.set', moveTo('table', tool, handle));
  return handle;
};

test('a handle stands where its object is, whatever that hangs under', async () => {
  const handle = await drag('translate', () => {});
  expect(handle.position.toArray().map((one) => Math.round(one * 1e6) / 1e6)).toEqual([5, 2, -2]);
  const local = new Object3D();
  takePose(local, await read('local'));
  const turned = new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), Math.PI / 2);
  expect(handle.quaternion.angleTo(turned.multiply(local.quaternion))).toBeCloseTo(0, 6);
});

test('an object that hangs under a turned and scaled one follows its handle through the world', async () => {
  const before = await read('local');
  await drag('translate', ({ position }) => position.setX(position.x + 4));
  const after = await read('local');
  expect(after.position.z - before.position.z).toBeCloseTo(2, 6);
  expect(after.rotation).toEqual(before.rotation);
  expect(after.scale).toEqual(before.scale);
});

test('it is turned as its handle, and stays where it is', async () => {
  const before = await read('world');
  const handle = await drag('rotate', (one) => one.rotateOnWorldAxis(new Vector3(0, 0, 1), 1));
  const after = await read('world');
  expect(after.position).toEqual(before.position);
  const reached = new Object3D();
  takePose(reached, after);
  expect(reached.quaternion.angleTo(handle.quaternion)).toBeCloseTo(0, 6);
});

test('it is scaled relative to its parent', async () => {
  await drag('scale', ({ scale }) => scale.set(3, 1, 0.5));
  expect((await read('local')).scale).toEqual({ x: 3, y: 1, z: 0.5 });
});

test('it is told whether a handle was elsewhere', async () => {
  const handle = new Object3D();
  const placement = await read('world');
  expect(takePose(handle, placement)).toBe(true);
  expect(takePose(handle, placement)).toBe(false);
  expect(takePose(handle, { ...placement, scale: { x: 1, y: 1, z: 2 } })).toBe(true);
});
