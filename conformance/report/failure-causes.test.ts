import { describe, expect, it } from 'vitest';
import { findCauses } from './failure-causes.ts';
import { createHeadline } from './headline.ts';
import { createResponse, createExchange, createOutcome, createReport } from './testing-report.ts';

const createEnvelope = (code: string): string => JSON.stringify({ error: { code, message: 'Why.' } });

const createGraphExchange = (digit: string) => `/api/graphs/${digit.repeat(8)}-0000-4000-8000-000000000000`;

describe('the causes of failures', () => {
  it('reports a wrong answer once, whatever graph it was about, with every requirement that depends on it', () => {
    const created = (digit: string) =>
      createExchange(
        'POST',
        `${createGraphExchange(digit)}/nodes`,
        createResponse(200, `{"id":"${digit.repeat(8)}-1111-4000-8000-000000000000"}`),
        '{"category":"Note"}',
      );
    const [cause, ...others] = findCauses(
      createReport(
        createOutcome('nodes/one', ['X-001', 'X-002'], { message: 'it is 201', exchanges: [created('1')] }),
        createOutcome('nodes/two', ['X-002', 'X-003'], {
          message: 'it has ports',
          exchanges: [created('2')],
        }),
      ),
    );
    expect(others).toEqual([]);
    expect(cause?.title).toMatch(/^POST \/api\/graphs\/\{graphId\}\/nodes answers 200 \{"id"/);
    expect(cause?.requirements.map(({ id }) => id)).toEqual(['X-001', 'X-002', 'X-003']);
    expect(cause?.failures.map(({ audit }) => audit)).toEqual(['nodes/one', 'nodes/two']);
  });

  it('separates different answers of a route, and lists the one that most requirements depend on first', () => {
    const written = (value: number) =>
      createExchange('PUT', '/api/ports/p/value', createResponse(200, `{"value":${value}}`), '{"value":1}');
    const causes = findCauses(
      createReport(
        createOutcome('values/one', ['X-001'], { exchanges: [written(1)] }),
        createOutcome('values/two', ['X-002', 'X-003'], { exchanges: [written(2)] }),
      ),
    );
    expect(causes.map(({ failures }) => failures.map(({ audit }) => audit))).toEqual([
      ['values/two'],
      ['values/one'],
    ]);
  });

  it('says what is wrong with an answer if all failures agree', () => {
    const createWrongStatus = (audit: string, actual: unknown) =>
      createOutcome(audit, [`${audit.toUpperCase()}-001`], {
        expected: 1,
        actual,
        exchanges: [createExchange('GET', '/api/types', createResponse(200, '{}'))],
      });
    const getTitle = (...actual: readonly unknown[]) =>
      findCauses(createReport(...actual.map((value, index) => createWrongStatus(`a${index}`, value)))).map(
        ({ title }) => title,
      );
    expect(getTitle(2, 2)).toEqual(['GET /api/types answers 200: should be 1, but is 2']);
    expect(getTitle('1')).toEqual(['GET /api/types answers 200: should be 1, but is "1"']);
    expect(getTitle('705')).toEqual(['GET /api/types answers 200: should be 1, but is "705"']);
    expect(getTitle(2, 3)).toEqual(['GET /api/types answers 200 {}']);
  });

  it('reports a wrong error code once for all routes', () => {
    const createWrongStatus = (audit: string, method: string, path: string) =>
      createOutcome(audit, [`${audit.toUpperCase()}-001`], {
        message: `${method} ${path} answers 404 GRAPH_NOT_FOUND`,
        expected: '404 GRAPH_NOT_FOUND',
        actual: '400 GRAPH_NOT_FOUND',
        exchanges: [
          createExchange(method, path, createResponse(400, createEnvelope('GRAPH_NOT_FOUND'))),
          createExchange('GET', '/api/types', createResponse(200, '{}')),
        ],
      });
    const causes = findCauses(
      createReport(
        createWrongStatus('a', 'GET', `${createGraphExchange('0')}/nodes`),
        createWrongStatus('b', 'POST', `${createGraphExchange('0')}/run`),
        createOutcome('seen', ['S-001'], {
          status: 'PASS',
          exchanges: ['nodes', 'run'].map((part) =>
            createExchange(
              part === 'run' ? 'POST' : 'GET',
              `${createGraphExchange('1')}/${part}`,
              createResponse(200, '[]'),
            ),
          ),
        }),
      ),
    );
    expect(causes).toMatchObject([
      {
        title: 'The target answers 400 GRAPH_NOT_FOUND instead of 404 GRAPH_NOT_FOUND',
        routes: ['GET /api/graphs/{graphId}/nodes', 'POST /api/graphs/{graphId}/run'],
      },
    ]);
  });

  it('reports a missing route once, and calls no route missing that ever succeeded', () => {
    const notFound = createExchange('GET', '/api/console', createResponse(404, 'Not found'));
    const failing = [
      createOutcome('console/one', ['X-001'], { message: 'the console answers', exchanges: [notFound] }),
      createOutcome('console/two', ['X-002'], { message: 'entries have a time', exchanges: [notFound] }),
    ];
    expect(findCauses(createReport(...failing)).map(({ title }) => title)).toEqual([
      'GET /api/console is not served: 404 Not found',
    ]);
    const served = createOutcome('console/three', ['X-003'], {
      status: 'PASS',
      exchanges: [createExchange('GET', '/api/console?limit=1', createResponse(200, '[]'))],
    });
    expect(findCauses(createReport(...failing, served)).map(({ title }) => title)).toEqual([
      'Errors lack the error envelope: the error body is not a JSON object',
    ]);
  });

  it('reports an error envelope that is wrong everywhere once', () => {
    const toFlatError = (code: string) => JSON.stringify({ code, message: 'Why.' });
    const causes = findCauses(
      createReport(
        createOutcome('a', ['A-001'], {
          expected: '400 INVALID_VALUE',
          exchanges: [
            createExchange('PUT', '/api/ports/p/value', createResponse(400, toFlatError('INVALID_VALUE'))),
          ],
        }),
        createOutcome('b', ['B-001'], {
          exchanges: [createExchange('GET', '/api/types', createResponse(401, toFlatError('UNAUTHORIZED')))],
        }),
      ),
    );
    expect(causes).toMatchObject([
      {
        title: 'Errors lack the error envelope: the error body has no object "error"',
        routes: ['PUT /api/ports/{portId}/value', 'GET /api/types'],
      },
    ]);
  });

  it('reports a target with a single response to everything in one line', () => {
    const causes = findCauses(
      createReport(
        ...['/api/health', '/api/types', '/api/toc'].map((path, index) =>
          createOutcome(`a/${index}`, [`A-00${index}`], {
            exchanges: [createExchange('GET', path, createResponse(200, '{}'))],
          }),
        ),
      ),
    );
    expect(causes).toMatchObject([
      { title: 'Every request gets the same response: 200 {}', requirements: { length: 3 } },
    ]);
  });

  it('reports missing responses and crashes for every route', () => {
    const causes = findCauses(
      createReport(
        createOutcome('a', ['A-001'], { exchanges: [createExchange('POST', '/api/batch')] }),
        createOutcome('b', ['B-001'], {
          exchanges: [
            createExchange('GET', '/api/types', createResponse(500, createEnvelope('INTERNAL_ERROR'))),
          ],
        }),
        createOutcome('c', ['C-001'], {
          exchanges: [
            createExchange('GET', '/api/graphs', createResponse(500, createEnvelope('INTERNAL_ERROR'))),
          ],
        }),
      ),
    );
    expect(causes.map(({ title, routes }) => [title, routes.length])).toEqual([
      ['The target has an internal error: 500 INTERNAL_ERROR', 2],
      ['POST /api/batch gets no answer', 1],
    ]);
  });

  it('blames the exchange that an assertion is about when other assertions of the audit hold', () => {
    const exchanges = [createExchange('GET', '/api/types', createResponse(200, '{}'))];
    const causes = findCauses(
      createReport(
        createOutcome('a', ['A-001'], { exchanges }),
        createOutcome('a', ['A-002'], { status: 'PASS', exchanges }),
        createOutcome('b', ['A-002'], {
          exchanges: [createExchange('GET', '/api/toc', createResponse(200, '[]'))],
        }),
      ),
    );
    expect(causes.map(({ requirements }) => requirements.map(({ id }) => id))).toEqual([
      ['A-001'],
      ['A-002'],
    ]);
  });

  it('blames the request that had a side effect, not the read that shows it', () => {
    const exchanges = [
      createExchange(
        'POST',
        `${createGraphExchange('1')}/nodes/bulk`,
        createResponse(400, createEnvelope('INVALID')),
      ),
      createExchange('GET', `${createGraphExchange('1')}/nodes`, createResponse(200, '[1]')),
    ];
    const [cause] = findCauses(
      createReport(
        createOutcome('a', ['A-001'], { exchanges, asserted: 0, isSideEffect: true, expected: 0, actual: 1 }),
      ),
    );
    expect(cause?.title).toBe(
      'POST /api/graphs/{graphId}/nodes/bulk answers 400, but has a side effect: should be 0, but is 1',
    );
  });

  it('does not call an absent runtime an internal error', () => {
    const absent = createResponse(503, createEnvelope('RUNTIME_NOT_CONNECTED'));
    const report = createReport(
      createOutcome('a', ['A-001'], { exchanges: [createExchange('GET', '/api/types', absent)] }),
    );
    expect(findCauses(report).map(({ title }) => title)).toEqual([
      'GET /api/types answers 503 RUNTIME_NOT_CONNECTED',
    ]);
  });

  it('does not blame the kit for a set-up that failed', () => {
    const message = 'The set-up of the condition apiOff failed';
    const report = createReport(
      createOutcome('a', ['A-001'], { status: 'HARNESS_ERROR', message, isSetupFault: true }),
    );
    expect(findCauses(report).map(({ title }) => title)).toEqual([message]);
    expect(createHeadline(report).detail).toBe('The set-up of a condition failed in 1 requirement.');
  });

  it('finds no cause where no requirement failed', () => {
    const report = createReport(createOutcome('a', ['A-001'], {}));
    const open = report.requirements.map((result) => ({ ...result, status: 'OBSERVED' as const }));
    expect(findCauses({ ...report, requirements: open })).toEqual([]);
  });
});
