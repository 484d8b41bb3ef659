import { describe, expect, it } from 'vitest';
import { getCardHeight, getHandlePositions, layOutPortRows } from './card-geometry.ts';
import type { PortRecord } from '../../graphs/graph-types.ts';

const createPort = (
  direction: PortRecord['direction'],
  name: string,
  type: PortRecord['type'],
): PortRecord => ({
  ...{ id: `${direction} ${name}`, nodeId: 'node', direction, name, type },
});
const getRowNames = (ports: readonly PortRecord[]) =>
  layOutPortRows(ports).map((row) => row.map((port) => port?.name));

describe('the rows of a card', () => {
  it('have an output beside each input whose value leaves room, and the other outputs below', () => {
    expect(
      getRowNames([
        createPort('input', 'In', 'Trigger'),
        createPort('input', 'Object', 'ObjectSelector'),
        createPort('input', 'Duration', 'Float'),
        createPort('output', 'Out', 'Trigger'),
        createPort('output', 'Done', 'Trigger'),
        createPort('output', 'TweenId', 'String'),
      ]),
    ).toEqual([['In', 'Out'], ['Object'], ['Duration', 'Done'], ['TweenId']]);
  });

  it('are not shared by names that are too long together', () => {
    expect(
      getRowNames([createPort('input', 'Smoothing', 'Float'), createPort('output', 'Smoothed', 'Float')]),
    ).toEqual([['Smoothing'], ['Smoothed']]);
  });

  it('begin with the buttons', () => {
    expect(
      getRowNames([createPort('input', 'Label', 'String'), createPort('output', 'Pressed', 'Button')]),
    ).toEqual([['Pressed'], ['Label']]);
  });
});

it('connections end at the edges of a card, at the middle of a row', () => {
  const ports = [
    createPort('input', 'Object', 'String'),
    createPort('output', 'Pressed', 'Button'),
    createPort('output', 'Result', 'Float'),
  ];
  const positions = getHandlePositions(ports).map(({ id, x, y, width = 0, height = 0 }) => [
    ...[id, x + width / 2, y + height / 2],
  ]);
  expect(positions).toEqual([
    ['output Pressed', 176, 58],
    ['input Object', 0, 90],
    ['output Result', 176, 116],
  ]);
  expect(getCardHeight(ports)).toBe(136);
});
