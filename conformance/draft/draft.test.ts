import { createServer } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { draftManifest } from './draft.ts';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A target that is well, and lets nobody make anything; the token is `right`. */
let target: Server;
let projectName: string | null;

beforeEach(async () => {
  projectName = null;
  target = createServer(({ url, headers }, response) => {
    const authenticated = headers['x-api-key'] === 'right';
    const isHealth = url === '/api/health';
    const json = isHealth ? { status: 'ok', runtimeConnected: true, projectName, authenticated } : {};
    const status = isHealth || (authenticated && url === '/api/types') ? 200 : 403;
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
  });
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
});

afterEach(async () => {
  target.closeAllConnections();
  await new Promise((resolve) => target.close(resolve));
});

const toSay = async (token?: string): Promise<string> => {
  const url = `http://127.0.0.1:${(target.address() as AddressInfo).port}`;
  return (await draftManifest({ url, ...(token !== undefined && { token }) })).toSay.join('\n');
};

describe('a draft of a target that lets nobody make a graph', () => {
  it('says that it had no token, and that no project is open', async () => {
    expect(await toSay()).toContain(
      'no graph could be created to look at, and this draft had no token (--token-env NAME); no project is open; draft again',
    );
  });

  it('says nothing of what is not so', async () => {
    projectName = 'mine';
    expect(await toSay('right')).toContain('no graph could be created to look at; draft again when one can');
  });

  it('is none with a token that is refused', async () => {
    await expect(toSay('wrong')).rejects.toThrow('refuses the token');
  });
});
