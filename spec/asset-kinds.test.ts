import { expect, it } from 'vitest';
import { findAssetKind, assetKinds } from './asset-kinds.ts';

it.each([
  ['Fox.glb', 'model'],
  ['models/fox.GLTF', 'model'],
  ['a.b.jpeg', 'image'],
  ['chime.ogg', 'audio'],
  ['water.glsl', 'shader'],
  ['gold.material.json', 'material'],
  ['walk.anim.json', 'animation'],
  ['house.bundle.json', 'bundled'],
  ['project.json', undefined],
  ['material.json', undefined],
  ['fox.glb.part', undefined],
  ['.glb', undefined],
  ['models/.png', undefined],
  ['glb', undefined],
])('the kind of %s is %s', (name, kind) => {
  expect(findAssetKind(name)).toBe(kind);
});

it('every extension is listed once, and no shorter one hides it', () => {
  const kinds = assetKinds.flatMap(({ kind, extensions }) =>
    extensions.map((extension) => [extension, kind]),
  );
  for (const [extension, kind] of kinds)
    expect([extension, findAssetKind(`a${extension}`)]).toEqual([extension, kind]);
});
