import { createServer } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { asyncModelRun, commands, constant, integer } from 'fast-check';
import { area } from '../area.ts';
import { Manifest } from '../target/manifest.ts';
import { createSession } from '../target/session.ts';
import { runAudit } from './run-audit.ts';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AuditContext, Need } from '../audit.ts';
import type { Shared } from './context.ts';

let server: Server;
let shared: Shared;
let removed: string[];

beforeEach(async () => {
  removed = [];
  server = createServer((request, response) => {
    if (request.url === '/hang-up') {
      request.socket.destroy();
      return;
    }
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({ id: 'graph-1', runtimeConnected: false, projectName: null, secret: 's3cret' }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const session = createSession({
    url: `http://127.0.0.1:${port}`,
    token: 's3cret',
    manifest: Manifest.parse({}),
    validate: () => undefined,
    seed: 7,
    folder: '.',
  });
  shared = {
    session,
    health: undefined,
    routes: new Set(),
    palette: () => Promise.reject(new Error('no palette')),
    discard: {
      possible: true,
      graph: async (id) => {
        removed.push(id);
      },
    },
  };
});

afterEach(async () => {
  shared.session.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const run = (
  body: (t: AuditContext) => Promise<void>,
  { needs = [], ...details }: { needs?: readonly Need[]; timeout?: number } = {},
) => runAudit(area('test', ...needs).audit('one', ['HEALTH-001'], details, body), shared);

describe('the result of an audit', () => {
  it('is PASS for a judgement that holds over a recorded exchange', async () => {
    const outcome = await run(async (t) => {
      const reply = await t.http.get('/api/health');
      t.must(reply.ok, 'health answers');
    });
    expect(outcome).toMatchObject({ status: 'PASS', audit: 'test/one', requirements: ['HEALTH-001'] });
    expect(outcome.exchanges).toHaveLength(1);
  });

  it('is HARNESS_ERROR for a pass without an exchange', async () => {
    expect(await run(async (t) => t.must(true, 'nothing asked'))).toMatchObject({
      status: 'HARNESS_ERROR',
      message: 'The audit recorded no exchange',
    });
  });

  it('is HARNESS_ERROR for an audit that judged nothing', async () => {
    const outcome = await run(async (t) => {
      await t.http.get('/api/health');
    });
    expect(outcome.status).toBe('HARNESS_ERROR');
  });

  it('is HARNESS_ERROR for a mistake in the audit itself', async () => {
    const outcome = await run(async () => {
      throw new TypeError('oops');
    });
    expect(outcome).toMatchObject({ status: 'HARNESS_ERROR', message: 'TypeError: oops' });
  });

  it('is FAIL, with expected and actual, for a judgement that does not hold twice', async () => {
    const outcome = await run(async (t) => {
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

  it('is FLAKY for a failure that does not come back', async () => {
    let tries = 0;
    const outcome = await run(async (t) => {
      tries += 1;
      await t.http.get('/api/health');
      t.must(tries > 1, 'the second try');
    });
    expect(outcome.status).toBe('FLAKY');
  });

  it('is NOT_VERIFIED for a precondition that does not hold, and is not tried again', async () => {
    let tries = 0;
    const outcome = await run(async (t) => {
      tries += 1;
      t.given(false, 'a graph can be created');
    });
    expect(outcome).toMatchObject({ status: 'NOT_VERIFIED', message: 'Not given: a graph can be created' });
    expect(tries).toBe(1);
  });

  it('is NOT_VERIFIED, naming what is missing, where a need is not met', async () => {
    const outcome = await run(async () => {}, { needs: ['runtime', 'condition:noRuntime'] });
    expect(outcome.status).toBe('NOT_VERIFIED');
    expect(outcome.message).toContain('health.runtimeConnected');
    expect(outcome.message).toContain('instances.noRuntime');
  });

  it('is NOT_APPLICABLE, OBSERVED or WARN as the audit says', async () => {
    expect(await run(async (t) => t.notApplicable('not offered'))).toMatchObject({
      status: 'NOT_APPLICABLE',
    });
    expect(await run(async (t) => t.observe('status', 201))).toMatchObject({
      status: 'OBSERVED',
      observations: { status: 201 },
    });
    expect(await run(async (t) => t.should(false, 'better so'))).toMatchObject({
      status: 'WARN',
      message: 'better so',
    });
  });

  it('is FAIL for a request that a living target leaves without an answer', async () => {
    const outcome = await run(async (t) => {
      await t.http.get('/hang-up');
    });
    expect(outcome.status).toBe('FAIL');
    expect(outcome.message).toContain('without an answer');
  });

  it('is NOT_VERIFIED for an audit that does not end in time', async () => {
    const outcome = await run(() => new Promise(() => {}), { timeout: 20 });
    expect(outcome.status).toBe('NOT_VERIFIED');
  });
});

describe('an audit', () => {
  it('has what it made taken away, whatever its result', async () => {
    await run(async (t) => {
      await t.lab.graph();
      t.must(false, 'no');
    });
    expect(removed).toEqual(['graph-1', 'graph-1']);
  });

  it('leaves no secret in what it recorded', async () => {
    const { exchanges } = await run(async (t) => {
      const reply = await t.http.get('/api/health?access_token=abc');
      t.mustEqual(reply.at('secret'), 's3cret', 'audits themselves see the answer as it is');
    });
    expect(JSON.stringify(exchanges)).not.toMatch(/s3cret|=abc/);
    expect(exchanges[0]?.request.headers['x-api-key']).toBe('•••');
  });

  it('shrinks a property that fails, and keeps the exchanges of the smallest input alone', async () => {
    const outcome = await run(async (t) => {
      await t.property('small numbers only', integer({ min: 0, max: 1000 }), async (number) => {
        await t.http.get(`/number/${number}`);
        t.must(number < 10, `${number} is small`);
      });
    });
    expect(outcome.status).toBe('FAIL');
    expect(outcome.message).toMatch(/^small numbers only: 10 is small \(input 10, seed 7, path [\d:]+/);
    expect(outcome.exchanges.map(({ request }) => new URL(request.url).pathname)).toEqual(['/number/10']);
  });

  it('finds the same failing commands by the same path when a seed is used again, and keeps their exchanges alone', async () => {
    const outcomes = [];
    for (let again = 0; again < 2; again += 1) {
      outcomes.push(
        await run(async (t) => {
          const step = integer({ min: 1, max: 9 }).map((by) => ({
            check: () => true,
            run: async (model: { sum: number }) => {
              model.sum += by;
              await t.http.get(`/sum/${model.sum}`);
              t.must(model.sum < 12, 'the sum stays small');
            },
            toString: () => `add ${by}`,
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

  it('keeps a precondition inside a property from counting as a failure', async () => {
    const outcome = await run(async (t) => {
      await t.property('never', constant(1), async () => t.given(false, 'something'));
    });
    expect(outcome.status).toBe('NOT_VERIFIED');
  });
});
