/** Tests how each port type converts each value that arrives over a connection (PROTOCOL.md, 'Compatibility'). */
import { describe, expect, test } from 'vitest';
import { convertValue, needsConversion } from './convert-value.ts';
import { type Json, type PortType, portTypeNames } from './values.ts';

const maxFloat = Number.MAX_SAFE_INTEGER;
const none = Number.NaN;
const black = { r: 0, g: 0, b: 0, a: 0 };
const white = { r: 1, g: 1, b: 1, a: 1 };
const origin = { x: 0, y: 0, z: 0 };

type Row = readonly [from: Json, to: Json];

const tables: Readonly<Partial<Record<PortType, readonly Row[]>>> = {
  Boolean: [
    [true, true],
    [false, false],
    [1, true],
    [-0.5, true],
    [0, false],
    [-0, false],
    ['true', true],
    ['TRUE', true],
    ['True', true],
    ['false', false],
    [' true', false],
    ['1', false],
    ['', false],
    [null, false],
    [[], false],
    [[true], false],
    [{ x: 1 }, false],
  ],
  Float: [
    [0.5, 0.5],
    [-1e300, -1e300],
    [true, 1],
    [false, 0],
    ['0.5', 0.5],
    [' 7 ', 7],
    ['-1e3', -1000],
    ['', 0],
    ['  ', 0],
    ['7 apples', 0],
    ['Infinity', 0],
    [none, 0],
    [Infinity, 0],
    [-Infinity, 0],
    [null, 0],
    [[7], 0],
    [{ x: 7 }, 0],
  ],
  Integer: [
    [7, 7],
    [0.49, 0],
    [0.5, 1],
    [-0.5, 0],
    [-0.51, -1],
    [-1.5, -1],
    ['2.5', 3],
    [true, 1],
    [maxFloat, maxFloat],
    [maxFloat + 1, maxFloat],
    [1e300, maxFloat],
    [-maxFloat - 1, -maxFloat],
    [-1e300, -maxFloat],
    [Infinity, 0],
    [none, 0],
    ['seven', 0],
    [null, 0],
    [[7], 0],
  ],
  String: [
    ['text', 'text'],
    ['', ''],
    [' ', ' '],
    [7, '7'],
    [0.1, '0.1'],
    [true, 'true'],
    [false, 'false'],
    [null, ''],
    [[1, 'a'], '[1,"a"]'],
    [{ x: 1 }, '{"x":1}'],
  ],
  Vector3: [
    [
      { x: 1, y: 2, z: 3 },
      { x: 1, y: 2, z: 3 },
    ],
    [
      { z: 3, y: 2, x: 1, w: 4 },
      { x: 1, y: 2, z: 3 },
    ],
    [{ y: 2 }, { x: 0, y: 2, z: 0 }],
    [
      { x: '1', y: null, z: 3 },
      { x: 0, y: 0, z: 3 },
    ],
    [
      { x: Infinity, y: none, z: -1 },
      { ...origin, z: -1 },
    ],
    [[1, 2, 3], { x: 1, y: 2, z: 3 }],
    [[1, 2, 3, 4], { x: 1, y: 2, z: 3 }],
    [[1], { x: 1, y: 0, z: 0 }],
    [[], origin],
    [5, { x: 5, y: 5, z: 5 }],
    [Infinity, origin],
    ['5', origin],
    [true, origin],
    [null, origin],
    [{ r: 1, g: 1, b: 1, a: 1 }, origin],
  ],
  Color: [
    [black, black],
    [
      { r: 0, g: 0, b: 0 },
      { ...black, a: 1 },
    ],
    [{ a: 0.5 }, { ...white, a: 0.5 }],
    [{ r: '0', g: null, b: none, a: Infinity }, white],
    [[0, 0, 0, 0], black],
    [[0, 0, 0], { ...black, a: 1 }],
    [[0], { ...white, r: 0 }],
    [[], white],
    [0, white],
    ['#000000', white],
    [null, white],
    [{ x: 0, y: 0, z: 0 }, white],
  ],
  List: [
    [[], []],
    [
      [1, [2]],
      [1, [2]],
    ],
    [{}, []],
    [{ 0: 1, length: 1 }, []],
    ['text', []],
    [1, []],
    [true, []],
    [null, []],
  ],
  Generic: [
    [null, null],
    [0, 0],
    ['', ''],
    [[1], [1]],
    [{ x: 1 }, { x: 1 }],
  ],
};

const rows = Object.entries(tables).flatMap(([type, table]) =>
  table.map(([from, to]) => [type as PortType, from, to] as const),
);

describe('a connection into', () => {
  test.each(rows)('%s converts %j to %j', (type, from, to) => {
    expect(convertValue(type, from)).toEqual(to);
  });

  test.each(['ObjectSelector', 'AssetSelector', 'Dropdown'] as const)(
    '%s converts to text like String',
    (type) => {
      for (const [from, to] of tables.String!) expect(convertValue(type, from)).toBe(to);
    },
  );

  test('each type returns a new value every time, which nobody else holds', () => {
    for (const type of ['Vector3', 'Color', 'List'] as const) {
      expect(convertValue(type, null)).not.toBe(convertValue(type, null));
    }
  });

  const labels = ['first', 'second', ''];

  test.each<[from: Json, to: string]>([
    ['second', 'second'],
    ['Second', 'first'],
    ['', ''],
    [0, 'first'],
    [1, 'second'],
    [2, ''],
    [3, 'first'],
    [-1, 'first'],
    [0.5, 'first'],
    ['1', 'first'],
    [true, 'first'],
    [null, 'first'],
    [[1], 'first'],
  ])('a Dropdown converts %j to the option %j', (from, to) => {
    expect(convertValue('Dropdown', from, labels)).toBe(to);
  });
});

/** Pairs of port types between which values are not converted. */
const unconvertedPairs = [
  ...portTypeNames.flatMap((type) => [`${type} to ${type}`, `${type} to Generic`]),
  'Integer to Float',
  'String to ObjectSelector',
  'ObjectSelector to String',
];

test.each(portTypeNames)('values of %s are converted for every other type', (from) => {
  for (const to of portTypeNames) {
    expect(needsConversion(from, to), to).toBe(!unconvertedPairs.includes(`${from} to ${to}`));
  }
});
