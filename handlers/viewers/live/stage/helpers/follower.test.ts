import { Matrix4, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { createFollower } from './follower.ts';
import type { Stand } from './stand.ts';

const mirrored = new Vector3(1, 1, 1);
const at = (x: number): Stand => ({ matrix: new Matrix4().makeTranslation(x, 0, 0), mirrored });
const drawnAt = (x: number) => new Map([['car', { matrixWorld: at(x).matrix }]]);
const toldAt = (x: number) => new Map([['car', at(x)]]);
const placeOf = (stand: Stand | undefined): number | undefined =>
  stand && new Vector3().setFromMatrixPosition(stand.matrix).x;

test('an object goes with what is drawn of it, in the distance that they had while both stood still', () => {
  const follower = createFollower();
  follower.mark(drawnAt(3));
  follower.learn(toldAt(1), drawnAt(3));
  expect(placeOf(follower.now('car', drawnAt(10)))).toBe(8);
});

test('of what moves while it is asked about, what was known before goes on', () => {
  const follower = createFollower();
  follower.mark(drawnAt(3));
  follower.learn(toldAt(1), drawnAt(4));
  expect(placeOf(follower.now('car', drawnAt(10)))).toBe(10);
  follower.mark(drawnAt(10));
  follower.learn(toldAt(8), drawnAt(10));
  follower.mark(drawnAt(11));
  follower.learn(toldAt(4), drawnAt(12));
  expect(placeOf(follower.now('car', drawnAt(20)))).toBe(18);
});

test('what is not drawn stands where it was told', () => {
  const follower = createFollower();
  follower.mark(new Map());
  follower.learn(toldAt(1), new Map());
  expect(placeOf(follower.now('car', new Map()))).toBe(1);
  expect(follower.now('bus', new Map())).toBeUndefined();
});
