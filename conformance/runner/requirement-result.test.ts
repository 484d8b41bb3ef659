import { describe, expect, it } from 'vitest';
import { computeProfileVerdicts, resolveRequirement } from './requirement-result.ts';
import type { Level, Provenance, Requirement } from '../requirements/requirement.ts';
import type { AuditOutcome, Status } from './audit-outcome.ts';

const createRow = (
  level: Level,
  provenance: Provenance,
  overrides: Partial<Requirement> = {},
): Requirement => ({
  id: 'X-001',
  section: 'X',
  level,
  provenance,
  profile: 'CORE',
  text: 'x',
  ...overrides,
});

const createOutcome = (status: Status): AuditOutcome => ({
  audit: `a/${status}`,
  requirements: ['X-001'],
  status,
  observations: {},
  exchanges: [],
  ms: 0,
});

const resolveStatus = (requirement: Requirement, ...statuses: readonly Status[]): Status =>
  resolveRequirement(requirement, statuses.map(createOutcome), false).status;

describe('the result of a requirement', () => {
  it('is the worst that its audits found', () => {
    expect(resolveStatus(createRow('MUST', 'STATED'), 'PASS', 'FAIL')).toBe('FAIL');
    expect(resolveStatus(createRow('MUST', 'STATED'), 'PASS', 'NOT_VERIFIED')).toBe('NOT_VERIFIED');
    expect(resolveStatus(createRow('MUST', 'STATED'), 'OBSERVED', 'PASS')).toBe('PASS');
    expect(resolveStatus(createRow('MUST', 'STATED'), 'PASS', 'NOT_APPLICABLE')).toBe('PASS');
  });

  it.each(['NOT_SHOWN', 'SILENT'] as const)('fails nobody for what is %s', (provenance) => {
    expect(resolveStatus(createRow('MUST', provenance), 'FAIL')).toBe('OBSERVED');
  });

  it.each(['STATED', 'DEDUCED', 'CONFLICT'] as const)('can fail for what is %s', (provenance) => {
    expect(resolveStatus(createRow('MUST', provenance), 'FAIL')).toBe('FAIL');
  });

  it('is a warning where the description only recommends', () => {
    expect(resolveStatus(createRow('SHOULD', 'STATED'), 'FAIL')).toBe('WARN');
  });

  it('is NO_AUDIT without an audit, and says what the audit waits for', () => {
    expect(resolveRequirement(createRow('MUST', 'STATED', { planned: 'a device' }), [], false)).toMatchObject(
      {
        status: 'NO_AUDIT',
        message: 'No audit yet: a device',
      },
    );
  });

  it('does not apply if its profile is neither claimed nor found', () => {
    expect(resolveRequirement(createRow('MUST', 'STATED'), [createOutcome('FAIL')], true).status).toBe(
      'NOT_APPLICABLE',
    );
  });
});

describe('the verdict on a profile', () => {
  const verdict = (claimed: boolean, ...statuses: readonly Status[]) =>
    computeProfileVerdicts(
      statuses.map((status, index) => ({
        ...resolveRequirement(createRow('MUST', 'STATED'), [createOutcome(status)], false),
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
