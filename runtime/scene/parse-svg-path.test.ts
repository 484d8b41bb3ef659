import { describe, expect, it } from 'vitest';
import { createActionTestRuntime } from '../actions/testing-actions.ts';
import { createFilledGeometry } from './components/vector-shape-component.ts';
import { parseSvgPath } from './parse-svg-path.ts';

/** Formats the corners of a path with one decimal place. */
const formatCorners = (path: string) =>
  parseSvgPath(path).map((polygon) =>
    polygon.map(({ x, y }) => [x, y].map((value) => Number(value.toFixed(1)))),
  );

/** Returns the filled area of a path, which is the sum of its triangles' areas. */
const measureFilledArea = (path: string): number => {
  const geometry = createFilledGeometry(parseSvgPath(path), 0);
  const { array } = geometry.getAttribute('position');
  const index = geometry.index!.array;
  let area = 0;
  for (let i = 0; i < index.length; i += 3) {
    const [a, b, c] = [0, 1, 2].map((corner) => {
      const at = index[i + corner]! * 3;
      return { x: array[at]!, y: array[at + 1]! };
    });
    area += Math.abs((b!.x - a!.x) * (c!.y - a!.y) - (c!.x - a!.x) * (b!.y - a!.y)) / 2;
  }
  return area;
};

describe('a path', () => {
  it.each([
    ['M 0 0 L 4 0 L 4 3 Z'],
    ['m0 0l4 0 0 3z'],
    ['M0,0H4V3Z'],
    ['m0 0h4v3'],
    ['  M 0 0 4 0 4 3 '],
    ['M0 0L4e0 0 4.0 +3z'],
  ])('%j has the corners of its commands, with y up', (path) => {
    expect(formatCorners(path)).toEqual([
      [
        [0, 0],
        [4, 0],
        [4, -3],
      ],
    ]);
  });

  it('continues at the start of a closed subpath, and omits subpaths without an area', () => {
    expect(formatCorners('M1 1l2 0 0 2zl0 2 2 0M7 7L8 8z')).toEqual([
      [
        [1, -1],
        [3, -1],
        [3, -3],
      ],
      [
        [1, -1],
        [1, -3],
        [3, -3],
      ],
    ]);
    expect(formatCorners('')).toEqual([]);
  });

  it('flattens curves up to their exact ends, and mirrors control points', () => {
    const [quadratic] = formatCorners('M0 0Q5 -10 10 0T20 0');
    expect([quadratic!.length, quadratic![4], quadratic![8], quadratic![12], quadratic![16]]).toEqual([
      17,
      [5, 5],
      [10, 0],
      [15, -5],
      [20, 0],
    ]);
    const [cubic] = formatCorners('M0 0C0 -8 10 -8 10 0S20 8 20 0');
    expect([cubic![4], cubic![8], cubic![12]]).toEqual([
      [5, 6],
      [10, 0],
      [15, -6],
    ]);
  });

  it.each([
    ['M0 0A10 10 0 0 1 20 0', [10, 10]],
    ['M0 0A10 10 0 0 0 20 0', [10, -10]],
    ['M0 0a1 1 0 0120 0', [10, 10]],
    ['M0 0A10 5 90 0 1 10 10', undefined],
  ])('%s is an arc', (path, middle) => {
    const [arc] = formatCorners(path);
    expect(arc!.length).toBeGreaterThan(6);
    expect([arc![0], arc!.at(-1)]).toEqual([[0, 0], path.endsWith('20 0') ? [20, 0] : [10, -10]]);
    if (middle) expect(arc![(arc!.length - 1) / 2]).toEqual(middle);
  });

  it.each([
    ['L 1 1', 'must begin with M at character 0'],
    ['x', "'x' is not a command at character 0"],
    ['M 1', "'M' requires 2 numbers"],
    ['M 0 0 L 1 x', 'character 10'],
    ['M 0 0 L 1e7 0', 'up to a million'],
    ['M0 0A1 1 0 2 0 1 1', "'A' requires 7 numbers"],
    [`M0 0l${'1 1 '.repeat(1_600)}`, 'has 1601 corners'],
  ])('%s is rejected with a reason', (path, reason) => {
    expect(() => parseSvgPath(path)).toThrow(reason);
  });

  it.each([
    ['M0 0h10v10h-10z', 100],
    ['M0 0h10v10h-10zM2 2h6v6h-6z', 64],
    ['M0 0h10v10h-10zM2 2v6h6v-6z', 64],
    ['M0 0h10v10h-10zM2 2h6v6h-6zM4 4h2v2h-2z', 68],
    ['M0 0h2v2h-2zM5 0h2v2h-2z', 8],
    ['M0 0A10 10 0 1 1 20 0A10 10 0 1 1 0 0z', 310.58],
  ])('%s fills %d square units', (path, area) => {
    expect(measureFilledArea(path)).toBeCloseTo(area, 1);
  });
});

describe('a vector shape', () => {
  const bounds = (runtime: ReturnType<typeof createActionTestRuntime>, object: string) => {
    const { size, center } = runtime.act('transform.getBounds', { object }) as Record<
      string,
      Record<string, number>
    >;
    return [size, center].map((vector) => Object.values(vector!).map((value) => Number(value.toFixed(3))));
  };
  const set = (runtime: ReturnType<typeof createActionTestRuntime>, properties: Record<string, unknown>) =>
    runtime.act('components.setProperties', {
      ...{ object: 'Shape', component: 'VectorShape' },
      properties: Object.entries(properties).map(([name, value]) => ({ name, value })),
    });

  it('is drawn around its object with its size and thickness once it is refreshed', () => {
    const runtime = createActionTestRuntime();
    runtime.act('scene.spawn', { type: 'Shapes/Vector Shape', tag: 'Shape', position: [1, 2, 3] });
    set(runtime, { path: 'M 100 100 h 40 v 20 h -40 z', depth: 0.5 });
    runtime.act('components.refresh', { object: 'Shape' });
    expect(bounds(runtime, 'Shape')).toEqual([
      [0.4, 0.2, 0.5],
      [1, 2, 3.25],
    ]);
    set(runtime, { unit: 0.1, depth: 0 });
    expect(bounds(runtime, 'Shape')[0]).toEqual([0.4, 0.2, 0.5]);
    runtime.act('components.refresh', { object: 'Shape' });
    expect(bounds(runtime, 'Shape')[0]).toEqual([4, 2, 0]);
  });

  it('does not change for an invalid path, and is not added with one', () => {
    const runtime = createActionTestRuntime();
    runtime.act('scene.spawn', { type: 'Shapes/Vector Shape', tag: 'Shape' });
    const before = bounds(runtime, 'Shape');
    set(runtime, { path: 'nonsense' });
    expect(runtime.failure('components.refresh', { object: 'Shape' })).toMatchObject({
      code: 'ACTION_FAILED',
      details: { character: 0 },
    });
    expect(bounds(runtime, 'Shape')).toEqual(before);
    runtime.act('scene.spawn', { type: 'Empty', tag: 'other' });
    runtime.failure('components.add', {
      ...{ object: 'other', component: 'VectorShape', properties: { path: 'nonsense' } },
    });
    expect(runtime.act('components.list', { object: 'other' })).toEqual({
      components: [expect.objectContaining({ name: 'Transform' })],
    });
  });

  it('is rejected when all shapes together have too many corners, until some are removed', () => {
    const runtime = createActionTestRuntime();
    runtime.act('scene.spawn', { type: 'Shapes/Vector Shape', tag: 'Shape' });
    set(runtime, { path: `M0 0l${'1 2 3 1 '.repeat(490)}` });
    runtime.act('components.refresh', { object: 'Shape' });
    const copies = runtime.failure('scene.objects.duplicate', { object: 'Shape', count: 200 });
    expect(copies.reason).toContain('corners');
    expect(runtime.act('scene.objects.list').objects).toHaveLength(3);
    expect(runtime.act('scene.objects.duplicate', { object: 'Shape', count: 2 })).toBeDefined();
  });
});

describe('a shadow box', () => {
  it('has a material for each plate, and smaller and smaller openings', () => {
    const runtime = createActionTestRuntime();
    runtime.act('scene.spawn', { type: 'Shapes/Shadow Box', tag: 'box' });
    const set = (name: string, value: unknown) => {
      runtime.act('components.setProperties', {
        ...{ object: 'box', component: 'ShadowBox', properties: [{ name, value }] },
      });
      runtime.act('components.refresh', { object: 'box' });
    };
    set('layers', 3);
    set('depth', 2);
    const { size } = runtime.act('transform.getBounds', { object: 'box' }) as { size: object };
    expect(Object.values(size).map((value) => Number(value.toFixed(6)))).toEqual([2, 1.5, 2]);
    for (const material of [0, 1, 2])
      runtime.act('scene.setColor', { object: 'box', color: [1, 0, 0], material });
    const group = runtime.scene.get('box').components.get('ShadowBox')!.object3D!;
    expect(group.children).toHaveLength(3);
    const corners = group.children.map(
      (plate) =>
        (plate as never as { geometry: { attributes: { position: { count: number } } } }).geometry.attributes
          .position.count,
    );
    // The last plate has no opening, unlike the first two.
    expect(corners[0]).toBe(corners[1]);
    expect(corners[2]).toBeLessThan(corners[0]!);
  });
});
