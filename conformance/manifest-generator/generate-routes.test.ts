import { describe, expect, it } from 'vitest';
import { Manifest } from '../target/manifest.ts';
import { generateRoutes } from './generate-routes.ts';

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
