import { describe, expect, it } from 'vitest';
import { requirements } from '../requirements/index.ts';
import { auditFiles, getRequirementFamily, loadAudits } from './index.ts';
import { linkAudits } from './link/index.ts';

describe.each([
  ['of a service', await loadAudits()],
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

it('each file lists the areas of its audits, and what the ids of their requirements begin with', async () => {
  for (const [areas, families, load] of auditFiles) {
    const { audits } = await load();
    const areaNames = new Set(audits.map(({ id }) => id.replace(/\/.*/, '')));
    const requirementIds = audits.flatMap((audit) => audit.requirements);
    expect([areas, families]).toEqual([
      [...areaNames].join(' '),
      [...new Set(requirementIds.map(getRequirementFamily))].sort().join(' '),
    ]);
  }
});

describe('the audits that a partial run loads', () => {
  const loadIds = async (patterns: readonly string[], ids: readonly string[] = []) =>
    (await loadAudits({ patterns, requirements: ids })).map(({ id }) => id.replace(/\/.*/, ''));

  it.each([
    ['the area of an audit', ['CORS/Preflight'], [], ['cors']],
    ['all areas that a pattern matches', ['port-*'], [], ['ports', 'port-options', 'port-switch']],
    ['the areas that check a requirement', [], ['CORS-001'], ['cors']],
    ['nothing for a profile without requirements', ['L9'], [], []],
  ] as const)('are those of %s', async (_, patterns, ids, expected) => {
    expect(await loadIds(patterns, ids)).toEqual(expect.arrayContaining([...expected]));
    expect((await loadIds(patterns, ids)).length === 0).toBe(expected.length === 0);
  });
});
