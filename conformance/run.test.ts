import { createServer } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runConformance, UsageError } from './run.ts';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the target says of the token, and whether a gated route serves it all the same. */
let answers: { authenticated: boolean; gated: number };
let server: Server;

beforeEach(async () => {
  server = createServer((request, response) => {
    const isGated = request.url === '/api/types';
    response.writeHead(isGated ? answers.gated : 200, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify(
        isGated && answers.gated >= 400
          ? { error: { code: 'UNAUTHORIZED', message: 'GET /api/health' } }
          : { status: 'ok', runtimeConnected: true, authenticated: answers.authenticated },
      ),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const run = () =>
  runConformance({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token: 'a-token',
    tokenSource: 'the token in the environment variable SCENE_TOKEN',
    only: ['HEALTH-001'],
    seed: 1,
  });

describe('a run with a token', () => {
  it('ends before it begins when the target refuses the token, and names where it came from', async () => {
    answers = { authenticated: false, gated: 401 };
    await expect(run()).rejects.toThrow(UsageError);
    await expect(run()).rejects.toThrow(/refuses the token in the environment variable SCENE_TOKEN/);
  });

  it.each([
    ['health does not know it but a gated route serves it', { authenticated: false, gated: 200 }],
    ['health knows it but a gated route does not serve it', { authenticated: true, gated: 401 }],
  ])('goes on when %s: that is for the audits to judge', async (_, contradiction) => {
    answers = contradiction;
    expect((await run()).audits).not.toEqual([]);
  });
});
