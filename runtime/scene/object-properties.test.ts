import { describe, expect, test } from 'vitest';
import { createAssets } from './assets/assets.ts';
import { createDefaultScene } from './default-scene.ts';
import { createColorProperty } from './main-colors.ts';
import { captureObjectState, listPropertyTables, objectProperties } from './object-properties.ts';
import { type Property, swapValue } from './property.ts';
import { spawnables } from './spawnables.ts';
import type { Json, PortType } from '#spec/values.ts';
import type { SceneObject } from './scene-object.ts';

/** For each type, a value that differs from the values of a new object. */
const samples: Partial<Record<PortType, Json>> = {
  String: 'other',
  Integer: 5,
  Vector3: { x: 10, y: 20, z: 30 },
  Color: { r: 0.25, g: 0.5, b: 0.75, a: 1 },
  AssetSelector: 'image.png',
};

/** Creates a scene in a project that contains an image. */
const createScene = () => {
  const assets = createAssets();
  assets.applyUpdate({ files: [{ asset: 'image.png', size: 1 }] }, new Map());
  return createDefaultScene(10, assets);
};

const position = { x: 1, y: 2, z: 3 };

/** Rounds values that have been converted with the rotation of a parent. */
const roundValue = (value: Json): unknown =>
  value !== null && typeof value === 'object'
    ? Object.fromEntries(Object.entries(value).map(([name, part]) => [name, expect.closeTo(Number(part), 9)]))
    : value;

const tables = spawnables.flatMap(({ menuPath }) => {
  const object = createDefaultScene(10).spawn({ type: menuPath });
  return [['itself', objectProperties] as const, ...listPropertyTables(object)].map(
    ([component, table]) => [menuPath, component, table] as const,
  );
});

/** Returns a value that has a property's type, is in its range, and differs from its current value. */
const createOtherValue = (
  { type, options, minimum = 0, read }: Property<SceneObject>,
  object: SceneObject,
): Json => {
  const current = read(object);
  if (options) return options.find((option) => option !== current) ?? '';
  if (type === 'Float') return minimum + 0.25;
  if (type === 'Boolean') return !current;
  return samples[type] ?? null;
};

describe.each(tables)('of %s, %s', (type, _, table) => {
  test.each(Object.entries(table))('reads back what was written to %s', (_name, property) => {
    const scene = createScene();
    scene.spawn({ type: 'Empty' }, { tag: 'base', position, rotation: { x: 0, y: 90, z: 0 } });
    const object = scene.spawn({ type }, { parent: 'base' });
    const before = { value: property.read(object), state: JSON.stringify(captureObjectState(object)) };
    const value = createOtherValue(property, object);
    expect(value).not.toEqual(before.value);
    expect(swapValue(object, property, value as never)).toEqual({ previous: before.value });
    expect(property.read(object)).toEqual(roundValue(value));
    // The journal records the change, since the captured state is different.
    expect(JSON.stringify(captureObjectState(object))).not.toBe(before.state);
  });
});

test('changes nothing when a write is rejected', () => {
  const scene = createDefaultScene(10);
  const empty = scene.spawn({ type: 'Empty' });
  const before = captureObjectState(empty);
  expect(() => swapValue(empty, createColorProperty(0), { r: 0, g: 0, b: 0, a: 0 })).toThrow('no material');
  expect(captureObjectState(empty)).toEqual(before);
});
