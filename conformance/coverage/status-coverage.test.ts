import { describe, expect, it } from 'vitest';
import { countCells, createStatusCoverage } from './status-coverage.ts';
import type { AuditOutcome } from '../runner/audit-outcome.ts';
import type { Exchange } from '../target/http/exchange.ts';

const document = {
  paths: {
    '/api/things/{id}': {
      get: { operationId: 'getThing', responses: { 200: {}, 404: {}, 503: {} } },
    },
    '/api/things/all': { get: { operationId: 'listThings', responses: { '2XX': {} } } },
  },
};

const createExchange = (): Exchange => ({
  transport: 'http',
  request: { method: 'GET', url: 'http://127.0.0.1/', headers: {} },
  ms: 1,
});

const createOutcome = (audit: string, observations: AuditOutcome['observations']): AuditOutcome => ({
  audit,
  requirements: [],
  status: 'OBSERVED',
  observations,
  exchanges: [],
  ms: 1,
});

describe('the coverage of a document', () => {
  it('shows what was asserted, only observed, and never tried', () => {
    const coverage = createStatusCoverage(document);
    const exchange = createExchange();
    coverage.record('GET', '/api/things/7?x=1', 200, true, exchange);
    coverage.record('GET', '/api/things/none', 404, true, createExchange());
    coverage.assert([exchange]);
    expect(coverage.matrix([])).toEqual([
      { operation: 'getThing', status: '200', state: 'asserted' },
      { operation: 'getThing', status: '404', state: 'observed' },
      { operation: 'getThing', status: '503', state: 'missing', reason: 'not tried in this run' },
      { operation: 'listThings', status: '2XX', state: 'missing', reason: 'not tried in this run' },
    ]);
  });

  it('matches the template with more literal segments, and a status to its range', () => {
    const coverage = createStatusCoverage(document);
    coverage.record('GET', '/api/things/all', 206, true, createExchange());
    expect(coverage.matrix([]).at(-1)).toEqual({ operation: 'listThings', status: '2XX', state: 'observed' });
  });

  it('does not count an undocumented response', () => {
    const coverage = createStatusCoverage(document);
    coverage.record('GET', '/api/things/7', 200, false, createExchange());
    expect(coverage.matrix([])[0]).toMatchObject({ state: 'missing', reason: 'seen, but not as documented' });
  });

  it('takes reasons from replay audits only, and only for unseen cells', () => {
    const coverage = createStatusCoverage(document);
    coverage.record('GET', '/api/things/7', 200, true, createExchange());
    const reason = { unreachable: true, text: 'needs instances.noRuntime' };
    const cells = coverage.matrix([
      createOutcome('replay/all-statuses', { 'getThing 200': reason, 'getThing 503': reason }),
      createOutcome('other/audit', { 'getThing 404': reason }),
    ]);
    expect(cells.map(({ state }) => state)).toEqual(['observed', 'missing', 'unreachable', 'missing']);
    expect(cells[2]?.reason).toBe('needs instances.noRuntime');
    expect(countCells(cells)).toEqual({ asserted: 0, observed: 1, unreachable: 1, missing: 2 });
  });

  it('keeps the first request of each undocumented status, and ignores undocumented operations', () => {
    const coverage = createStatusCoverage(document);
    coverage.record('GET', '/api/things/1', 418, true, createExchange());
    coverage.record('GET', '/api/things/2', 418, true, createExchange());
    coverage.record('GET', '/elsewhere', 418, true, createExchange());
    expect(coverage.undocumented()).toEqual([
      { operation: 'getThing', status: 418, request: 'GET /api/things/1' },
    ]);
  });
});
