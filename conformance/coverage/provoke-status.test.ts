import { expect, it } from 'vitest';
import { documentedOperations } from './openapi-operations.ts';
import { provokeStatus } from './provoke-status.ts';
import type { RequestFixtures } from './request-fixtures.ts';

it('a status without any attempt is missing, not unreachable, and says so', async () => {
  const [operation] = documentedOperations;
  expect(await provokeStatus({} as RequestFixtures, operation!, '418')).toEqual({
    unreachable: false,
    text: 'no way to it is known',
  });
});
