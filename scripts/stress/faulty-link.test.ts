import { expect, it } from 'vitest';
import { testFaultyLink } from './faulty-link.ts';

it.each(['json', 'messagepack'] as const)(
  'what is garbled, lost or doubled on the runtime link ends a connection, and nothing else, in %s',
  async (encoding) => {
    const { problems, done, ends, statuses } = await testFaultyLink({ messages: 600, seed: 3, encoding });
    expect(problems.join('; ')).toBe('');
    expect(Object.keys(done).length).toBeGreaterThan(3);
    expect(Object.keys(ends).length).toBeGreaterThan(0);
    expect(statuses[200]).toBeGreaterThan(100);
  },
  120_000,
);
