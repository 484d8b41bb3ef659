import { expect, it } from 'vitest';
import { testFaultyLink } from './faulty-link.ts';

it.each(['json', 'messagepack'] as const)(
  'garbled, lost and doubled messages on the runtime link end the connection and do nothing else, in %s',
  async (encoding) => {
    const { problems, done, endings, statuses } = await testFaultyLink({ messages: 600, seed: 3, encoding });
    expect(problems.join('; ')).toBe('');
    expect(Object.keys(done).length).toBeGreaterThan(3);
    expect(Object.keys(endings).length).toBeGreaterThan(0);
    expect(statuses[200]).toBeGreaterThan(100);
  },
  120_000,
);
