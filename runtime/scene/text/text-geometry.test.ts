import { Mesh, MeshBasicMaterial, Raycaster, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { createFont } from './font.ts';
import { maxCharacters } from './text-layout.ts';
import { measureText, createTextGeometry } from './text-geometry.ts';
import type { BufferGeometry } from 'three';

type TextOptions = NonNullable<Parameters<typeof createTextGeometry>[2]>;

const font = createFont();

const getBounds = (
  geometry: BufferGeometry,
): { left: number; right: number; bottom: number; top: number; depth: number } => {
  geometry.computeBoundingBox();
  const { min, max } = geometry.boundingBox!;
  return { left: min.x, right: max.x, bottom: min.y, top: max.y, depth: max.z - min.z };
};

const listTriangles = (text: string, options: TextOptions = {}): number =>
  createTextGeometry(font, text, options).getAttribute('position').count / 3;

/** Whether the surface covers a position when seen from the front. */
const isCovered = (geometry: BufferGeometry, x: number, y: number): boolean => {
  const ray = new Raycaster(new Vector3(x, y, 10), new Vector3(0, 0, -1));
  return ray.intersectObject(new Mesh(geometry, new MeshBasicMaterial())).length > 0;
};

describe('the surface of a text', () => {
  it('has letters of the font with the requested height and depth', () => {
    // The capital H of DejaVu Sans is 1493 of 2048 units high, and covers 201 to 1339 of its width of 1540 units.
    const box = getBounds(createTextGeometry(font, 'H', { size: 2, depth: 0.5 }));
    expect(box.left).toBeCloseTo((201 / 2048) * 2, 5);
    expect(box.right).toBeCloseTo((1339 / 2048) * 2, 5);
    expect(box.bottom).toBeCloseTo(0, 5);
    expect(box.top).toBeCloseTo((1493 / 2048) * 2, 5);
    expect(box.depth).toBeCloseTo(0.5, 5);
  });

  it('covers letters, and is open in their holes', () => {
    const geometry = createTextGeometry(font, 'O', { depth: 0 });
    const { left, right, top, bottom } = getBounds(geometry);
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    expect([
      isCovered(geometry, x, y),
      isCovered(geometry, left + 0.05, y),
      isCovered(geometry, x, top - 0.03),
    ]).toEqual([false, true, true]);
  });

  it('faces +z when it is flat, and has sides when it is not', () => {
    const flat = createTextGeometry(font, 'a', { depth: 0 });
    const normals = flat.getAttribute('normal');
    const vertices = Array.from({ length: normals.count }, (_, i) => [
      normals.getX(i),
      normals.getY(i),
      normals.getZ(i),
    ]);
    expect(vertices.every(([x, y, z]) => x === 0 && y === 0 && z === 1)).toBe(true);
    expect(getBounds(flat).depth).toBe(0);
    expect(listTriangles('a', { depth: 0.1 })).toBeGreaterThan(listTriangles('a', { depth: 0 }) * 2);
    expect(listTriangles('a', { curveSegments: 8 })).toBeGreaterThan(
      listTriangles('a', { curveSegments: 2 }),
    );
  });

  it('places letters in a row', () => {
    const bounds = getBounds(createTextGeometry(font, 'H'));
    const advance = 1540 / 2048;
    expect(getBounds(createTextGeometry(font, 'HH')).right - bounds.right).toBeCloseTo(advance, 5);
    expect(measureText(font, 'HHH').width).toBeCloseTo(3 * advance, 10);
    expect(listTriangles('HHH')).toBe(3 * listTriangles('H'));
  });

  it('places lines below each other for every kind of line break', () => {
    const lineHeight = (1901 + 483) / 2048;
    for (const text of ['H\nH', 'H\r\nH', 'H\rH', 'H\u2028H']) {
      expect(getBounds(createTextGeometry(font, text)).bottom).toBeCloseTo(-lineHeight, 3);
      expect(measureText(font, text)).toMatchObject({ lines: 2, height: expect.closeTo(2 * lineHeight, 3) });
    }
    expect(getBounds(createTextGeometry(font, 'H\nH', { lineSpacing: 2 })).bottom).toBeCloseTo(
      -2 * lineHeight,
      3,
    );
    expect(getBounds(createTextGeometry(font, '\n\nH')).bottom).toBeCloseTo(-2 * lineHeight, 3);
  });

  it('aligns each line', () => {
    const { width } = measureText(font, 'HHHH');
    const at = (align: NonNullable<TextOptions['align']>): number =>
      getBounds(createTextGeometry(font, 'HHHH\nH', { align })).left;
    expect(at('center') - at('left')).toBeCloseTo(-width / 2, 5);
    expect(at('right') - at('left')).toBeCloseTo(-width, 5);
    const short = createTextGeometry(font, '\nH\nHHHH', { align: 'right' });
    expect(getBounds(short).right).toBeCloseTo(-(1540 - 1339) / 2048, 5);
  });

  it('reserves space for blanks but not for invisible characters', () => {
    const space = 651 / 2048;
    expect(measureText(font, ' ').width).toBeCloseTo(space, 10);
    expect(measureText(font, '\t').width).toBeCloseTo(4 * space, 10);
    expect(measureText(font, '  \t').width).toBeCloseTo(4 * space, 10);
    expect(measureText(font, '    \t').width).toBeCloseTo(8 * space, 10);
    expect(measureText(font, '\u3000\u2003').width).toBeCloseTo(2 * space, 10);
    expect(measureText(font, '\u200b\u0007\u200f').width).toBe(0);
    for (const text of ['', ' \t\n', '\u200b']) expect(listTriangles(text)).toBe(0);
  });

  it('shows accents, composed or decomposed', () => {
    expect(measureText(font, 'ÅŁŽéü½ß„“–…€').missing).toEqual([]);
    const composed = createTextGeometry(font, '\u00e9').getAttribute('position').array;
    expect(createTextGeometry(font, 'e\u0301').getAttribute('position').array).toEqual(composed);
    expect(listTriangles('é')).toBeGreaterThan(listTriangles('e'));
  });

  it('shows a box for characters that the font lacks, and lists them', () => {
    const geometry = createTextGeometry(font, '語', { depth: 0 });
    expect([
      isCovered(geometry, 0.3, 0.36),
      isCovered(geometry, 0.08, 0.36),
      isCovered(geometry, 0.3, 0.7),
    ]).toEqual([false, true, true]);
    expect(measureText(font, '日本語 日 🙂 abc').missing).toEqual(['日', '本', '語', '🙂']);
    // The names of properties of Object.prototype are not characters of the font.
    expect(measureText(font, 'x').missing).toEqual([]);
  });

  it('is the same each time, and with another instance of the font', () => {
    const numbers = (geometry: BufferGeometry): number[] => [...geometry.getAttribute('position').array];
    const text = 'Scene 42\nß';
    expect(numbers(createTextGeometry(font, text))).toEqual(numbers(createTextGeometry(createFont(), text)));
  });

  it('has only finite numbers and unit normals for every character of the font', () => {
    const all = Array.from({ length: 0x180 - 0x20 }, (_, i) => String.fromCodePoint(0x20 + i)).join('');
    const geometry = createTextGeometry(font, all, { size: 0.5 });
    for (const name of ['position', 'normal', 'uv']) {
      expect(geometry.getAttribute(name).array.every(Number.isFinite)).toBe(true);
    }
    const normals = geometry.getAttribute('normal');
    const normal = new Vector3();
    const lengths = Array.from({ length: normals.count }, (_, i) =>
      normal.fromBufferAttribute(normals, i).length(),
    );
    expect(lengths.filter((length) => Math.abs(length - 1) > 1e-4)).toEqual([]);
  });

  it('does not change when others are made with other options', () => {
    const listPositions = (): number[] => [
      ...createTextGeometry(font, 'ab', { size: 2, depth: 0.1 }).getAttribute('position').array,
    ];
    const before = listPositions();
    for (const options of [{ depth: 0 }, { depth: 3 }, { size: 9 }, { curveSegments: 1 }])
      createTextGeometry(font, 'ba', options);
    expect(listPositions()).toEqual(before);
  });

  it('is rejected when it is too long', () => {
    expect(listTriangles('i'.repeat(maxCharacters), { depth: 0 })).toBeGreaterThan(maxCharacters);
    expect(() => createTextGeometry(font, '🙂'.repeat(maxCharacters))).not.toThrow();
    expect(() => createTextGeometry(font, 'i'.repeat(maxCharacters + 1))).toThrow(
      expect.objectContaining({ code: 'ACTION_FAILED', details: { limit: maxCharacters } }),
    );
  });

  it.each([
    ['size', 0],
    ['size', Number.NaN],
    ['size', Number.POSITIVE_INFINITY],
    ['depth', -1],
    ['depth', 1e9],
    ['lineSpacing', 0],
    ['curveSegments', 13],
    ['curveSegments', 2.5],
  ] as const)('is rejected for a %s of %d', (name, value) => {
    expect(() => createTextGeometry(font, 'a', { [name]: value })).toThrow(
      expect.objectContaining({ code: 'INVALID_VALUE', details: expect.objectContaining({ name, value }) }),
    );
  });
});
