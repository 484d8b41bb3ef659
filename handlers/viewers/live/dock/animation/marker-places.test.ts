import { expect, it } from 'vitest';
import { markerPlaces } from './marker-places.ts';

const placed = (duration: number, ...positions: number[]) =>
  markerPlaces({ duration, markers: positions.map((position) => ({ name: `${position}`, position })) }).map(
    ({ at, room, isTurned }) => [at, room, isTurned],
  );

it('names have room up to the next marker, or the end', () => {
  expect(placed(4, 1, 2)).toEqual([
    [0.25, 0.25, false],
    [0.5, 0.5, false],
  ]);
});

it('the last name stands before its marker where the end is near', () => {
  expect(placed(4, 1, 4)).toEqual([
    [0.25, 0.75, false],
    [1, 0.75, true],
  ]);
});

it('a clip without length has them all at its start', () => {
  expect(placed(0, 0)).toEqual([[0, 1, false]]);
});
