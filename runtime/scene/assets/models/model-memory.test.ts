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

it('leaves no memory behind when it is loaded and released again and again', async () => {
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
  // A model takes about 100 kB, so that 100 of them that stay would show.
  expect((await rounds(100)) - before).toBeLessThan(3e6);
});

/** Where every value of a document is, as keys. */
const listValuePaths = (value: unknown, at: readonly string[] = []): (readonly string[])[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => [[...at, key], ...listValuePaths(inner, [...at, key])])
    : [];

const nonsense = fc.constantFrom<unknown>(
  ...[null, -1, 0, 1, 3, 1.5, 1e9, 1e300, '', 'x', '__proto__', true, [], {}, [0], [[]], { a: 1 }],
);

/** The document with something else, or nothing (undefined), at a place. */
const replaceAtPath = (document: object, place: readonly string[], value: unknown): void => {
  let owner: unknown = document;
  for (const key of place.slice(0, -1)) owner = (owner as Record<string, unknown> | undefined)?.[key];
  if (typeof owner === 'object' && owner !== null) Object.assign(owner, { [place.at(-1)!]: value });
};

it('is read or refused with a reason, whatever is damaged', async () => {
  const { document, binary } = parseGlb(readSunflower());
  const edits = fc.array(
    fc.record({
      place: fc.constantFrom(...listValuePaths(document)),
      value: fc.option(nonsense, { nil: undefined }),
    }),
    { maxLength: 3 },
  );
  const flips = fc.array(fc.record({ at: fc.nat(readSunflower().length - 1), byte: fc.nat(255) }), {
    maxLength: 2,
  });
  await fc.assert(
    fc.asyncProperty(edits, flips, async (edited, flipped) => {
      const copy = structuredClone(document);
      // A later edit may change what an earlier one has put there.
      for (const { place, value } of edited) replaceAtPath(copy, place, structuredClone(value));
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
