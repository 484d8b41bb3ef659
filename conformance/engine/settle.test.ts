import { describe, expect, it } from 'vitest';
import { settle } from './settle.ts';
import { verdictsOf } from './verdict.ts';
import type { Level, Provenance, Requirement } from '../requirements/row.ts';
import type { AuditOutcome, Status } from './outcome.ts';

const row = (level: Level, provenance: Provenance, more: Partial<Requirement> = {}): Requirement => ({
  id: 'X-001',
  section: 'X',
  level,
  provenance,
  profile: 'CORE',
  text: 'x',
  ...more,
});

const outcome = (status: Status): AuditOutcome => ({
  audit: `a/${status}`,
  requirements: ['X-001'],
  status,
  observations: {},
  exchanges: [],
  ms: 0,
});

const settled = (requirement: Requirement, ...statuses: readonly Status[]): Status =>
  settle(requirement, statuses.map(outcome), false).status;

describe('the result of a requirement', () => {
  it('is the worst that its audits found', () => {
    expect(settled(row('MUST', 'STATED'), 'PASS', 'FAIL')).toBe('FAIL');
    expect(settled(row('MUST', 'STATED'), 'PASS', 'NOT_VERIFIED')).toBe('NOT_VERIFIED');
    expect(settled(row('MUST', 'STATED'), 'OBSERVED', 'PASS')).toBe('PASS');
    expect(settled(row('MUST', 'STATED'), 'PASS', 'NOT_APPLICABLE')).toBe('PASS');
  });

  it.each(['NOT_SHOWN', 'SILENT'] as const)('fails nobody for what is %s', (provenance) => {
    expect(settled(row('MUST', provenance), 'FAIL')).toBe('OBSERVED');
  });

  it.each(['STATED', 'DEDUCED', 'CONFLICT'] as const)('can fail for what is %s', (provenance) => {
    expect(settled(row('MUST', provenance), 'FAIL')).toBe('FAIL');
  });

  it('is a warning where the description only recommends', () => {
    expect(settled(row('SHOULD', 'STATED'), 'FAIL')).toBe('WARN');
  });

  it('blames nobody where the kit has no audit, and says what it waits for', () => {
    expect(settle(row('MUST', 'STATED', { planned: 'a device' }), [], false)).toMatchObject({
      status: 'NO_AUDIT',
      message: 'No audit yet: a device',
    });
  });

  it('does not apply where its profile is neither claimed nor there', () => {
    expect(settle(row('MUST', 'STATED'), [outcome('FAIL')], true).status).toBe('NOT_APPLICABLE');
  });
});

describe('the verdict on a profile', () => {
  const verdict = (claimed: boolean, ...statuses: readonly Status[]) =>
    verdictsOf(
      statuses.map((status, index) => ({
        ...settle(row('MUST', 'STATED'), [outcome(status)], false),
        id: `X-${index}`,
      })),
      new Set(claimed ? ['CORE' as const] : []),
    )[0];

  it('counts what was verified of what applies', () => {
    expect(verdict(true, 'PASS', 'PASS', 'NOT_APPLICABLE')).toMatchObject({
      verdict: 'conformant',
      verified: 2,
      musts: 2,
    });
    expect(verdict(true, 'PASS', 'NOT_VERIFIED')).toMatchObject({
      verdict: 'partial',
      verified: 1,
      musts: 2,
    });
    expect(verdict(true, 'PASS', 'NO_AUDIT')).toMatchObject({ verdict: 'conformant', verified: 1, musts: 1 });
    expect(verdict(true, 'PASS', 'FAIL')).toMatchObject({ verdict: 'failed', failed: ['X-1'] });
    expect(verdict(true, 'NOT_APPLICABLE')).toMatchObject({ verdict: 'partial', musts: 0 });
    expect(verdict(false, 'PASS')).toMatchObject({ verdict: 'not claimed' });
  });
});
