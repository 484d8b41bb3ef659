import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runConformance, UsageError } from './run-conformance.ts';
import { serveTestTarget, type TestTarget } from './target/http/testing-server.ts';

/** What the target says about the token, and the status of a gated route. */
let tokenResponses: { authenticated: boolean; gated: number };
let server: TestTarget;
/** The number of further requests that the target answers like a proxy whose upstream is not available. */
let unreadyResponses = 0;

beforeEach(async () => {
  unreadyResponses = 0;
  server = await serveTestTarget((request, response) => {
    if (unreadyResponses > 0) {
      unreadyResponses -= 1;
      response.writeHead(503).end();
      return;
    }
    const isGated = request.url === '/api/types';
    response.writeHead(isGated ? tokenResponses.gated : 200, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify(
        isGated && tokenResponses.gated >= 400
          ? { error: { code: 'UNAUTHORIZED', message: 'GET /api/health' } }
          : {
              status: 'ok',
              runtimeConnected: true,
              projectName: null,
              authenticated: tokenResponses.authenticated,
            },
      ),
    );
  });
});

afterEach(() => server.close());

const getUrl = (): string => server.url;

const runTest = (options: { waitMs?: number; only?: readonly string[] } = {}) =>
  runConformance({
    url: getUrl(),
    token: 'a-token',
    tokenSource: 'the token in the environment variable SCENE_TOKEN',
    only: ['HEALTH-001'],
    seed: 1,
    ...options,
  });

describe('a run with a token', () => {
  it('ends before it begins if the target rejects the token, and names where it came from', async () => {
    tokenResponses = { authenticated: false, gated: 401 };
    await expect(runTest()).rejects.toThrow(UsageError);
    await expect(runTest()).rejects.toThrow(/rejects the token in the environment variable SCENE_TOKEN/);
  });

  it.each([
    ['health rejects it but a gated route accepts it', { authenticated: false, gated: 200 }],
    ['health accepts it but a gated route rejects it', { authenticated: true, gated: 401 }],
  ])('continues when %s, which is for the audits to check', async (_, contradiction) => {
    tokenResponses = contradiction;
    expect((await runTest()).audits).not.toEqual([]);
  });
});

describe('a run that waits', () => {
  it('starts when the target is healthy, and not before', async () => {
    tokenResponses = { authenticated: true, gated: 200 };
    unreadyResponses = 1_000;
    expect((await runTest()).requirements).toMatchObject([{ id: 'HEALTH-001', status: 'FAIL' }]);
    unreadyResponses = 2;
    expect((await runTest({ waitMs: 20_000 })).requirements).toMatchObject([{ status: 'PASS' }]);
  });

  it('says in one line that a target does not answer in time, and lists nothing as missing', async () => {
    const url = getUrl();
    await server.close();
    const report = await runConformance({ url, waitMs: 300, seed: 1 });
    expect(report.problem).toMatch(
      new RegExp(`^${url} does not answer within 0.3 s \\(ECONNREFUSED: .*\\)$`),
    );
    expect([report.requirements, report.coverage, report.excluded]).toEqual([[], [], []]);
  });
});

describe('a partial run', () => {
  it('finds no profile conformant, however it is selected', async () => {
    tokenResponses = { authenticated: true, gated: 200 };
    const report = await runTest({ only: ['HEALTH-001', 'health response'] });
    expect(report.profiles.map(({ verdict }) => verdict)).not.toContain('conformant');
    expect(report.requirements.length).toBeGreaterThan(5);
    expect((await runTest()).profiles).toMatchObject([
      { profile: 'CORE', verdict: 'not judged', verified: 1 },
    ]);
  });
});

it('a report contains the command to repeat the run, and the variables that hold the tokens', async () => {
  tokenResponses = { authenticated: true, gated: 200 };
  const copy = { url: 'http://127.0.0.1:9/', tokenEnv: 'OFF_TOKEN' };
  const { rerun } = await runConformance({
    url: `${getUrl()}/`,
    only: ['HEALTH-001'],
    manifest: { instances: { apiOff: copy } },
    rerun: { command: 'kit --url here', tokenEnv: 'MAIN_TOKEN' },
  });
  expect(rerun).toEqual({
    command: 'kit --url here',
    tokens: { [getUrl()]: 'MAIN_TOKEN', 'http://127.0.0.1:9': 'OFF_TOKEN' },
  });
});
