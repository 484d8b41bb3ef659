import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { actions } from '../actions/index.ts';
import { errors } from '../errors.ts';
import { events } from '../events.ts';
import { operations } from '../rest/index.ts';
import { defineAction } from './action-spec.ts';
import { renderActionsSchema } from './render-actions.ts';
import { renderErrors } from './render-errors.ts';
import { layer1Areas, renderLayer1 } from './render-layer1.ts';
import { renderLlmsText } from './render-llms.ts';
import { renderOpenApi } from './render-openapi.ts';
import { renderToc } from './render-toc.ts';

const toc = renderToc(operations);
const tocRoutes = toc.map(({ method, route }) => `${method} ${route}`);

const findUnresolvedReferences = (document: { components: { schemas: object } }): string[] =>
  [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/([^"]+)"/g)]
    .map((match) => match[1]!)
    .filter((name) => !(name in document.components.schemas));

describe('the list of routes', () => {
  test('has every operation once with its purpose, and the hub', () => {
    for (const { route } of Object.values(operations)) expect(tocRoutes).toContain(route);
    expect(new Set(tocRoutes).size).toBe(tocRoutes.length);
    expect(tocRoutes).toContain('GET /api/events');
    for (const { purpose } of toc) expect(purpose).not.toBe('');
  });
});

describe('the schemas of layer 1', () => {
  const document = renderLayer1(renderOpenApi(operations, { version: '1.2.3' }));
  const byId = new Map(
    Object.values(document.areas).flatMap((area) => area.map((entry) => [entry.operationId, entry])),
  );

  test('contain the operations of the editing areas and no others', () => {
    const expected = Object.entries(operations).filter(([, { area }]) =>
      layer1Areas.some((name) => name === area),
    );
    expect([...byId.keys()].sort()).toEqual(expected.map(([id]) => id).sort());
    expect(document.count).toBe(expected.length);
    expect(byId.has('readConsole')).toBe(false);
  });

  test('describe the request, the responses and the errors of an operation', () => {
    expect(byId.get('createConnection')).toMatchObject({
      method: 'POST',
      route: '/api/graphs/{graphId}/connections',
      parameters: [{ name: 'graphId' }, { name: 'sync' }, { name: 'If-Match' }],
      body: { required: true, schema: { required: ['outputPortId', 'inputPortId'] } },
      responses: { 201: { $ref: '#/components/schemas/Connection' } },
      errors: { 409: ['DUPLICATE_CONNECTION'] },
    });
  });

  test('are self-contained', () => expect(findUnresolvedReferences(document)).toEqual([]));
});

describe('the schemas of the actions', () => {
  test('have a route, parameters as sent and a result as returned', () => {
    const Part = z.object({ id: z.string() }).meta({ id: 'Part' });
    const { count, categories, components } = renderActionsSchema({
      scene: {
        'objects.tag': defineAction({
          summary: 'Tag an object',
          parameters: () => z.object({ tag: z.string(), loud: z.boolean().default(false) }),
          result: () => z.object({ part: Part }),
        }),
      },
    });
    expect(count).toBe(1);
    expect(categories).toMatchObject([
      {
        name: 'scene',
        actions: [
          {
            name: 'scene.objects.tag',
            route: '/api/actions/scene/objects.tag',
            summary: 'Tag an object',
            parameters: { required: ['tag'], properties: { loud: { type: 'boolean', default: false } } },
            result: { properties: { part: { $ref: '#/components/schemas/Part' } } },
          },
        ],
      },
    ]);
    expect(Object.keys(components.schemas)).toEqual(['Part']);
  });

  test('of the contract count their actions and are self-contained', () => {
    const document = renderActionsSchema(actions);
    const names = document.categories.flatMap(({ actions: group }) => group.map(({ name }) => name));
    expect(names).toContain('log.console');
    expect(document.count).toBe(new Set(names).size);
    expect(findUnresolvedReferences(document)).toEqual([]);
  });
});

test('the error catalog shows code, status, condition and resolution of every error', () => {
  const catalog = renderErrors(errors);
  expect(catalog.map(({ code }) => code)).toEqual(Object.keys(errors));
  expect(catalog.find(({ code }) => code === 'GRAPH_NOT_FOUND')).toEqual({
    code: 'GRAPH_NOT_FOUND',
    status: 404,
    condition: errors.GRAPH_NOT_FOUND.condition,
    resolution: errors.GRAPH_NOT_FOUND.resolution,
  });
});

describe('the orientation text', () => {
  const text = renderLlmsText({ operations, actions, events, errors, version: '1.2.3' });

  test('starts with the name and the version of the service', () => {
    expect(text.split('\n')[0]).toBe('# Scene Runtime Control API 1.2.3');
  });

  test('names only routes that exist', () => {
    const named = [...text.matchAll(/\b(GET|POST|PUT|DELETE) (\/[\w./{}-]*[\w}])/g)].map(
      ([, method, path]) => `${method} ${path}`,
    );
    expect(named.length).toBeGreaterThan(20);
    const routePatterns = tocRoutes.map((route) => new RegExp(`^${route.replace(/\{\w+\}/g, '[^/]+')}$`));
    expect(named.filter((route) => !routePatterns.some((pattern) => pattern.test(route)))).toEqual([]);
  });

  test('lists every action, event, error and free route', () => {
    for (const { name, actions: group } of renderActionsSchema(actions).categories) {
      const line = text.split('\n').find((candidate) => candidate.startsWith(`${name}  `));
      const names = line?.match(/[\w.]+/g)?.slice(1);
      expect(names?.map((action) => `${name}.${action}`)).toEqual(group.map((action) => action.name));
    }
    for (const type of Object.keys(events)) expect(text).toContain(`\n${type} `);
    for (const [code, { status }] of Object.entries(errors)) expect(text).toContain(`\n${status} ${code}`);
    expect(text).toMatch(/Without the token: .*\/api\/health.*\/llms\.txt/);
  });
});
