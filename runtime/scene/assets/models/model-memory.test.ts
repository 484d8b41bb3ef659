import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { UnreadableAssetError } from '../asset-file-error.ts';
import { loadModel } from './load-model.ts';
import { createGlb, parseGlb, readSunflower } from './testing-glb.ts';

let collect: () => void;

beforeAll(() => {
  setFlagsFromString('--expose-gc');
  collect = runInNewContext('gc') as () => void;
});

const getUsedBytes = (): number => {
  collect();
  return process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers;
};

it('a model that is loaded and released repeatedly leaves no memory behind', async () => {
  const file = readSunflower();
  const rounds = async (count: number): Promise<number> => {
    for (let i = 0; i < count; i += 1) {
      const model = await loadModel('sunflower.glb', file);
      const instances = [model.instantiate(), model.instantiate()];
      model.release();
      for (const instance of instances) instance.release();
    }
    return getUsedBytes();
  };
  const before = await rounds(20);
  // A model takes about 100 kB, so a leak of 100 models would exceed this limit.
  expect((await rounds(100)) - before).toBeLessThan(3e6);
});

/** Lists the paths of all values in a document, as arrays of keys. */
const listValuePaths = (value: unknown, at: readonly string[] = []): (readonly string[])[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => [[...at, key], ...listValuePaths(inner, [...at, key])])
    : [];

const invalidValue = fc.constantFrom<unknown>(
  ...[null, -1, 0, 1, 3, 1.5, 1e9, 1e300, '', 'x', '__proto__', true, [], {}, [0], [[]], { a: 1 }],
);

/** Replaces the value at a path, or removes it when the new value is `undefined`. */
const replaceAtPath = (document: object, path: readonly string[], value: unknown): void => {
  let owner: unknown = document;
  for (const key of path.slice(0, -1)) owner = (owner as Record<string, unknown> | undefined)?.[key];
  if (typeof owner === 'object' && owner !== null) Object.assign(owner, { [path.at(-1)!]: value });
};

it('a damaged model is either loaded or rejected with a reason', async () => {
  const { document, binary } = parseGlb(readSunflower());
  const edits = fc.array(
    fc.record({
      path: fc.constantFrom(...listValuePaths(document)),
      value: fc.option(invalidValue, { nil: undefined }),
    }),
    { maxLength: 3 },
  );
  const flips = fc.array(fc.record({ at: fc.nat(readSunflower().length - 1), byte: fc.nat(255) }), {
    maxLength: 2,
  });
  await fc.assert(
    fc.asyncProperty(edits, flips, async (edited, flipped) => {
      const copy = structuredClone(document);
      // The values are cloned, since a later edit may change a value that an earlier edit inserted.
      for (const { path, value } of edited) replaceAtPath(copy, path, structuredClone(value));
      const file = createGlb(copy, binary);
      for (const { at, byte } of flipped) file[at % file.length] = byte;

      const model = await loadModel('sunflower.glb', file).catch((failure: unknown) => {
        expect(failure).toBeInstanceOf(UnreadableAssetError);
      });
      if (!model) return;
      const { min, max } = model.bounds ?? {};
      for (const corner of [min, max]) expect(Object.values(corner ?? {}).every(Number.isFinite)).toBe(true);
      model.instantiate().release();
      model.release();
    }),
    { numRuns: 100 },
  );
});
