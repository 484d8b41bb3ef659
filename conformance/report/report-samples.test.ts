import { describe, expect, it } from 'vitest';
import { compareReports } from './compare-reports.ts';
import { renderComparisonPage } from './html/comparison-page.ts';
import { renderHtmlReport } from './html/report-page.ts';
import { renderJunitXml } from './junit.ts';
import { renderMarkdownReport } from './markdown.ts';
import { formatTerminalSummary } from './terminal-summary.ts';
import { createResponse, createExchange, createOutcome, createReport } from './testing-report.ts';
import type { Exchange } from '../target/http/exchange.ts';
import type { Report } from './report.ts';

const wrongStatus = createExchange(
  'PUT',
  '/api/ports/p/value',
  createResponse(200, '{"value":0}'),
  '{"value":1}',
);
const crashOutcome = createExchange(
  'GET',
  '/api/graphs',
  createResponse(500, '{"error":{"code":"INTERNAL","message":"x"}}'),
);

const extraOutcome: Exchange = {
  transport: 'hub',
  request: {
    method: 'SEND Subscribe',
    url: 'ws://127.0.0.1:1/api/events',
    headers: {},
    body: '[["graph.*"]]',
  },
  response: { status: 0, headers: {}, body: '{"kind":"done"}' },
  ms: 2,
};

const auditOutcomes = createReport(
  createOutcome('values/float', ['VALUE-001', 'VALUE-002'], {
    message: 'the port holds what was written',
    expected: { value: 1 },
    actual: { value: 0 },
    exchanges: [createExchange('GET', '/api/types', createResponse(200, '[]')), wrongStatus],
    likelyCause: 'values are read before they are written',
  }),
  createOutcome('values/again', ['VALUE-003'], { message: 'and holds it again', exchanges: [wrongStatus] }),
  createOutcome('graphs/list', ['GRAPH-001'], { message: 'graphs are listed', exchanges: [crashOutcome] }),
  createOutcome('graphs/broken', ['GRAPH-002'], { status: 'HARNESS_ERROR', message: 'x is not a function' }),
  createOutcome('graphs/now-and-then', ['GRAPH-003'], {
    status: 'FLAKY',
    message: 'a graph is there',
    exchanges: [extraOutcome, createExchange('GET', '/api/graphs/g')],
  }),
  createOutcome('graphs/advice', ['GRAPH-004'], { message: 'the answer names the call that mends it' }),
  createOutcome('graphs/unseen', ['GRAPH-005'], { status: 'NOT_VERIFIED', message: 'Not given: a graph' }),
  createOutcome('graphs/unseen-too', ['GRAPH-006'], {
    status: 'NOT_VERIFIED',
    message: 'Not given: a graph',
  }),
  createOutcome('graphs/missing', ['GRAPH-007'], { status: 'NOT_VERIFIED', message: 'Not given: a node' }),
  createOutcome('graphs/get', ['GRAPH-008'], { status: 'PASS' }),
  createOutcome('graphs/other', ['GRAPH-009'], { status: 'NOT_APPLICABLE', message: 'L9 is not claimed' }),
);

/** A report that contains everything that a report can show. */
const fullReport: Report = {
  ...auditOutcomes,
  target: { url: 'http://127.0.0.1:1', name: 'A <thing>', version: '2' },
  requirements: auditOutcomes.requirements.map((result) =>
    result.id === 'GRAPH-004' ? { ...result, level: 'SHOULD', status: 'WARN' } : result,
  ),
  counts: { ...auditOutcomes.counts, FAIL: auditOutcomes.counts.FAIL - 1, WARN: 1 },
  profiles: [
    ...auditOutcomes.profiles,
    { profile: 'HUB', verdict: 'conformant', verified: 4, musts: 4 },
    { profile: 'ANIM', verdict: 'partial', verified: 1, musts: 2 },
    { profile: 'EVENTS', verdict: 'not claimed', verified: 0, musts: 2 },
    { profile: 'MIDI', verdict: 'not claimed', verified: 0, musts: 0 },
  ] as Report['profiles'],
  left: [
    { what: 'the layer 31', on: 'http://127.0.0.1:1', why: 'no action removes a name' },
    { what: 'the layer 9', on: 'http://127.0.0.1:1', why: 'no action removes a name' },
  ],
  besideOnly: [{ audit: 'graphs/run', message: 'it runs' }],
  readings: [{ key: 'port.name', how: 'inferred', where: 'label', requirements: 17 }],
};

const passedOutcome = createReport(createOutcome('graphs/get', ['GRAPH-008'], { status: 'PASS' }));

/** A report that contains only passed audits. */
const bareReport: Report = {
  ...passedOutcome,
  coverage: passedOutcome.coverage.filter(({ state }) => state !== 'missing'),
  undocumented: [],
  events: [],
};

const partialReport: Report = { ...bareReport, only: ['GRAPH-*'] };

/** Returns a page's markup without its style and script, and without their hashes. */
const removeStyleAndScript = (page: string): string =>
  page
    .replace(/<style>[\s\S]*<\/style>/, '')
    .replace(/<script>[\s\S]*<\/script>/, '')
    .replaceAll(/sha256-[\w+/]+=*/g, 'sha256-…');

const getMarkup = (report: Report): string => removeStyleAndScript(renderHtmlReport(report));

it('the complete matrix of several reports matches its sample', async () => {
  const alpha = { ...fullReport, target: { ...fullReport.target, name: 'Alpha' } };
  const comparison = compareReports([
    { name: 'alpha.json', report: { ...alpha, startedAt: '2026-02-01T00:00:00.000Z' } },
    { name: 'alpha-old.json', report: { ...bareReport, target: { ...alpha.target, version: '1' } } },
    { name: 'bare.json', report: bareReport },
  ]);
  await expect(removeStyleAndScript(renderComparisonPage(comparison))).toMatchFileSnapshot(
    'samples/matrix.html',
  );
});

/**
 * To rewrite the samples, run `npx vitest run -c .config/vitest.config.ts conformance/report/report-samples.test.ts
 * -u`. Then read the samples.
 */
describe.each([
  ['summary.txt', formatTerminalSummary],
  ['report.md', renderMarkdownReport],
  ['junit.xml', renderJunitXml],
  ['report.html', getMarkup],
])('the complete %s', (name, render) => {
  it.each(Object.entries({ full: fullReport, bare: bareReport, part: partialReport }))(
    'of a report that is %s matches its sample',
    async (reportName, report) => {
      await expect(render(report)).toMatchFileSnapshot(`samples/${reportName}-${name}`);
    },
  );
});
