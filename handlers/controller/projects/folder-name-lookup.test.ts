import { mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { foldFileName } from './project-paths.ts';
import { createFolderNameLookup, type FolderNameLookup } from './folder-name-lookup.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scene-runtime-names-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const names = fc.constantFrom('Foo', 'foo', 'FOO', 'caf\u00e9', 'cafe\u0301', 'fo\u200do', 'other');
const steps = fc.array(
  fc.record({
    kind: fc.constantFrom('put', 'remove', 'rename', 'look', 'look'),
    name: names,
    other: names,
    waitMs: fc.constantFrom(0, 0, 1, 10, 60, 2_500),
  }),
  { maxLength: 25 },
);

const recordOutcome = async (change: Promise<unknown>): Promise<boolean> =>
  change.then(
    () => true,
    () => false,
  );

const folderChanges = {
  look: async () => false,
  put: (name: string) => recordOutcome(writeFile(join(folder, name), '', { flag: 'wx' })),
  remove: (name: string) => recordOutcome(rm(join(folder, name))),
  rename: (name: string, newName: string) => recordOutcome(rename(join(folder, name), join(folder, newName))),
};

const checkLookup = async (lookup: FolderNameLookup, name: string): Promise<void> => {
  const currentNames = (await readdir(folder)).sort();
  const found = currentNames.includes(name)
    ? name
    : currentNames.find((entry) => foldFileName(entry) === foldFileName(name));
  expect(await lookup.find(folder, name)).toBe(found);
};

it.each([10, 2_000])(
  'finds the existing names on a disk whose clock has a resolution of %i ms',
  async (stepMs) => {
    await fc.assert(
      fc.asyncProperty(steps, async (steps) => {
        for (const name of await readdir(folder)) await rm(join(folder, name));
        let nowMs = 1_000_000;
        let changed = 0n;
        const lookup = createFolderNameLookup({
          now: () => nowMs,
          readTimes: async () => ({ dev: 1n, ino: 1n, mtimeNs: changed, ctimeNs: changed }),
        });
        for (const { kind, name, other: newName, waitMs } of steps) {
          nowMs += waitMs;
          if (await folderChanges[kind](name, newName))
            changed = BigInt(nowMs - (nowMs % stepMs)) * 1_000_000n;
          await checkLookup(lookup, name);
        }
      }),
      { numRuns: 100 },
    );
  },
);

it('finds the existing names on the local disk', async () => {
  const lookup = createFolderNameLookup();
  await fc.assert(
    fc.asyncProperty(steps, async (steps) => {
      for (const { kind, name, other: newName } of steps) {
        await folderChanges[kind](name, newName);
        await checkLookup(lookup, name);
      }
    }),
    { numRuns: 20 },
  );
});

it('finds nothing in a missing folder', async () => {
  const lookup = createFolderNameLookup();
  await writeFile(join(folder, 'Foo'), '');
  expect(await lookup.find(join(folder, 'none'), 'foo')).toBeUndefined();
  expect(await lookup.find(join(folder, 'Foo'), 'foo')).toBeUndefined();
});
