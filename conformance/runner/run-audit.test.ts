import { asyncModelRun, commands, constant, integer } from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type AuditContext, defineAuditArea, type MultiRequirementContext, type Need } from '../audit.ts';
import { getRequestPath } from '../target/http/exchange.ts';
import { serveTestTarget, type TestTarget } from '../target/http/testing-server.ts';
import { Manifest } from '../target/manifest.ts';
import { createSession } from '../target/session.ts';
import { runAudit } from './run-audit.ts';
import { createTestRunContext } from './testing-audits.ts';
import type { RunContext } from './audit-context.ts';
import type { AuditOutcome } from './audit-outcome.ts';

let server: TestTarget;
let createRunContext: RunContext;
let removed: string[];

beforeEach(async () => {
  removed = [];
  server = await serveTestTarget((request, response) => {
    if (request.method === 'DELETE') removed.push(request.url ?? '');
    if (request.url === '/hang-up') {
      request.socket.destroy();
      return;
    }
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({ id: 'graph-1', runtimeConnected: false, projectName: null, secret: 's3cret' }),
    );
  });
  const session = createSession({
    url: server.url,
    token: 's3cret',
    manifest: Manifest.parse({}),
    validate: () => undefined,
    seed: 7,
    folder: '.',
  });
  createRunContext = await createTestRunContext(session, ['DELETE /api/graphs/{}']);
});

afterEach(async () => {
  createRunContext.session.close();
  await server.close();
});

const runTest = async (
  body: (t: AuditContext) => Promise<unknown>,
  { needs = [], ...details }: { needs?: readonly Need[]; timeout?: number } = {},
): Promise<AuditOutcome> => {
  const audit = defineAuditArea('test', ...needs)
    .with(details)
    .audit('one', ['HEALTH-001'], body);
  const [outcome, ...others] = await runAudit(audit, createRunContext);
  if (!outcome || others.length > 0) throw new Error('One requirement has one outcome.');
  return outcome;
};

describe('the result of an audit', () => {
  it('is PASS for an assertion that holds over a recorded exchange', async () => {
    const outcome = await runTest(async (t) => {
      const reply = await t.http.get('/api/health');
      t.must(reply.ok, 'health answers');
    });
    expect(outcome).toMatchObject({ status: 'PASS', audit: 'test/one', requirements: ['HEALTH-001'] });
    expect(outcome.exchanges).toHaveLength(1);
  });

  it('shows the requests', async () => {
    const { exchanges } = await runTest(async (t) => {
      await t.http.get('/a?b=c');
      await t.http.post('/a', { b: 1 });
      await t.http.put('/a', [2]);
      await t.http.delete('/a');
      await t.http.send('PATCH', '/a', { body: 'text', headers: { 'x-b': 'c' } });
      t.observe('asked', true);
    });
    expect(
      exchanges.map(({ request: { method, url, body = '' } }) => {
        const { pathname, search } = new URL(url);
        return `${method} ${pathname}${search} ${body}`.trim();
      }),
    ).toEqual(['GET /a?b=c', 'POST /a {"b":1}', 'PUT /a [2]', 'DELETE /a', 'PATCH /a text']);
    expect(exchanges.at(-1)?.request.headers).toMatchObject({ 'x-b': 'c' });
  });

  it('is HARNESS_ERROR for a pass without an exchange', async () => {
    expect(await runTest(async (t) => t.must(true, 'nothing asked'))).toMatchObject({
      status: 'HARNESS_ERROR',
      message: 'The audit recorded no exchange',
    });
  });

  it('is HARNESS_ERROR for an audit without assertions', async () => {
    const outcome = await runTest(async (t) => {
      await t.http.get('/api/health');
    });
    expect(outcome.status).toBe('HARNESS_ERROR');
  });

  it('is HARNESS_ERROR for a mistake in the audit itself', async () => {
    const outcome = await runTest(async () => {
      throw new TypeError('oops');
    });
    expect(outcome).toMatchObject({ status: 'HARNESS_ERROR', message: 'TypeError: oops' });
  });

  it('is FAIL, with expected and actual values, for an assertion that fails twice', async () => {
    const outcome = await runTest(async (t) => {
      const reply = await t.http.get('/api/health');
      t.mustEqual(reply.at('id'), 'graph-2', 'the id');
    });
    expect(outcome).toMatchObject({
      status: 'FAIL',
      message: 'the id',
      expected: 'graph-2',
      actual: 'graph-1',
    });
  });

  it('is FLAKY for a failure that does not recur', async () => {
    let attemptCount = 0;
    const outcome = await runTest(async (t) => {
      attemptCount += 1;
      await t.http.get('/api/health');
      t.must(attemptCount > 1, 'the second try');
    });
    expect(outcome.status).toBe('FLAKY');
  });

  it('is NOT_VERIFIED for a precondition that does not hold, and is not tried again', async () => {
    let attemptCount = 0;
    const outcome = await runTest(async (t) => {
      attemptCount += 1;
      t.given(false, 'a graph can be created');
    });
    expect(outcome).toMatchObject({ status: 'NOT_VERIFIED', message: 'Not given: a graph can be created' });
    expect(attemptCount).toBe(1);
  });

  it('is NOT_VERIFIED for a missing precondition, without a second try', async () => {
    const outcome = await runTest(async () => {}, { needs: ['runtime', 'condition:noRuntime'] });
    expect(outcome.status).toBe('NOT_VERIFIED');
    expect(outcome.message).toContain('health.runtimeConnected');
    expect(outcome.message).toContain('instances.noRuntime');
  });

  it('is NOT_APPLICABLE, OBSERVED or WARN as the audit says', async () => {
    expect(await runTest(async (t) => t.notApplicable('not offered'))).toMatchObject({
      status: 'NOT_APPLICABLE',
    });
    expect(await runTest(async (t) => t.observe('status', 201))).toMatchObject({
      status: 'OBSERVED',
      observations: { status: 201 },
    });
    expect(await runTest(async (t) => t.should(false, 'better so'))).toMatchObject({
      status: 'WARN',
      message: 'better so',
    });
  });

  it('is FAIL for a request to a running target that gets no response', async () => {
    const outcome = await runTest(async (t) => {
      await t.http.get('/hang-up');
    });
    expect(outcome.status).toBe('FAIL');
    expect(outcome.message).toContain('got no response');
  });

  it('is NOT_VERIFIED for an audit that does not end in time', async () => {
    const outcome = await runTest(() => new Promise(() => {}), { timeout: 20 });
    expect(outcome.status).toBe('NOT_VERIFIED');
  });
});

const getAssertedRequest = ({ exchanges, asserted }: AuditOutcome): string | undefined => {
  const exchange = asserted === undefined ? undefined : exchanges[asserted];
  return exchange && `${exchange.request.method} ${getRequestPath(exchange.request)}`;
};

describe('the exchange that a failed assertion is about', () => {
  it('is the last one whose reply was read', async () => {
    const outcome = await runTest(async (t) => {
      const first = await t.http.get('/api/types');
      await t.http.get('/api/health');
      t.must(first.at('count') === 18, 'there are 18 types');
    });
    expect(getAssertedRequest(outcome)).toBe('GET /api/types');
  });

  it('is the request whose effect is awaited elsewhere', async () => {
    const outcome = await runTest(async (t) => {
      const types = await t.http.get('/api/events/types');
      const isListed = types.at('id') === 'graph-1';
      await t.http.post('/api/graphs/a/run');
      t.must(!isListed, 'an event arrives');
    });
    expect(getAssertedRequest(outcome)).toBe('POST /api/graphs/a/run');
  });

  it('is the one whose reply the assertion names, even if many followed', async () => {
    const outcome = await runTest(async (t) => {
      const rejected = await t.http.post('/api/batch', {});
      for (const page of Array(12).keys())
        t.given((await t.http.get(`/api/health?page=${page}`)).ok, 'health');
      t.mustFail(rejected, 400);
    });
    expect(getAssertedRequest(outcome)).toBe('POST /api/batch');
    expect(outcome.exchanges.length).toBe(9);
  });

  it('is the request that changed something, not the read that shows the change', async () => {
    let count = 0;
    const outcome = await runTest(async (t) => {
      await t.http.post('/api/graphs', {});
      const snapshot = await t.snapshot(async () => {
        await t.http.get('/api/graphs/a/nodes');
        return { name: `name ${'x'.repeat(count)}` };
      });
      await t.http.post('/api/graphs/a/nodes/bulk', []);
      await t.http.get('/api/health');
      count += 1;
      await t.mustBeUnchanged(snapshot, 'a failed bulk request leaves nothing behind');
    });
    expect(getAssertedRequest(outcome)).toBe('POST /api/graphs/a/nodes/bulk');
    expect(outcome.isSideEffect).toBe(true);
  });
});

describe('an audit of several requirements', () => {
  const ids = ['HEALTH-001', 'HEALTH-002', 'HEALTH-003'] as const;
  type Several = MultiRequirementContext<(typeof ids)[number]>;

  const runAndGetStatuses = async (
    body: (t: Several) => Promise<unknown>,
  ): Promise<Record<string, string>> => {
    const outcomes = await runAudit(defineAuditArea('test').audit('several', ids, body), createRunContext);
    return Object.fromEntries(
      outcomes.flatMap(({ requirements, status }) => requirements.map((id) => [id, status])),
    );
  };

  it('fails the requirement whose assertion fails, and decides the others by their own', async () => {
    const statuses = await runAndGetStatuses(async (t) => {
      const reply = await t.http.get('/api/health');
      t.for('HEALTH-001').mustEqual(reply.at('id'), 'graph-2', 'the id');
      t.for('HEALTH-002').must(reply.ok, 'it answers');
      t.for('HEALTH-003').should(false, 'better so');
    });
    expect(statuses).toEqual({ 'HEALTH-001': 'FAIL', 'HEALTH-002': 'PASS', 'HEALTH-003': 'WARN' });
  });

  it('reports each failure with its own exchanges', async () => {
    const outcomes = await runAudit(
      defineAuditArea('test').audit('several', ids, async (t) => {
        t.for('HEALTH-001', 'HEALTH-002').mustFail(await t.http.get('/first'), 404, 'NOT_FOUND');
        t.for('HEALTH-003').must((await t.http.get('/second')).ok, 'the second answers');
      }),
      createRunContext,
    );
    expect(outcomes).toMatchObject([
      { requirements: ['HEALTH-001', 'HEALTH-002'], status: 'FAIL', expected: '404 NOT_FOUND' },
      { requirements: ['HEALTH-003'], status: 'PASS' },
    ]);
    expect(outcomes[0]?.exchanges.map(({ request }) => new URL(request.url).pathname)).toEqual(['/first']);
  });

  it('leaves requirements open that a missing precondition cut short', async () => {
    const statuses = await runAndGetStatuses(async (t) => {
      await t.http.get('/api/health');
      t.for('HEALTH-001').must(false, 'the first');
      t.for('HEALTH-002').must(true, 'the second, so far');
      t.given(false, 'more of it');
      t.for('HEALTH-003').must(true, 'the third');
    });
    expect(statuses).toEqual({
      'HEALTH-001': 'FAIL',
      'HEALTH-002': 'NOT_VERIFIED',
      'HEALTH-003': 'NOT_VERIFIED',
    });
  });

  it('does not count an exception after a failure as an error of the kit', async () => {
    const body = (condition: boolean) => async (t: Several) => {
      await t.http.get('/api/health');
      t.for('HEALTH-001').must(condition, 'it is a list');
      throw new TypeError('not a list');
    };
    expect((await runAndGetStatuses(body(false)))['HEALTH-002']).toBe('NOT_VERIFIED');
    expect((await runAndGetStatuses(body(true)))['HEALTH-002']).toBe('HARNESS_ERROR');
  });

  it('leaves requirements open that it does not reach after a failure', async () => {
    const statuses = await runAndGetStatuses(async (t) => {
      await t.http.get('/api/health');
      if (!t.for('HEALTH-001').must(false, 'it is there')) return;
      t.for('HEALTH-002', 'HEALTH-003').must(true, 'what is in it');
    });
    expect(statuses).toMatchObject({ 'HEALTH-001': 'FAIL', 'HEALTH-002': 'NOT_VERIFIED' });
  });

  it('is HARNESS_ERROR for a requirement that no assertion names', async () => {
    const statuses = await runAndGetStatuses(async (t) => {
      await t.http.get('/api/health');
      t.for('HEALTH-001', 'HEALTH-002').must(true, 'two of three');
    });
    expect(statuses).toMatchObject({ 'HEALTH-001': 'PASS', 'HEALTH-003': 'HARNESS_ERROR' });
  });

  it('shrinks a property for the requirement that fails, and continues', async () => {
    const outcomes = await runAudit(
      defineAuditArea('test').audit('several', ids, async (t) => {
        await t.property('small numbers only', integer({ min: 0, max: 1000 }), async (number) => {
          await t.http.get(`/number/${number}`);
          t.for('HEALTH-001').must(number < 10, `${number} is small`);
        });
        t.for('HEALTH-002', 'HEALTH-003').must((await t.http.get('/last')).ok, 'the last answers');
      }),
      createRunContext,
    );
    expect(outcomes).toMatchObject([
      {
        status: 'FAIL',
        message: expect.stringMatching(/^small numbers only: 10 is small \(input 10, seed 7/),
      },
      { status: 'PASS' },
    ]);
    expect(outcomes[0]?.exchanges.map(({ request }) => new URL(request.url).pathname)).toEqual([
      '/number/10',
    ]);
  });
});

it('continues to search for inputs that fail for other requirements of a property', async () => {
  const outcomes = await runAudit(
    defineAuditArea('test').audit('several', ['HEALTH-001', 'HEALTH-002', 'HEALTH-003'], async (t) => {
      await t.property('numbers', integer({ min: 0, max: 1000 }), async (number) => {
        await t.http.get(`/number/${number}`);
        t.for('HEALTH-001').must(number < 10, `${number} is small`);
        t.for('HEALTH-002').must(number < 500, `${number} is not large`);
        t.for('HEALTH-003').must(number >= 0, `${number} is no debt`);
      });
    }),
    createRunContext,
  );
  expect(outcomes.map(({ requirements, status }) => [requirements, status])).toEqual([
    [['HEALTH-001'], 'FAIL'],
    [['HEALTH-002'], 'FAIL'],
    [['HEALTH-003'], 'PASS'],
  ]);
  expect(outcomes[0]?.message).toMatch(/10 is small \(input 10,/);
  expect(outcomes[1]?.message).toMatch(/500 is not large \(input 500,/);
});

describe('a second try', () => {
  it.each([
    ['passes', 'FLAKY', (t: AuditContext) => t.must(true, 'it')],
    ['cannot run', 'FAIL', (t: AuditContext) => t.given(false, 'a graph')],
    ['stumbles', 'FAIL', () => Promise.reject(new TypeError('oops'))],
  ])('that %s makes a failure %s', async (_, status, attempt) => {
    let attemptCount = 0;
    const outcome = await runTest(async (t) => {
      attemptCount += 1;
      await t.http.get('/api/health');
      if (attemptCount === 1) t.must(false, 'the first try');
      else await attempt(t);
    });
    expect(outcome).toMatchObject({ status, message: expect.stringContaining('the first try') });
  });
});

describe('an audit', () => {
  it('deletes what it created, whatever its result', async () => {
    await runTest(async (t) => {
      await t.fixtures.graph();
      t.must(false, 'no');
    });
    expect(removed).toEqual(['/api/graphs/graph-1?deleteFile=true', '/api/graphs/graph-1?deleteFile=true']);
  });

  it('sends nothing more after its time, and deletes what it created', async () => {
    let resume = (): void => {};
    const overdue = new Promise<void>((resolve) => {
      resume = resolve;
    });
    let lateWork: Promise<unknown> = Promise.resolve();
    const closed: string[] = [];
    const outcome = await runTest(
      (t) => {
        lateWork = (async () => {
          await t.fixtures.graph();
          await overdue;
          t.defer(async () => closed.push('late'));
          await t.fixtures.graph();
        })();
        t.defer(async () => closed.push('in time'));
        return lateWork;
      },
      { timeout: 300 },
    );
    resume();
    await expect(lateWork).rejects.toThrow('The audit ran out of time');
    expect(outcome.status).toBe('NOT_VERIFIED');
    expect(removed).toEqual(['/api/graphs/graph-1?deleteFile=true']);
    expect(closed).toEqual(['in time', 'late']);
  });

  it('ends when the run is interrupted, and no other audit begins', async () => {
    const interruption = new AbortController();
    createRunContext = await createTestRunContext(
      createRunContext.session,
      ['DELETE /api/graphs/{}'],
      interruption.signal,
    );
    const outcome = await runTest(async (t) => {
      await t.fixtures.graph();
      interruption.abort();
      await new Promise(() => {});
    });
    let hasStarted = false;
    const next = await runTest(async () => {
      hasStarted = true;
    });
    for (const { status, message } of [outcome, next]) {
      expect([status, message]).toEqual(['NOT_VERIFIED', 'The run was interrupted first']);
    }
    expect(hasStarted).toBe(false);
    expect(removed).toEqual(['/api/graphs/graph-1?deleteFile=true']);
  });

  it('records no secrets', async () => {
    const { exchanges } = await runTest(async (t) => {
      const reply = await t.http.get('/api/health?access_token=abc');
      t.mustEqual(reply.at('secret'), 's3cret', 'audits themselves see the unmasked response');
    });
    expect(JSON.stringify(exchanges)).not.toMatch(/s3cret|=abc/);
    expect(exchanges[0]?.request.headers['x-api-key']).toBe('•••');
  });

  it('shrinks a property that fails, and keeps only the exchanges of the smallest input', async () => {
    const outcome = await runTest(async (t) => {
      await t.property('small numbers only', integer({ min: 0, max: 1000 }), async (number) => {
        await t.http.get(`/number/${number}`);
        t.must(number < 10, `${number} is small`);
      });
    });
    expect(outcome.status).toBe('FAIL');
    expect(outcome.message).toMatch(/^small numbers only: 10 is small \(input 10, seed 7, path [\d:]+/);
    expect(outcome.exchanges.map(({ request }) => new URL(request.url).pathname)).toEqual(['/number/10']);
  });

  it('finds the same failing commands by the same path with the same seed, and keeps only their exchanges', async () => {
    const outcomes = [];
    for (let attempt = 0; attempt < 2; attempt += 1) {
      outcomes.push(
        await runTest(async (t) => {
          const step = integer({ min: 1, max: 9 }).map((increment) => ({
            check: () => true,
            run: async (model: { sum: number }) => {
              model.sum += increment;
              await t.http.get(`/sum/${model.sum}`);
              t.must(model.sum < 12, 'the sum stays small');
            },
            toString: () => `add ${increment}`,
          }));
          await t.property('sums', commands([step], { maxCommands: 20, size: 'max' }), (list) =>
            asyncModelRun(() => ({ model: { sum: 0 }, real: {} }), list),
          );
        }),
      );
    }
    const [first, second] = outcomes;
    expect(first?.status).toBe('FAIL');
    expect(first?.message).toMatch(/input add \d(,add \d)+ .*, seed 7, path \d/);
    expect(second?.message).toBe(first?.message);
    expect(first?.exchanges.length).toBe(first?.message?.match(/add \d/g)?.length);
  });

  it('does not count a missing precondition in a property as a failure', async () => {
    const outcome = await runTest(async (t) => {
      await t.property('never', constant(1), async () => t.given(false, 'something'));
    });
    expect(outcome.status).toBe('NOT_VERIFIED');
  });
});
