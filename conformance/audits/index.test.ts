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
    const known = new Set<string>(requirements.map(({ id }) => id));
    for (const { id, requirements: about } of all) {
      expect(about, id).not.toEqual([]);
      expect(
        about.filter((row) => !known.has(row)),
        id,
      ).toEqual([]);
    }
  });
});
