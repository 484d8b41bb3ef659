import { expect, it } from 'vitest';
import { crashDuringUploads } from './crash-during-uploads.ts';

it('a server that is killed during uploads has every acknowledged file whole, and no part of another', async () => {
  const { problems, acknowledged, interrupted } = await crashDuringUploads({ rounds: 4, seed: 1 });
  expect(problems).toEqual([]);
  expect(acknowledged).toBeGreaterThan(4);
  expect(interrupted).toBeGreaterThan(0);
}, 300_000);
