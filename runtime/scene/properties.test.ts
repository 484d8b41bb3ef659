import { describe, expect, test } from 'vitest';
import { createDefaultScene } from './default-scene.ts';
import { stateOf } from './object-state.ts';
import { objectProperties, properties } from './properties.ts';
import { exchange } from './property.ts';
import type { Json, PortType } from '#spec/values.ts';
import type { PropertyTable } from './property.ts';
import type { SceneObject } from './scene-object.ts';

/** A value of each type that is none of a new object. */
const samples: Partial<Record<PortType, Json>> = {
  String: 'other',
  Boolean: false,
  Integer: 5,
  Float: 0.25,
  Vector3: { x: 10, y: 20, z: 30 },
  Color: { r: 0.25, g: 0.5, b: 0.75, a: 1 },
};

const position = { x: 1, y: 2, z: 3 };

/** What has gone through the rotation of a parent is as exact as that. */
const near = (value: Json): unknown =>
  value !== null && typeof value === 'object'
    ? Object.fromEntries(Object.entries(value).map(([name, part]) => [name, expect.closeTo(Number(part), 9)]))
    : value;

const elements: Readonly<Record<keyof typeof properties, string>> = {
  Transform: 'Empty',
  Mesh: 'Primitives/Cube',
  Light: 'Lights/Point Light',
  Camera: 'Camera',
};

const tables: [string, string, PropertyTable<SceneObject>][] = [
  ['an object', 'Empty', objectProperties],
  ...Object.entries(properties).map(([component, table]): [string, string, PropertyTable<SceneObject>] => [
    component,
    elements[component as keyof typeof properties],
    table,
  ]),
];

describe.each(tables)('of %s, made as %s,', (_, type, table) => {
  test.each(Object.entries(table))('what is written to %s is read', (_name, property) => {
    const scene = createDefaultScene(10);
    scene.spawn({ type: 'Empty' }, { tag: 'base', position, rotation: { x: 0, y: 90, z: 0 } });
    const object = scene.spawn({ type }, { parent: 'base' });
    const before = { value: property.read(object), state: JSON.stringify(stateOf(object)) };
    const value = samples[property.type]!;
    expect(value).not.toEqual(before.value);
    expect(exchange(object, property, value as never)).toEqual({ previous: before.value });
    expect(property.read(object)).toEqual(near(value));
    // a journal tells it
    expect(JSON.stringify(stateOf(object))).not.toBe(before.state);
  });
});

test('a refused exchange changes nothing', () => {
  const scene = createDefaultScene(10);
  const empty = scene.spawn({ type: 'Empty' });
  const before = stateOf(empty);
  expect(() => exchange(empty, properties.Mesh.color, { r: 0, g: 0, b: 0, a: 0 })).toThrow('no material');
  expect(stateOf(empty)).toEqual(before);
});
