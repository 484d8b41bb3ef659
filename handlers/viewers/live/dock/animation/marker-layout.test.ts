import { expect, it } from 'vitest';
import { layOutMarkers } from './marker-layout.ts';

const layOut = (duration: number, ...positions: number[]) =>
  layOutMarkers({ duration, markers: positions.map((position) => ({ name: `${position}`, position })) }).map(
    ({ offset, availableWidth, isLeftAligned }) => [offset, availableWidth, isLeftAligned],
  );

it('gives each name the space up to the next marker or the end', () => {
  expect(layOut(4, 1, 2)).toEqual([
    [0.25, 0.25, false],
    [0.5, 0.5, false],
  ]);
});

it('places the last name before its marker near the end', () => {
  expect(layOut(4, 1, 4)).toEqual([
    [0.25, 0.75, false],
    [1, 0.75, true],
  ]);
});

it('places all markers at the start of a clip without length', () => {
  expect(layOut(0, 0)).toEqual([[0, 1, false]]);
});
