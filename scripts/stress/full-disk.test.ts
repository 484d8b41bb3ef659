import { expect, it } from 'vitest';
import { canMount, testFullDisk } from './full-disk.ts';

it.skipIf(!(await canMount()))(
  'saves on a full disk fail with a plain message, edits survive, and everything is saved once there is room (needs the right to mount)',
  async () => {
    const { problems, rejected, unsaved } = await testFullDisk();
    expect(problems).toEqual([]);
    expect(rejected).toBeGreaterThan(5);
    expect(unsaved).toBeGreaterThan(0);
  },
  120_000,
);
