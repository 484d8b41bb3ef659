import { Quaternion, Vector3 } from 'three';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestClient, type TestClient } from '../../session/testing-client.ts';
import { readHelpers } from './scene-helpers.ts';
import { composeWorldTransform, decomposeWorldTransform } from './helper-transforms.ts';
import type { HelperKind } from './scene-helpers.ts';

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
  await act('scene.spawn', {
    type: 'Empty',
    tag: 'a / b',
    parent: 'hall',
    position: [1, 1, 0],
    scale: [1, -1, 1],
  });
  await act('components.add', { object: 'a / b', component: 'Collider', properties: { radius: 0.25 } });
});
afterEach(() => testClient.dispose());

const readKinds = async (...kinds: HelperKind[]) => {
  const { objects } = (await testClient.client.act('scene.objects.list')).result;
  return readHelpers(testClient.client, objects, kinds);
};

test('reads the properties of components and the world transforms of their objects', async () => {
  const [helper, ...others] = await readKinds('Collider');
  expect(others).toEqual([]);
  expect(helper).toMatchObject({ object: 'a / b', kind: 'Collider', values: { shape: 'box', radius: 0.25 } });
  const { position, rotation, scale } = decomposeWorldTransform(
    composeWorldTransform(helper?.ancestorPlacements ?? []),
  );
  const world = (await testClient.client.act('transform.get', { object: 'a / b' })).result;
  expect(position.distanceTo(world.position as Vector3)).toBeCloseTo(0, 9);
  expect(scale.toArray().map((one) => Math.round(one * 1e9) / 1e9)).toEqual([2, -2, 2]);
  expect(rotation.angleTo(new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), Math.PI / 2))).toBeCloseTo(
    0,
    6,
  );
});

test('omits what is disabled, inactive, or below an inactive object', async () => {
  const { act } = testClient.client;
  const enable = (enabled: boolean) =>
    act('components.setEnabled', { object: 'a / b', component: 'Collider', enabled });
  await enable(false);
  expect(await readKinds('Collider')).toEqual([]);
  await enable(true);
  await act('scene.objects.setActive', { object: 'hall', active: false });
  expect(await readKinds('Collider')).toEqual([]);
});

test('tells lights and cameras from colliders', async () => {
  expect((await readKinds('Light', 'Camera')).map(({ object, kind }) => `${kind} ${object}`)).toEqual([
    'Camera main-camera',
    'Light main-light',
  ]);
});
