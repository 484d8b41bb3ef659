import { expect, it } from 'vitest';
import { soakBodies } from './soak-bodies.ts';

// Runs only on Linux, because the server's memory is read from /proc.
it.skipIf(process.platform !== 'linux')(
  'uses little memory for unfinished bodies and for bodies that arrive byte by byte',
  { timeout: 300_000 },
  async () => {
    const { problems } = await soakBodies({ unfinished: 400, byteByByte: 20, bytes: 20_000 });
    expect(problems).toEqual([]);
  },
);
