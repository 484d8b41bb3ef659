import { expect, it } from 'vitest';
import { layOutMarkers } from './marker-layout.ts';

const layOutAt = (duration: number, ...positions: number[]) =>
  layOutMarkers({ duration, markers: positions.map((position) => ({ name: `${position}`, position })) }).map(
    ({ offset, availableWidth, isLeftAligned }) => [offset, availableWidth, isLeftAligned],
  );

it('names have room up to the next marker, or the end', () => {
  expect(layOutAt(4, 1, 2)).toEqual([
    [0.25, 0.25, false],
    [0.5, 0.5, false],
  ]);
});

it('the last name stands before its marker where the end is near', () => {
  expect(layOutAt(4, 1, 4)).toEqual([
    [0.25, 0.75, false],
    [1, 0.75, true],
  ]);
});

it('a clip without length has them all at its start', () => {
  expect(layOutAt(0, 0)).toEqual([[0, 1, false]]);
});
