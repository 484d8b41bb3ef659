import { describe, expect, it } from 'vitest';
import { htmlReport } from './html/page.ts';
import { junitXml } from './junit.ts';
import { markdownReport } from './markdown.ts';
import { terminalSummary } from './terminal.ts';
import { answered, exchangeOf, outcomeOf, reportOf } from './testing-report.ts';
import type { Exchange } from '../target/http/exchange.ts';
import type { Report } from './report.ts';

const wrong = exchangeOf('PUT', '/api/ports/p/value', answered(200, '{"value":0}'), '{"value":1}');
const crash = exchangeOf('GET', '/api/graphs', answered(500, '{"error":{"code":"INTERNAL","message":"x"}}'));

const told: Exchange = {
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

const audited = reportOf(
  outcomeOf('values/float', ['VALUE-001', 'VALUE-002'], {
    message: 'the port holds what was written',
    expected: { value: 1 },
    actual: { value: 0 },
    exchanges: [exchangeOf('GET', '/api/types', answered(200, '[]')), wrong],
    likelyCause: 'values are read before they are written',
  }),
  outcomeOf('values/again', ['VALUE-003'], { message: 'and holds it again', exchanges: [wrong] }),
  outcomeOf('graphs/list', ['GRAPH-001'], { message: 'graphs are listed', exchanges: [crash] }),
  outcomeOf('graphs/broken', ['GRAPH-002'], { status: 'HARNESS_ERROR', message: 'x is not a function' }),
  outcomeOf('graphs/now-and-then', ['GRAPH-003'], {
    status: 'FLAKY',
    message: 'a graph is there',
    exchanges: [told, exchangeOf('GET', '/api/graphs/g')],
  }),
  outcomeOf('graphs/advice', ['GRAPH-004'], { message: 'the answer names the call that mends it' }),
  outcomeOf('graphs/unseen', ['GRAPH-005'], { status: 'NOT_VERIFIED', message: 'Not given: a graph' }),
  outcomeOf('graphs/unseen-too', ['GRAPH-006'], { status: 'NOT_VERIFIED', message: 'Not given: a graph' }),
  outcomeOf('graphs/missing', ['GRAPH-007'], { status: 'NOT_VERIFIED', message: 'Not given: a node' }),
  outcomeOf('graphs/get', ['GRAPH-008'], { status: 'PASS' }),
  outcomeOf('graphs/other', ['GRAPH-009'], { status: 'NOT_APPLICABLE', message: 'L9 is not claimed' }),
);

/** With something of everything that can be told. */
const full: Report = {
  ...audited,
  target: { url: 'http://127.0.0.1:1', name: 'A <thing>', version: '2' },
  requirements: audited.requirements.map((result) =>
    result.id === 'GRAPH-004' ? { ...result, level: 'SHOULD', status: 'WARN' } : result,
  ),
  counts: { ...audited.counts, FAIL: audited.counts.FAIL - 1, WARN: 1 },
  profiles: [
    ...audited.profiles,
    { profile: 'HUB', verdict: 'conformant', verified: 4, musts: 4 },
    { profile: 'ANIM', verdict: 'partial', verified: 1, musts: 2 },
    { profile: 'EVENTS', verdict: 'not claimed', verified: 0, musts: 2 },
    { profile: 'MIDI', verdict: 'not claimed', verified: 0, musts: 0 },
  ] as Report['profiles'],
  left: [
    { what: 'the layer 31', on: 'http://127.0.0.1:1', why: 'nothing takes a name away' },
    { what: 'the layer 9', on: 'http://127.0.0.1:1', why: 'nothing takes a name away' },
  ],
  besideOnly: [{ audit: 'graphs/run', message: 'it runs' }],
  readings: [{ key: 'port.name', how: 'inferred', where: 'label', requirements: 17 }],
};

const passed = reportOf(outcomeOf('graphs/get', ['GRAPH-008'], { status: 'PASS' }));

/** With nothing to tell but that all is well. */
const bare: Report = {
  ...passed,
  coverage: passed.coverage.filter(({ state }) => state !== 'missing'),
  undocumented: [],
  events: [],
};

const part: Report = { ...bare, only: ['GRAPH-*'] };

/** Without what looks and what listens. */
const markupOf = (report: Report): string =>
  htmlReport(report)
    .replace(/<style>[\s\S]*<\/style>/, '')
    .replace(/<script>[\s\S]*<\/script>/, '');

/** `npx vitest run -c .config/vitest.config.ts conformance/report/whole.test.ts -u` writes the samples anew: they are to be read then. */
describe.each([
  ['summary.txt', terminalSummary],
  ['report.md', markdownReport],
  ['junit.xml', junitXml],
  ['report.html', markupOf],
])('the whole %s', (name, render) => {
  it.each(Object.entries({ full, bare, part }))(
    'of a report that is %s reads as it did',
    async (of, report) => {
      await expect(render(report)).toMatchFileSnapshot(`samples/${of}-${name}`);
    },
  );
});
