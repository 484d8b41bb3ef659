import { expect, test } from 'vitest';
import { findUnusedExports } from './unused-exports.ts';

test('reports an export that no other file uses in any way', () => {
  const files = {
    'spec/all.ts': [
      'export const plain = 1;',
      'export const { left, right: [inner] } = pair;',
      'export function called() {}',
      'export class Made {}',
      'export interface Shape {}',
      'export type Name = Shape;',
      'export enum Kind {}',
      'export default plain;',
      'const local = plain;',
      'export { local as told };',
    ].join('\n'),
    'spec/whole.ts': 'export const one = 1, two = 2;',
    'spec/lazy.ts': 'export const first = 1;\nexport const second = 2;\nexport const third = 3;',
    'spec/passed-on.ts': "export { first as second } from './lazy.ts';\nexport * from './whole.ts';",
    'spec/typed.ts': 'export type Deep = { a: 1 };\nexport type Other = 1;',
  };
  expect(findUnusedExports(new Map(Object.entries(files)))).toEqual([
    ...['1 plain', '2 left', '2 inner', '3 called', '4 Made', '6 Name', '7 Kind', '10 told'].map(
      (finding) => `spec/all.ts:${finding}`,
    ),
    ...['2 second', '3 third'].map((finding) => `spec/lazy.ts:${finding}`),
    'spec/passed-on.ts:1 second',
    ...['1 Deep', '2 Other'].map((finding) => `spec/typed.ts:${finding}`),
  ]);
  const importers = {
    'handlers/a.ts': "import { plain, left as port, type Shape } from '#spec/all.ts';",
    'handlers/b.test.ts':
      "import type { Name } from '../spec/all.ts';\nimport * as all from '../spec/passed-on.ts';",
    'handlers/c.ts': "const { called, told: heard } = await import('../spec/all.ts');",
    'handlers/d.ts': "const run = async () => (await import('../spec/lazy.ts')).second();",
    'handlers/e.ts': "type Taken = import('../spec/typed.ts').Deep['a'];",
  };
  expect(findUnusedExports(new Map(Object.entries({ ...files, ...importers })))).toEqual([
    // Only a test imports `Name`.
    ...['2 inner', '4 Made', '6 Name', '7 Kind'].map((finding) => `spec/all.ts:${finding}`),
    'spec/lazy.ts:3 third',
    'spec/passed-on.ts:1 second',
    'spec/typed.ts:2 Other',
  ]);
});

test('reports an export that only tests import, unless its own file uses it or it serves tests', () => {
  const files = {
    'handlers/a.ts': 'export const step = 1;\nexport const steps = [step];\nexport const unreachable = 2;',
    'handlers/a.test.ts':
      "import { step, unreachable } from './a.ts';\nimport { create } from './testing-a.ts';",
    'handlers/b.ts': "import { steps } from './a.ts';",
    'handlers/testing-a.ts': 'export const create = 1;',
    'fixtures/c.ts': 'export const create = 1;',
    'handlers/d.ts':
      'export interface Options {}\nexport const run = (_: Options) => 1;\nexport type Rest = 1;',
    'handlers/e.ts': "import { run } from './d.ts';",
    'fixtures/c.test.ts': "import { create } from './c.ts';",
  };
  expect(findUnusedExports(new Map(Object.entries(files)))).toEqual([
    'handlers/a.ts:3 unreachable',
    'handlers/d.ts:3 Rest',
  ]);
});
