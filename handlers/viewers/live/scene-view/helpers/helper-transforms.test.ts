import { Matrix4, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { createHelperTransformTracker, type WorldTransform } from './helper-transforms.ts';

const mirrored = new Vector3(1, 1, 1);
const createTransform = (x: number): WorldTransform => ({
  matrix: new Matrix4().makeTranslation(x, 0, 0),
  axisSigns: mirrored,
});
const createDrawnObject = (x: number) => new Map([['car', { matrixWorld: createTransform(x).matrix }]]);
const createTransforms = (x: number) => new Map([['car', createTransform(x)]]);
const getPosition = (transform: WorldTransform | undefined): number | undefined =>
  transform && new Vector3().setFromMatrixPosition(transform.matrix).x;

test('an object follows its drawn node, at the offset measured while both were at rest', () => {
  const follower = createHelperTransformTracker();
  follower.recordDrawn(createDrawnObject(3));
  follower.setTransforms(createTransforms(1), createDrawnObject(3));
  expect(getPosition(follower.getTransform('car', createDrawnObject(10)))).toBe(8);
});

test('an object that moves during a read keeps its earlier offset', () => {
  const follower = createHelperTransformTracker();
  follower.recordDrawn(createDrawnObject(3));
  follower.setTransforms(createTransforms(1), createDrawnObject(4));
  expect(getPosition(follower.getTransform('car', createDrawnObject(10)))).toBe(10);
  follower.recordDrawn(createDrawnObject(10));
  follower.setTransforms(createTransforms(8), createDrawnObject(10));
  follower.recordDrawn(createDrawnObject(11));
  follower.setTransforms(createTransforms(4), createDrawnObject(12));
  expect(getPosition(follower.getTransform('car', createDrawnObject(20)))).toBe(18);
});

test('an object that is not drawn stays at the position read', () => {
  const follower = createHelperTransformTracker();
  follower.recordDrawn(new Map());
  follower.setTransforms(createTransforms(1), new Map());
  expect(getPosition(follower.getTransform('car', new Map()))).toBe(1);
  expect(follower.getTransform('bus', new Map())).toBeUndefined();
});
