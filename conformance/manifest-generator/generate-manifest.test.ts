import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { serveTestTarget, type TestTarget } from '../target/http/testing-server.ts';
import { Manifest } from '../target/manifest.ts';
import { generateManifest, generateRoutes } from './generate-manifest.ts';

const generate = (...listedRoutes: readonly string[]) =>
  generateRoutes(Manifest.parse({}), new Set(listedRoutes));

describe('the routes of a generated manifest', () => {
  it.each([
    ['listGraphs', 'GET /api/nodegraphs', 'GET /api/nodegraphs'],
    ['getGraph', 'GET /api/nodegraph/{}', 'GET /api/nodegraph/{id}'],
    ['deleteGraph', 'DELETE /api/nodegraphs/{}', 'DELETE /api/nodegraphs/{id}'],
    ['deleteGraph', 'POST /api/graphs/{}/delete', 'POST /api/graphs/{id}/delete'],
    ['listVariables', 'GET /api/project/vars', 'GET /api/project/vars'],
    ['createVariable', 'POST /api/vars', 'POST /api/vars'],
    ['createVariable', 'POST /api/variables/new', 'POST /api/variables/new'],
    ['createVariable', 'POST /API/Project/Variables/Create', 'POST /API/Project/Variables/Create'],
    ['readVariable', 'GET /api/vars/{}', 'GET /api/vars/{id}'],
    ['deleteVariable', 'DELETE /api/vars/{}', 'DELETE /api/vars/{id}'],
    ['deleteVariable', 'POST /api/vars/{}/remove', 'POST /api/vars/{id}/remove'],
  ] as const)('say for %s that it is %s', (name, listedRoutes, route) => {
    const { routes, missing } = generate(listedRoutes);
    expect(routes).toEqual({ [name]: route });
    expect(missing).not.toContain(name);
    expect(missing).toHaveLength(6);
  });

  it('leave out routes with their usual names', () => {
    const { routes, missing } = generate('GET /api/variables', 'GET /api/graphs', 'GET /api/graphs/{}');
    expect(routes).toEqual({});
    expect(missing).toEqual(['deleteGraph', 'createVariable', 'readVariable', 'deleteVariable']);
  });

  it.each([
    ['two that it might be', 'POST /api/vars', 'POST /api/project/variables'],
    ['one below it', 'POST /api/variables/{}/value', 'GET /api/variables/{}/history'],
    ['one that ends like it', 'POST /api/convars', 'GET /api/convars/{}'],
    ['one of another method', 'PUT /api/vars', 'PATCH /api/vars/{}'],
    ['one that another one precedes', 'X-POST /api/vars', 'GET /elsewhere/api/vars/{}'],
  ])('are silent if there are %s', (_, ...listedRoutes) => {
    expect(generate(...listedRoutes)).toMatchObject({ routes: {} });
    expect(generate(...listedRoutes).missing).toHaveLength(7);
  });
});

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
