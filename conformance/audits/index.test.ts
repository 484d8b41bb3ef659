import { describe, expect, it } from 'vitest';
import { requirements } from '../requirements/index.ts';
import { audits } from './index.ts';
import { linkAudits } from './link/index.ts';

describe.each([
  ['of a service', audits],
  ['of a runtime', linkAudits],
])('the audits %s', (_, all) => {
  it('have unique ids', () => {
    const ids = all.map(({ id }) => id);
    expect(ids.filter((id) => !/^\w[\w-]*\/\w[\w.-]*$/.test(id))).toEqual([]);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  it('each refer to requirements of the ledger', () => {
    const registeredIds = new Set<string>(requirements.map(({ id }) => id));
    for (const { id, requirements: covered } of all) {
      expect(covered, id).not.toEqual([]);
      expect(
        covered.filter((row) => !registeredIds.has(row)),
        id,
      ).toEqual([]);
    }
  });
});
