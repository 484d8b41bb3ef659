import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { toGitHubAnnotations } from './github-annotations.ts';
import { createHeadline } from './headline.ts';
import { renderHtmlReport } from './html/report-page.ts';
import { renderJunitXml } from './junit.ts';
import { renderMarkdownReport } from './markdown.ts';
import { createBadge, createReportFiles } from './report-files.ts';
import { getExitCode, type Report } from './report.ts';
import { formatTerminalSummary } from './terminal-summary.ts';
import { createExchange, createOutcome, createResponse, createReport as reportOn } from './testing-report.ts';
import type { Status } from '../runner/audit-outcome.ts';

/** Creates a report with one audit for each status. Each audit ended with its status. */
const createReportWith = (...statuses: readonly Status[]): Report =>
  reportOn(
    ...statuses.map((status, index) =>
      createOutcome(`values/${index}`, [`X-00${index}`], {
        status,
        message: 'alpha is 1 & <nothing> else',
        expected: { alpha: 1 },
        actual: { alpha: 0 },
        exchanges: [
          createExchange(
            'PUT',
            '/api/ports/p/value',
            createResponse(200, `{"alpha":0,"n":${index}}`),
            `{"value":"it's"}`,
          ),
        ],
      }),
    ),
  );

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
    expect(getExitCode(createReportWith(...statuses))).toBe(code);
  });
});

/** Creates the report of a run that was limited to some audits. */
const createPartialReport = (...statuses: readonly Status[]): Report => ({
  ...createReportWith(...statuses),
  only: ['X-*'],
});

describe('the exit code of a partial run', () => {
  it.each([
    [0, ['PASS', 'NOT_APPLICABLE', 'OBSERVED']],
    [1, ['PASS', 'FAIL']],
    [4, ['PASS', 'NOT_VERIFIED']],
    [4, ['PASS', 'FLAKY']],
    [4, ['NOT_APPLICABLE']],
  ] as const)('is %i for %j', (code, statuses) => {
    expect(getExitCode(createPartialReport(...statuses))).toBe(code);
  });
});

describe('the first line', () => {
  const first = (report: Report): string => formatTerminalSummary(report).split('\n')[0]!;

  it.each([
    ['CONFORMANT', 'Exit code 0: every requirement that was checked is met.', ['PASS']],
    [
      'NOT CONFORMANT  1 requirement failed, from 1 cause.',
      'Exit code 1: a requirement failed.',
      ['PASS', 'FAIL'],
    ],
    ['NO VERDICT', 'Exit code 3: the kit, or the set-up of a condition, failed', ['HARNESS_ERROR']],
    ['INCOMPLETE  Nothing failed; 1 of 2 MUST', 'Exit code 4: incomplete', ['PASS', 'NOT_VERIFIED']],
  ] as const)('starts with %s', (verdict, exit, statuses) => {
    expect(first(createReportWith(...statuses))).toMatch(new RegExp(`^${verdict}.*${exit}`));
  });

  it.each([[['PASS']], [['FAIL']], [['NOT_VERIFIED']]] as const)(
    'claims no conformance for a partial run that ended in %j',
    (statuses) => {
      expect(first(createPartialReport(...statuses))).toContain('no claim of conformance');
      expect(createHeadline(createPartialReport(...statuses)).verdict).not.toContain('CONFORMANT');
    },
  );

  it('is the only line if the target does not answer', () => {
    const unreachable = {
      ...createReportWith(),
      problem: 'http://127.0.0.1:1 does not answer (ECONNREFUSED)',
    };
    expect(formatTerminalSummary(unreachable)).toBe(
      'NOTHING RAN  http://127.0.0.1:1 does not answer (ECONNREFUSED). Exit code 4: incomplete, or nothing ran.\n',
    );
  });
});

describe('a failure', () => {
  const text = formatTerminalSummary(createReportWith('FAIL'));

  it('shows what was observed, what is required, and where they differ', () => {
    expect(text).toContain('observed:   PUT /api/ports/p/value: 200 {"alpha":0,"n":0}');
    expect(text).toContain('required:   alpha is 1 & <nothing> else');
    expect(text).toContain('should be:  {"alpha":1}');
    expect(text).toContain('but is:     {"alpha":0}');
    expect(text).toContain('differs:    alpha should be 1, but is 0');
  });

  it('shows the requirement with its section, the exchange, the curl line and the replay command, and no empty fields', () => {
    expect(text).toContain('X-000 a <text> (MUST, X & Y)');
    expect(text).toContain(`> PUT /api/ports/p/value {"value":"it's"}`);
    expect(text).toContain('-H "x-api-key: $ALPHA_TOKEN"');
    expect(text).toContain('--token-env ALPHA_TOKEN --only values/0 --seed 42');
    expect(text).not.toMatch(/hint:/);
  });

  it('shows only the headers that may explain an answer', () => {
    const { request } = createExchange('GET', '/api/graphs');
    const headers = { accept: 'application/json', origin: 'http://evil.example' };
    const response = createResponse(200, '[]', {
      'content-type': 'text/plain',
      'x-total-count': '0',
      date: 'today',
    });
    const summary = formatTerminalSummary(
      reportOn(
        createOutcome('cors/one', ['X-001'], {
          exchanges: [{ transport: 'http', request: { ...request, headers }, response, ms: 2 }],
        }),
      ),
    );
    expect(summary).toContain('> GET /api/graphs [origin: http://evil.example; no token]');
    expect(summary).toContain('< 200 [] [content-type: text/plain; x-total-count: 0; 2 ms]');
  });

  it('calls a value that does not exist absent', () => {
    const absent = reportOn(createOutcome('a', ['X-001'], { expected: 'ok', exchanges: [] }));
    expect(formatTerminalSummary(absent)).toMatch(/should be: {2}"ok"\n\s+but is: {5}absent/);
  });
});

describe('the coverage', () => {
  it('is shown for a partial run only if it tried the statuses', () => {
    const part = createPartialReport('PASS');
    const replayed = { ...part, audits: [createOutcome('replay/all-statuses', [], { status: 'PASS' })] };
    for (const render of [formatTerminalSummary, renderMarkdownReport, renderHtmlReport]) {
      expect(render(part)).not.toMatch(/getThing|OpenAPI coverage/);
      expect(render(replayed)).toMatch(/getThing|OpenAPI coverage/);
    }
  });
});

describe('the summary', () => {
  it('ends with verdicts, counts and the seed', () => {
    const text = formatTerminalSummary(createReportWith('PASS', 'FAIL', 'NOT_VERIFIED'));
    expect(text).toContain('CORE     failed       verified 1 of 3 MUST');
    expect(text).toContain('1 PASS, 1 FAIL');
    expect(text).toContain('OpenAPI coverage: 2 of 4 cells seen, 1 explained, 1 missing');
    expect(text).toContain('AsyncAPI coverage: 2 of 4 cells seen, 1 explained, 1 missing');
    expect(text).toContain('seed 42');
  });

  it('lists each reason for unverified requirements once, with their number', () => {
    expect(formatTerminalSummary(createReportWith('NOT_VERIFIED', 'NOT_VERIFIED'))).toMatch(
      /Not verified:\n {4}2 {2}alpha is 1/,
    );
  });
});

describe('JUnit XML', () => {
  it('has a case per requirement, with escaped text', () => {
    const xml = renderJunitXml(createReportWith('PASS', 'FAIL', 'NOT_VERIFIED', 'HARNESS_ERROR'));
    expect(xml).toContain('<testsuites name="conformance" tests="4" failures="1" errors="1" skipped="1"');
    expect(xml).toContain('<testsuite name="X &amp; Y" tests="4"');
    expect(xml).toMatch(
      /message="PUT \/api\/ports\/p\/value: 200 .*; required: alpha is 1 &amp; &lt;nothing&gt; else"/,
    );
    expect(xml).toContain('<skipped message="NOT_VERIFIED: alpha is 1 &amp; &lt;nothing&gt; else"');
    expect(xml).not.toContain('<text>');
  });

  it('contains no characters that XML forbids', () => {
    const maliciousOutcome = createOutcome('a', ['X-001'], {
      message: ']]><x a="\u0000\u001b[31m">\ud800',
      exchanges: [createExchange('GET', '/api/types', createResponse(200, '<!-- \u0007 & \ufffe'))],
    });
    const xml = renderJunitXml(reportOn(maliciousOutcome));
    expect(xml).not.toMatch(/[^\n\r\t\u0020-\ud7ff\ue000-\ufffd]/);
    expect(xml).toContain(String.raw`; required: ]]&gt;&lt;x a=&quot;\u0000\u001b[31m`);
    expect(xml).not.toMatch(/<x |<!--/);
  });

  it('is an error where nothing ran', () => {
    const unreachable = { ...reportOn(), problem: 'http://127.0.0.1:1 does not answer' };
    expect(renderJunitXml(unreachable)).toMatch(
      /tests="1" failures="0" errors="1"[\s\S]*<error message="http:\/\/127/,
    );
  });
});

/** Everything that a reader needs to understand and fix a failure. */
const essentialTexts = [
  'X-001',
  'alpha should be 1, but is 0',
  'PUT http://127.0.0.1:1/api/ports/p/value',
  'curl -i -X PUT',
  '$ALPHA_TOKEN',
  '--only values/1 --seed 42',
];

/** Returns the text that a browser shows for a page's HTML. */
const toVisibleText = (html: string): string =>
  html
    .replace(/<(style|script)>[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

describe('the HTML report', () => {
  const html = renderHtmlReport(createReportWith('PASS', 'FAIL', 'NOT_VERIFIED'));

  it('shows everything essential about a failure, and the verdicts', () => {
    for (const part of essentialTexts) expect(toVisibleText(html)).toContain(part);
    expect(toVisibleText(html)).toMatch(/CORE\s+failed\s+1\s+of 3/);
  });

  it('escapes text', () => {
    expect(html).toContain('a &lt;text&gt;');
    expect(html).toContain('alpha is 1 &amp; &lt;nothing&gt; else');
    expect(html).not.toMatch(/<(text|nothing|thing|provoked|loss)>/);
  });

  it('loads nothing, and allows only its own style and script', () => {
    const [, css = ''] = html.match(/<style>([\s\S]*)<\/style>/) ?? [];
    const [, script = ''] = html.match(/<script>([\s\S]*)<\/script>/) ?? [];
    const hash = (text: string): string =>
      `&#39;sha256-${createHash('sha256').update(text).digest('base64')}&#39;`;
    expect(html).toContain(
      `content="default-src &#39;none&#39;; style-src ${hash(css)}; script-src ${hash(script)}; base-uri &#39;none&#39;;`,
    );
    const markup = html.replace(script, '').replace(css, '');
    expect(markup).not.toMatch(/<link|<img|<iframe|\son\w+=|\sstyle=|\ssrc=|javascript:/i);
    expect(`${css}${script}`).not.toMatch(/@import|url\(|fetch|http/);
  });

  it('shows the coverage of the interface description, and why cells were not seen', () => {
    expect(toVisibleText(html)).toMatch(/getThing[^a-z]+asserted[^a-z]+observed[^a-z]+unreachable/);
    expect(toVisibleText(html)).toContain('never <provoked>');
    expect(toVisibleText(html)).toContain('PUT /api/<thing>');
  });

  it('shows the coverage of the event catalog, with what triggers each kind', () => {
    expect(toVisibleText(html)).toMatch(/thing\.made\s+a thing \| is made[^a-z]+asserted[^a-z]+observed/);
    expect(toVisibleText(html)).toMatch(/needs a <loss>\s+thing\.lost by name/);
  });
});

describe('the Markdown report', () => {
  const markdown = renderMarkdownReport(createReportWith('PASS', 'FAIL', 'NOT_VERIFIED'));

  it('shows everything essential about a failure, and the verdicts', () => {
    for (const part of essentialTexts) expect(markdown.replaceAll('\\', '')).toContain(part);
    expect(markdown).toContain('| CORE | failed | 1 of 3 |');
  });

  it('escapes text, and fences code with more backticks than it contains', () => {
    expect(markdown).toContain('alpha is 1 &amp; &lt;nothing&gt; else');
    expect(markdown).toContain('missing, answered 500 \\| broken: putThing 200');
    const ticks = createReportWith('FAIL');
    const [outcome] = ticks.audits;
    const text = renderMarkdownReport({
      ...ticks,
      audits: [{ ...outcome!, actual: '```\n# not a heading' }],
    });
    expect(text).toMatch(/^````text$[\s\S]*^````$/m);
  });

  it('shows the coverage as a table', () => {
    expect(markdown).toContain('| getThing | A | O | u |');
    expect(markdown).toContain('| putThing | M |  |  |');
  });

  it('shows the coverage of the event catalog as a table, with what triggers each kind', () => {
    expect(markdown).toContain('| event kind | by name | \\* |');
    expect(markdown).toContain('| thing.made | A | O |');
    expect(markdown).toContain('| thing.lost | u | M |');
    expect(markdown).toContain('- thing.made is sent when a thing \\| is made');
  });
});

describe('the annotations of GitHub Actions', () => {
  it('are the verdict and one line for each cause', () => {
    const maliciousOutcome = createOutcome('a', ['X-001'], {
      message: 'one,\n::error::two',
      exchanges: [createExchange('GET', '/api/types', createResponse(200, '100%: a, b'))],
    });
    const [verdict, cause, ...otherAnnotations] = toGitHubAnnotations(reportOn(maliciousOutcome));
    expect(otherAnnotations).toEqual([]);
    expect(verdict).toMatch(/^::error title=Conformance%3A NOT CONFORMANT::1 requirement failed/);
    expect(cause).toMatch(
      /^::error title=GET \/api\/types answers 200 100%25%3A a%2C b::1 requirement depends/,
    );
    expect(cause).toContain('%0Arequired:   one,%0A::error::two%0A');
    expect(cause).not.toContain('\n');
  });

  it.each([
    ['notice', createReportWith('PASS')],
    ['warning', createReportWith('PASS', 'NOT_VERIFIED')],
    ['error', createReportWith('HARNESS_ERROR')],
    ['error', { ...createReportWith(), problem: 'http://127.0.0.1:1 does not answer' }],
  ] as const)('begin with a %s for such a verdict', (kind, report) => {
    expect(toGitHubAnnotations(report)[0]).toMatch(new RegExp(`^::${kind} `));
  });
});

describe('the badge', () => {
  it.each([
    ['conformant, 2 of 2 MUST', 'brightgreen', ['PASS', 'PASS']],
    ['failed, 1 of 2 MUST', 'red', ['PASS', 'FAIL']],
    ['partial, 1 of 2 MUST', 'yellow', ['PASS', 'NOT_VERIFIED']],
    ['nothing ran, 0 of 0 MUST', 'lightgrey', []],
  ] as const)('says %s', (message, color, statuses) => {
    expect(createBadge(createReportWith(...statuses))).toEqual({
      schemaVersion: 1,
      label: 'conformance',
      message,
      color,
    });
  });
});

it('a partial run has no badge', () => {
  expect(Object.keys(createReportFiles(createPartialReport('PASS')))).not.toContain('badge.json');
});

it('every format is written', () => {
  const files = createReportFiles(createReportWith('PASS', 'FAIL'));
  expect(Object.keys(files).sort()).toEqual([
    'badge.json',
    'junit.xml',
    'report.html',
    'report.json',
    'report.md',
    'summary.txt',
  ]);
  expect(JSON.parse(files['report.json'] ?? '')).toEqual(
    JSON.parse(JSON.stringify(createReportWith('PASS', 'FAIL'))),
  );
});

describe('the further sections of a report', () => {
  const report: Report = {
    ...createReportWith('PASS'),
    left: [
      { what: 'the layer 31', on: 'http://target', why: 'no action removes a name' },
      { what: 'the layer 9', on: 'http://target', why: 'no action removes a name' },
    ],
    besideOnly: [{ audit: 'graphs/list', message: 'the list holds the graph' }],
    readings: [{ key: 'port.name', how: 'inferred', where: 'label <b>', requirements: 17 }],
  };

  it.each([
    ['Markdown', renderMarkdownReport],
    ['HTML', renderHtmlReport],
  ])('show leftovers, and where undocumented fields were read, in %s', (_, render) => {
    const text = render(report).replaceAll('\\', '');
    expect(text).toContain('http://target: no action removes a name');
    expect(text).toContain('the layer 31, the layer 9');
    expect(text).toMatch(/port\.name[\s\S]*inferred[\s\S]*label (&lt;|&#60;)b/);
    expect(text).toContain('17');
    expect(text).toMatch(/Failed while another audit ran[\s\S]*graphs\/list[\s\S]*the list holds the graph/);
  });

  it('are absent if they are empty', () => {
    expect(renderHtmlReport(createReportWith('PASS'))).not.toMatch(/id="(left|readings|beside)"/);
  });
});
