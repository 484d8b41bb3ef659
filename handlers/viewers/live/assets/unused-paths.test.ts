import { expect, it } from 'vitest';
import { toUnusedPaths } from './unused-paths.ts';

it.each([
  [['fox.glb'], [], ['fox.glb']],
  [['fox.glb'], ['fox.glb'], ['fox-2.glb']],
  [
    ['fox.glb', 'owl.glb'],
    ['fox.glb', 'fox-2.glb'],
    ['fox-3.glb', 'owl.glb'],
  ],
  [['a/moon.material.json'], ['a/moon.material.json'], ['a/moon-2.material.json']],
  [['.fox'], ['.fox'], ['.fox-2']],
  [['fox.gltf', 'fox.bin'], ['fox.bin'], ['fox-2/fox.gltf', 'fox-2/fox.bin']],
  [
    ['fox.gltf', 'fox.bin'],
    ['fox.bin', 'fox-2/fox.bin'],
    ['fox-3/fox.gltf', 'fox-3/fox.bin'],
  ],
  [['fox.gltf', 'fox.bin'], ['owl.bin'], ['fox.gltf', 'fox.bin']],
])('%j beside %j become %j', (paths, existing, expected) => {
  expect(toUnusedPaths(paths, new Set(existing))).toEqual(expected);
});
