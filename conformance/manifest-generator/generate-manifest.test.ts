import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { generateManifest } from './generate-manifest.ts';
import { serveTestTarget, type TestTarget } from '../target/http/testing-server.ts';

/** A healthy target that lets the kit create nothing. Its token is `right`. */
let target: TestTarget;
let projectName: string | null;

beforeEach(async () => {
  projectName = null;
  target = await serveTestTarget(({ url, headers }, response) => {
    const authenticated = headers['x-api-key'] === 'right';
    const isHealth = url === '/api/health';
    const json = isHealth ? { status: 'ok', runtimeConnected: true, projectName, authenticated } : {};
    const status = isHealth || (authenticated && url === '/api/types') ? 200 : 403;
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
  });
});

afterEach(() => target.close());

const listTodos = async (token?: string): Promise<string> => {
  const url = target.url;
  return (await generateManifest({ url, ...(token !== undefined && { token }) })).todos.join('\n');
};

describe('a generated manifest of a target that rejects graphs', () => {
  it('says that it had no token, and that no project is open', async () => {
    expect(await listTodos()).toContain(
      'no graph could be created to probe, and no token was given (--token-env NAME); no project is open; generate the manifest again',
    );
  });

  it('mentions only the causes that apply', async () => {
    projectName = 'mine';
    expect(await listTodos('right')).toContain(
      'no graph could be created to probe; generate the manifest again when that works',
    );
  });

  it('is not generated with a rejected token', async () => {
    await expect(listTodos('wrong')).rejects.toThrow('rejects the token');
  });
});
