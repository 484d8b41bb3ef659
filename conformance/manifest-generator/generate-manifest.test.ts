import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { generateManifest } from './generate-manifest.ts';
import { serveTestTarget, type TestTarget } from '../target/http/testing-server.ts';

/** A target that is well, and lets nobody make anything; the token is `right`. */
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

describe('a draft of a target that lets nobody make a graph', () => {
  it('says that it had no token, and that no project is open', async () => {
    expect(await listTodos()).toContain(
      'no graph could be created to look at, and this draft had no token (--token-env NAME); no project is open; draft again',
    );
  });

  it('says nothing of what is not so', async () => {
    projectName = 'mine';
    expect(await listTodos('right')).toContain(
      'no graph could be created to look at; draft again when one can',
    );
  });

  it('is none with a token that is refused', async () => {
    await expect(listTodos('wrong')).rejects.toThrow('refuses the token');
  });
});
