import { expect, it } from 'vitest';
import { crashDuringSaves } from './crash-during-saves.ts';

it('leaves every file complete, in its old or its new version, when it is killed while saving', async () => {
  const { files, incomplete } = await crashDuringSaves(6);
  expect(files).toBeGreaterThan(0);
  expect(incomplete).toEqual([]);
}, 300_000);
