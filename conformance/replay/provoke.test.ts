import { expect, it } from 'vitest';
import { documentedOperations } from './documents.ts';
import { provoke } from './provoke.ts';
import type { Bench } from './bench.ts';

it('a status that nothing leads to is missing, not out of reach, and says so', async () => {
  const [operation] = documentedOperations;
  expect(await provoke({} as Bench, operation!, '418')).toEqual({
    unreachable: false,
    text: 'no way to it is known',
  });
});
