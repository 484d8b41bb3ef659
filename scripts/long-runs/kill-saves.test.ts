import { expect, it } from 'vitest';
import { killSaves } from './kill-saves.ts';

it('leaves every file whole, in its old or its new version, when it is killed while saving', async () => {
  const { files, torn } = await killSaves(6);
  expect(files).toBeGreaterThan(0);
  expect(torn).toEqual([]);
}, 300_000);
