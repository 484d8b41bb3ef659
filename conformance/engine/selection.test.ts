import { describe, expect, it } from 'vitest';
import { UsageError } from '../target/manifest.ts';
import { select } from './selection.ts';
import type { Audit } from '../audit.ts';
import type { Requirement } from '../requirements/row.ts';

const row = (id: string, section: string, profile: Requirement['profile']): Requirement => ({
  id,
  section,
  profile,
  level: 'MUST',
  provenance: 'STATED',
  text: id,
});

const rows = [
  row('A-001', 'Port value formats', 'L1-EDIT'),
  row('A-002', 'Port value formats', 'CORE'),
  row('B-001', 'Port endpoints', 'CORE'),
];

const audit = (id: string, ...requirements: readonly string[]): Audit =>
  ({ id, requirements, run: async () => {} }) as unknown as Audit;

const audits = [
  { ...audit('traffic/all', 'B-001'), last: 'traffic' as const },
  audit('a/one', 'A-001'),
  audit('a/two', 'A-002', 'A-001'),
];

const chosen = (only: readonly string[], alone = true) => {
  const { requirements, audits: kept } = select(rows, audits, only, alone);
  return [requirements.map(({ id }) => id), kept.map(({ id }) => id)];
};

describe('what a run is confined to', () => {
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
    expect(chosen([name])).toEqual(expected);
  });

  it('brings all audits where one of them judges all traffic', () => {
    expect(chosen(['B-001'], false)[1]).toEqual(['a/one', 'a/two', 'traffic/all']);
    expect(chosen(['B-001'])[1]).toEqual(['traffic/all']);
  });

  it('has to be known', () => {
    expect(() => chosen(['A-001', 'Port'])).toThrow(UsageError);
    expect(() => chosen(['Port'])).toThrow(/--only Port: .*profiles are CORE, /);
  });
});
