import { describe, expect, it } from 'vitest';
import { settle } from '../engine/settle.ts';
import { verdictsOf } from '../engine/verdict.ts';
import { explain } from './failure.ts';
import { junitXml } from './junit.ts';
import { countsOf, exitCodeOf, reportFormat } from './report.ts';
import { terminalSummary } from './terminal.ts';
import type { AuditOutcome } from '../engine/run-audit.ts';
import type { Status } from '../engine/stop.ts';
import type { Report } from './report.ts';

const outcomeOf = (status: Status): AuditOutcome => ({
  audit: 'values/one',
  requirements: ['X-001'],
  status,
  message: 'alpha is 1 & <nothing> else',
  expected: 1,
  actual: 0,
  observations: {},
  exchanges: [
    {
      transport: 'http',
      request: {
        method: 'PUT',
        url: 'http://127.0.0.1:1/api/ports/p/value',
        headers: { 'x-api-key': '•••' },
        body: `{"value":"it's"}`,
      },
      response: { status: 200, headers: {}, body: '{}' },
      ms: 1,
    },
  ],
  ms: 3,
});

const reportOf = (...statuses: readonly Status[]): Report => {
  const audits = statuses.map(outcomeOf);
  const requirements = audits.map((outcome) =>
    settle(
      {
        id: 'X-001',
        section: 'X & Y',
        level: 'MUST',
        provenance: 'STATED',
        profile: 'CORE',
        text: 'a <text>',
      },
      [outcome],
      false,
    ),
  );
  return {
    format: reportFormat,
    target: { url: 'http://127.0.0.1:1' },
    startedAt: '2026-01-01T00:00:00.000Z',
    durationMs: 12,
    seed: 42,
    stamp: { kit: 'k'.repeat(64), documents: 'd'.repeat(64), manifest: 'm'.repeat(64) },
    profiles: verdictsOf(requirements, new Set(['CORE'])),
    counts: countsOf(requirements),
    requirements,
    excluded: [],
    audits,
  };
};

describe('the exit code', () => {
  it.each([
    [0, ['PASS', 'PASS']],
    [1, ['PASS', 'FAIL', 'HARNESS_ERROR']],
    [3, ['PASS', 'HARNESS_ERROR', 'NOT_VERIFIED']],
    [4, ['PASS', 'NOT_VERIFIED']],
    [4, ['PASS', 'FLAKY']],
    [4, ['NOT_APPLICABLE']],
    [4, []],
  ] as const)('is %i for %j', (code, statuses) => {
    expect(exitCodeOf(reportOf(...statuses))).toBe(code);
  });
});

describe('a failure', () => {
  it('shows requirement, expectation, chain, curl line, replay command and likely cause', () => {
    const text = explain(outcomeOf('FAIL'), reportOf('FAIL')).join('\n');
    expect(text).toContain('X-001 (MUST): a <text>');
    expect(text).toContain('expected: 1');
    expect(text).toContain('actual:   0');
    expect(text).toContain('> PUT http://127.0.0.1:1/api/ports/p/value');
    expect(text).toContain(
      `curl -i -X PUT 'http://127.0.0.1:1/api/ports/p/value' -H "x-api-key: $TOKEN" --data-binary '{"value":"it'\\''s"}'`,
    );
    expect(text).toContain('--only values/one --seed 42');
    expect(text).toMatch(/likely: {3}\S/);
  });
});

describe('the summary', () => {
  it('ends in verdicts, counts and the seed', () => {
    const text = terminalSummary(reportOf('PASS', 'FAIL', 'NOT_VERIFIED'));
    expect(text).toContain('CORE     failed       verified 1 of 3 MUST');
    expect(text).toContain('1 PASS, 1 FAIL');
    expect(text).toContain('seed 42');
  });
});

describe('JUnit XML', () => {
  it('has a case per requirement, and escapes what stands in it', () => {
    const xml = junitXml(reportOf('PASS', 'FAIL', 'NOT_VERIFIED', 'HARNESS_ERROR'));
    expect(xml).toContain('<testsuites name="conformance" tests="4" failures="1" errors="1" skipped="1"');
    expect(xml).toContain('<testsuite name="X &amp; Y" tests="4"');
    expect(xml).toContain('message="alpha is 1 &amp; &lt;nothing&gt; else"');
    expect(xml).not.toContain('<text>');
  });
});
