import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { settle } from '../engine/settle.ts';
import { verdictsOf } from '../engine/verdict.ts';
import { badgeOf } from './badge.ts';
import { explain } from './failure.ts';
import { reportFiles } from './files.ts';
import { htmlReport } from './html.ts';
import { junitXml } from './junit.ts';
import { markdownReport } from './markdown.ts';
import { countsOf, exitCodeOf, reportFormat } from './report.ts';
import { terminalSummary } from './terminal.ts';
import type { AuditOutcome, Status } from '../engine/outcome.ts';
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
    coverage: [
      { operation: 'getThing', status: '200', state: 'asserted' },
      { operation: 'getThing', status: '404', state: 'observed' },
      { operation: 'getThing', status: '429', state: 'unreachable', reason: 'never <provoked>' },
      { operation: 'putThing', status: '200', state: 'missing', reason: 'answered 500 | broken' },
    ],
    undocumented: [{ operation: 'putThing', status: 500, request: 'PUT /api/<thing>' }],
    events: [
      { kind: 'thing.made', column: 'by name', trigger: 'a thing | is made', state: 'asserted' },
      { kind: 'thing.made', column: '*', trigger: 'a thing | is made', state: 'observed' },
      { kind: 'thing.lost', column: 'by name', state: 'unreachable', reason: 'needs a <loss>' },
      { kind: 'thing.lost', column: '*', state: 'missing', reason: 'not tried in this run' },
    ],
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
    expect(text).toContain('OpenAPI replay: 2 of 4 cells seen, 1 explained, 1 missing');
    expect(text).toContain('AsyncAPI replay: 2 of 4 cells seen, 1 explained, 1 missing');
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

/** Everything that a reader needs to see and mend a failure. */
const essentials = [
  'X-001',
  'expected: 1',
  'actual:   0',
  'PUT http://127.0.0.1:1/api/ports/p/value',
  'curl -i -X PUT',
  '$TOKEN',
  '--only values/one --seed 42',
  'likely:',
];

/** What a browser shows of a page. */
const shown = (html: string): string =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');

describe('the HTML report', () => {
  const html = htmlReport(reportOf('PASS', 'FAIL', 'NOT_VERIFIED'));

  it('shows what a failure must show, and the verdicts', () => {
    for (const part of essentials) expect(shown(html)).toContain(part);
    expect(shown(html)).toMatch(/CORE\s+failed\s+1 of 3/);
  });

  it('escapes what stands in it', () => {
    expect(html).toContain('a &lt;text&gt;');
    expect(html).toContain('alpha is 1 &amp; &lt;nothing&gt; else');
    expect(html).not.toMatch(/<(text|nothing|thing|provoked|loss)>/);
  });

  it('has no script, loads nothing and allows nothing but its own style', () => {
    expect(html).not.toMatch(/<script|<link|<img|<iframe|\son\w+=|javascript:|@import|url\(/i);
    const [, css = ''] = html.match(/<style>([\s\S]*)<\/style>/) ?? [];
    const hash = createHash('sha256').update(css).digest('base64');
    expect(html).toContain(`content="default-src 'none'; style-src 'sha256-${hash}';`);
  });

  it('shows the coverage of the interface description, and why cells were not seen', () => {
    expect(shown(html)).toMatch(/getThing\s+asserted\s+observed\s+unreachable/);
    expect(shown(html)).toContain('never <provoked>');
    expect(shown(html)).toContain('PUT /api/<thing>');
  });

  it('shows the coverage of the event catalog, with what sets each kind off', () => {
    expect(shown(html)).toMatch(/thing\.made\s+a thing \| is made\s+asserted\s+observed/);
    expect(shown(html)).toMatch(/needs a <loss>\s+unreachable\s+thing\.lost by name/);
  });
});

describe('the Markdown report', () => {
  const markdown = markdownReport(reportOf('PASS', 'FAIL', 'NOT_VERIFIED'));

  it('shows what a failure must show, and the verdicts', () => {
    for (const part of essentials) expect(markdown.replaceAll('\\', '')).toContain(part);
    expect(markdown).toContain('| CORE | failed | 1 of 3 |');
  });

  it('escapes what stands in it, and fences code by more backticks than stand in it', () => {
    expect(markdown).toContain('alpha is 1 &amp; &lt;nothing&gt; else');
    expect(markdown).toContain('missing, answered 500 \\| broken: putThing 200');
    const ticks = reportOf('FAIL');
    const [outcome] = ticks.audits;
    const text = markdownReport({ ...ticks, audits: [{ ...outcome!, actual: '```\n# not a heading' }] });
    expect(text).toMatch(/^````text$[\s\S]*^````$/m);
  });

  it('shows the coverage as a table', () => {
    expect(markdown).toContain('| getThing | A | O | u |');
    expect(markdown).toContain('| putThing | M |  |  |');
  });

  it('shows the coverage of the event catalog as a table, with what sets each kind off', () => {
    expect(markdown).toContain('| event kind | by name | \\* |');
    expect(markdown).toContain('| thing.made | A | O |');
    expect(markdown).toContain('| thing.lost | u | M |');
    expect(markdown).toContain('- thing.made comes when a thing \\| is made');
  });
});

describe('the badge', () => {
  it.each([
    ['conformant, 2 of 2 MUST', 'brightgreen', ['PASS', 'PASS']],
    ['failed, 1 of 2 MUST', 'red', ['PASS', 'FAIL']],
    ['partial, 1 of 2 MUST', 'yellow', ['PASS', 'NOT_VERIFIED']],
    ['nothing ran, 0 of 0 MUST', 'lightgrey', []],
  ] as const)('says %s', (message, color, statuses) => {
    expect(badgeOf(reportOf(...statuses))).toEqual({
      schemaVersion: 1,
      label: 'conformance',
      message,
      color,
    });
  });
});

it('comes in every form', () => {
  const files = reportFiles(reportOf('PASS', 'FAIL'));
  expect(Object.keys(files).sort()).toEqual([
    'badge.json',
    'junit.xml',
    'report.html',
    'report.json',
    'report.md',
    'summary.txt',
  ]);
  expect(JSON.parse(files['report.json'] ?? '')).toEqual(
    JSON.parse(JSON.stringify(reportOf('PASS', 'FAIL'))),
  );
});
