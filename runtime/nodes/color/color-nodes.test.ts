import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { evaluatePureNode } from '../../engine/testing-runtime.ts';
import { hsvToRgb, rgbToHsv } from './color-nodes.ts';

const createColor = (r: number, g: number, b: number, a = 1) => ({ r, g, b, a });

test.each([
  ['MakeColor', { R: 0.1, G: 0.2, B: 0.3, A: 0.4 }, 'Color', createColor(0.1, 0.2, 0.3, 0.4)],
  ['MakeColor', {}, 'Color', createColor(1, 1, 1)],
  ['SplitColor', { Color: createColor(0.1, 0.2, 0.3, 0.4) }, 'R', 0.1],
  ['SplitColor', { Color: createColor(0.1, 0.2, 0.3, 0.4) }, 'G', 0.2],
  ['SplitColor', { Color: createColor(0.1, 0.2, 0.3, 0.4) }, 'B', 0.3],
  ['SplitColor', { Color: createColor(0.1, 0.2, 0.3, 0.4) }, 'A', 0.4],
  [
    'ColorLerp',
    { A: createColor(0, 0, 0, 0), B: createColor(1, 0.5, 0, 1), T: 0.5 },
    'Result',
    createColor(0.5, 0.25, 0, 0.5),
  ],
  ['HsvToColor', { H: 0, S: 1, V: 1, A: 0.5 }, 'Color', createColor(1, 0, 0, 0.5)],
  ['HsvToColor', { H: 1.5, S: 1, V: 1 }, 'Color', createColor(0, 1, 1)],
  ['HsvToColor', { H: 0.3, S: 0, V: 0.5 }, 'Color', createColor(0.5, 0.5, 0.5)],
  ['ColorToHsv', { Color: createColor(0, 0, 1) }, 'H', 2 / 3],
  ['ColorToHsv', { Color: createColor(0.5, 0.25, 0.25) }, 'S', 0.5],
  ['ColorToHsv', { Color: createColor(0.5, 0.25, 0.25) }, 'V', 0.5],
  ['ColorToHsv', { Color: createColor(0.5, 0.5, 0.5, 0.25) }, 'A', 0.25],
  ['HexToColor', { Hex: '#f00' }, 'Color', createColor(1, 0, 0)],
  ['HexToColor', { Hex: '00FF0080' }, 'Color', createColor(0, 1, 0, 128 / 255)],
  ['HexToColor', { Hex: '#0000ff' }, 'IsValid', true],
  ['HexToColor', { Hex: '#12345' }, 'IsValid', false],
  ['HexToColor', { Hex: 'red' }, 'Color', createColor(1, 1, 1)],
])('%s of %j has %s %j', (category, values, output, expected) => {
  const { value } = evaluatePureNode(category, values, output);
  if (typeof expected === 'number') expect(value).toBeCloseTo(expected);
  else expect(value).toEqual(expected);
});

describe('hue, saturation and value', () => {
  test('convert back to the original color', () => {
    const channel = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(channel, channel, channel, (r, g, b) => {
        const { h, s, v } = rgbToHsv({ r, g, b });
        const roundTrip = hsvToRgb(h, s, v);
        expect(roundTrip.r).toBeCloseTo(r);
        expect(roundTrip.g).toBeCloseTo(g);
        expect(roundTrip.b).toBeCloseTo(b);
      }),
    );
  });
});
