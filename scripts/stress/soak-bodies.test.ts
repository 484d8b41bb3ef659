import { expect, it } from 'vitest';
import { soakBodies } from './soak-bodies.ts';

// What the server's process holds is read from /proc.
it.skipIf(process.platform !== 'linux')(
  'holds little of bodies that do not come to their end, or come byte by byte',
  { timeout: 300_000 },
  async () => {
    const { problems } = await soakBodies({ unfinished: 400, byteByByte: 20, bytes: 20_000 });
    expect(problems).toEqual([]);
  },
);
