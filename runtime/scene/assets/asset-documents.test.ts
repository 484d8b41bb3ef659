import { expect, it } from 'vitest';
import {
  serializeBundle,
  serializeScene,
  parseBundle,
  parseScene,
  defaultEnvironment,
} from './asset-documents.ts';
import type { SavedObject } from './asset-documents.ts';

const createObject = (name: string, ...children: SavedObject[]): SavedObject => ({
  ...{ name, type: 'Empty', active: true, layer: 0, children },
  position: [1, 2, 3],
  quaternion: [0, 0, 0, 1],
  scale: [1, 1, 1],
  components: [{ kind: 'Light', enabled: false, properties: { intensity: 2 } }],
  materials: [],
});
const family = createObject(
  'top',
  createObject('left'),
  createObject('right', createObject('leaf "quoted"')),
);

it('prints one object per line, and parses back to the same objects', () => {
  const bundle = serializeBundle(family);
  expect(parseBundle(bundle)).toEqual(family);
  expect(bundle.split('\n').filter((line) => line.includes('"name"'))).toHaveLength(4);
  const scene = { environment: defaultEnvironment, camera: 'eye', layers: [{ index: 3, name: 'Props' }] };
  for (const objects of [[], [family, createObject('other')]])
    expect(parseScene(serializeScene({ ...scene, objects }))).toEqual({ ...scene, objects });
});

it('rejects too many objects before validating any of them', () => {
  const tooMany = Array.from({ length: 10_001 }, () => 1);
  const bundle = JSON.stringify({ object: { children: tooMany } });
  expect(() => parseBundle(bundle)).toThrow(/more than 10000 objects/);
  const families = [{ children: tooMany.slice(2) }, {}, {}];
  expect(() => parseScene(JSON.stringify({ objects: families }))).toThrow(/more than 10000 objects/);
  expect(() => parseScene(JSON.stringify({ objects: families.slice(1) }))).toThrow(/expected/);
});
