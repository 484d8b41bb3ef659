import { describe, expect, it } from 'vitest';
import { UsageError } from '../target/manifest.ts';
import { selectAudits } from './select-audits.ts';
import type { Audit } from '../audit.ts';
import type { Requirement } from '../requirements/requirement.ts';

const createRow = (id: string, section: string, profile: Requirement['profile']): Requirement => ({
  id,
  section,
  profile,
  level: 'MUST',
  provenance: 'STATED',
  text: id,
});

const rows = [
  createRow('A-001', 'Port value formats', 'L1-EDIT'),
  createRow('A-002', 'Port value formats', 'CORE'),
  createRow('B-001', 'Port endpoints', 'CORE'),
];

const createAudit = (id: string, ...requirements: readonly string[]): Audit =>
  ({ id, requirements, run: async () => {} }) as unknown as Audit;

const audits = [
  { ...createAudit('traffic/all', 'B-001'), phase: 'traffic' as const },
  createAudit('a/one', 'A-001'),
  createAudit('a/two', 'A-002', 'A-001'),
];

const selectIds = (only: readonly string[], onlySelected = true) => {
  const { requirements, audits: selected } = selectAudits(rows, audits, only, onlySelected);
  return [requirements.map(({ id }) => id), selected.map(({ id }) => id)];
};

describe('the selection of a run', () => {
  it.each([
    ['an audit', 'a/two', [['A-001', 'A-002'], ['a/two']]],
    ['a requirement', 'A-002', [['A-002'], ['a/two']]],
    ['a profile', 'l1-edit', [['A-001'], ['a/one', 'a/two']]],
    [
      'a section',
      'port value formats',
      [
        ['A-001', 'A-002'],
        ['a/one', 'a/two'],
      ],
    ],
    [
      'a beginning',
      'a/*',
      [
        ['A-001', 'A-002'],
        ['a/one', 'a/two'],
      ],
    ],
  ] as const)('is named by %s', (_, name, expected) => {
    expect(selectIds([name])).toEqual(expected);
  });

  it('brings all audits if one of them checks all traffic', () => {
    expect(selectIds(['B-001'], false)[1]).toEqual(['a/one', 'a/two', 'traffic/all']);
    expect(selectIds(['B-001'])[1]).toEqual(['traffic/all']);
  });

  it('must have a known name', () => {
    expect(() => selectIds(['A-001', 'Port'])).toThrow(UsageError);
    expect(() => selectIds(['Port'])).toThrow(/--only Port: .*profiles are CORE, /);
  });
});
