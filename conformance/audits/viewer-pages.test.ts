import { describe, expect, it } from 'vitest';
import { runConformance } from '../run-conformance.ts';
import { serveTestTarget } from '../target/http/testing-server.ts';
import type { RequirementId } from '../requirements/index.ts';
import type { ManifestInput } from '../target/manifest.ts';

const pageRequirements: readonly RequirementId[] = [
  'ROOT-001',
  'ROOT-002',
  'API-002',
  'API-003',
  'LLMS-002',
  'VIEW-001',
  'VIEW-002',
  'VIEW-003',
  'VERSION-001',
  'AUTH-FREE-006',
  'DEV-001',
];

type TestResponse = string | object | { readonly to: string };

const healthResponse = {
  status: 'ok',
  runtimeConnected: true,
  projectName: 'p',
  apiVersion: '1.0.0',
  apiEnabled: true,
};
const descriptionResponse = { openapi: '3.0.1', info: { title: 'API', version: 'v1' }, paths: {} };
const createHtmlPage = (content: string): string =>
  `<!DOCTYPE html><html><head></head><body>${content}</body></html>`;

/**
 * Responses that other implementations might send. If a key contains a space, the part before the space is the accepted
 * media type or the method.
 */
const commonResponses: Readonly<Record<string, TestResponse>> = {
  '/api/health': healthResponse,
  '/api/toc': [
    { method: 'GET', route: '/api/health', purpose: 'Health' },
    { method: 'POST', route: '/api/dev/export-node-pngs', purpose: 'Images' },
  ],
  '/api': { name: 'S', version: '1', description: 'Three layers, see the manual.', links: {} },
  '/': createHtmlPage('Welcome'),
  '/ json': { name: 'S', api: '/api', health: { url: '/api/health' } },
  '/llms': createHtmlPage('Begin with GET /api/health'),
  '/asyncapi': createHtmlPage('<h1>graph.running</h1>'),
};

const isRedirect = (response: TestResponse): response is { to: string } =>
  typeof response === 'object' && 'to' in response;

/** Returns the status of each requirement for a target that sends these responses, and 404 for every other request. */
const runPageAudits = async (
  responses: Readonly<Record<string, TestResponse>>,
  manifest: ManifestInput = {},
): Promise<Record<string, string>> => {
  const server = await serveTestTarget(({ url = '/', method, headers }, response) => {
    const key = url.split('?')[0]!;
    const wantsJson = !/text\/html/.test(headers.accept ?? '');
    const pageResponse =
      (wantsJson ? responses[`${key} json`] : undefined) ??
      responses[method === 'GET' ? key : `${method} ${key}`];
    if (pageResponse === undefined) {
      response.writeHead(404, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify({ error: { code: 'DEV_ENDPOINT_UNAVAILABLE', message: 'See GET /api/toc.' } }),
      );
    } else if (isRedirect(pageResponse)) response.writeHead(302, { location: pageResponse.to }).end();
    else if (typeof pageResponse === 'string') {
      const type = pageResponse.startsWith('<') ? 'text/html' : 'text/plain';
      response.writeHead(200, { 'content-type': type }).end(pageResponse);
    } else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(pageResponse));
  });
  try {
    const report = await runConformance({
      url: server.url,
      token: 'any',
      only: pageRequirements,
      seed: 1,
      manifest,
    });
    return Object.fromEntries(
      report.requirements
        .filter(({ id }) => pageRequirements.some((row) => row === id))
        .map(({ id, status }) => [id, status]),
    );
  } finally {
    await server.close();
  }
};

describe('the audits of pages', () => {
  it('fail an export on a host that is not the debug build of the manifest', async () => {
    const exported = { ...commonResponses, 'POST /api/dev/export-node-pngs': { succeeded: [], failed: [] } };
    expect(await runPageAudits(exported)).toMatchObject({ 'DEV-001': 'NOT_VERIFIED' });
    const instances = { debug: { url: 'http://127.0.0.1:9' } };
    expect(await runPageAudits(exported, { instances })).toMatchObject({ 'DEV-001': 'FAIL' });
  });

  it('follow a redirect to a viewer, find the description in its script, and read v1 from its path', async () => {
    const statuses = await runPageAudits({
      ...commonResponses,
      '/': createHtmlPage('<a href="swagger">Browse</a>'),
      '/swagger': { to: '/swagger/index.html' },
      '/swagger/index.html': createHtmlPage('<script src="./index.js"></script>'),
      '/swagger/index.js': 'start({"urls":[{"url":"v1/swagger.json"}]})',
      '/swagger/v1/swagger.json': { ...descriptionResponse, info: { version: '4.2.0' } },
    });
    expect(statuses).toMatchObject({
      'VIEW-002': 'PASS',
      'VIEW-003': 'PASS',
      'VERSION-001': 'PASS',
      'AUTH-FREE-006': 'PASS',
    });
  });

  it('read a description in YAML', async () => {
    const statuses = await runPageAudits({
      ...commonResponses,
      '/': createHtmlPage('<a href="/docs">API docs</a>'),
      '/docs': createHtmlPage('<redoc spec-url="/spec.yaml"></redoc>'),
      '/spec.yaml': 'openapi: "3.0.1"\ninfo:\n  title: API\n  version: v1\npaths: {}\n',
    });
    expect(statuses).toMatchObject({ 'VIEW-003': 'PASS', 'VERSION-001': 'PASS' });
  });

  it('leave unverified what they cannot find, and what needs a human reader', async () => {
    expect(await runPageAudits(commonResponses)).toEqual({
      'ROOT-001': 'PASS',
      'ROOT-002': 'PASS',
      'API-002': 'NOT_VERIFIED',
      'API-003': 'NOT_VERIFIED',
      'LLMS-002': 'PASS',
      'VIEW-001': 'PASS',
      'VIEW-002': 'NOT_VERIFIED',
      'VIEW-003': 'NOT_VERIFIED',
      'VERSION-001': 'NOT_VERIFIED',
      'AUTH-FREE-006': 'NOT_VERIFIED',
      'DEV-001': 'PASS',
    });
  });

  it('do not mistake another page for the viewer, or an unrelated document for its description', async () => {
    const statuses = await runPageAudits({
      ...commonResponses,
      '/': createHtmlPage('<a href="/openapi-news">openapi</a>'),
      '/openapi-news': createHtmlPage('News about interfaces'),
      '/openapi.json': { ...descriptionResponse, openapi: '3.1.0' },
    });
    expect(statuses).toMatchObject({ 'VIEW-002': 'NOT_VERIFIED', 'VIEW-003': 'NOT_VERIFIED' });
  });

  it('leave unverified what a page may show by a script', async () => {
    const scripted = createHtmlPage('<script src="/app.js"></script>');
    expect(
      await runPageAudits({ ...commonResponses, '/llms': scripted, '/asyncapi': scripted }),
    ).toMatchObject({
      'LLMS-002': 'NOT_VERIFIED',
      'VIEW-001': 'NOT_VERIFIED',
    });
  });

  it('open the viewer named in the manifest', async () => {
    const viewer = {
      '/hidden': createHtmlPage('<div data-url="/spec.json"></div>'),
      '/spec.json': descriptionResponse,
    };
    const manifest: ManifestInput = { choices: { routes: { reference: 'GET /hidden' } } };
    expect(await runPageAudits({ ...commonResponses, ...viewer }, manifest)).toMatchObject({
      'VIEW-002': 'PASS',
      'VIEW-003': 'PASS',
      'VERSION-001': 'PASS',
    });
    expect(await runPageAudits(commonResponses, manifest)).toMatchObject({
      'VIEW-002': 'FAIL',
      'AUTH-FREE-006': 'FAIL',
    });
  });

  it.each([
    ['/explore/description', '<a href=/explore/description>Description</a>'],
    ['/explore/openapi.json', '<a class=x href=/explore/openapi.json>Description</a>'],
    ['/explore/openapi.json', "<rapi-doc spec-url=openapi.json render-style='view'></rapi-doc>"],
  ])('find the description at %s, where the page has %s', async (path, link) => {
    const pages = {
      ...commonResponses,
      '/': createHtmlPage('<a href=/explore/reference>API docs</a>'),
      '/explore/reference': createHtmlPage(link),
    };
    const statuses = { right: 'PASS', wrong: 'FAIL' };
    expect({
      right: (await runPageAudits({ ...pages, [path]: descriptionResponse }))['VIEW-003'],
      wrong: (await runPageAudits({ ...pages, [path]: { ...descriptionResponse, openapi: '3.0.0' } }))[
        'VIEW-003'
      ],
    }).toEqual(statuses);
  });

  it('read the description named in the manifest', async () => {
    const routes = { reference: 'GET /hidden', openapi: 'GET /hidden/too' };
    const responses = { ...commonResponses, '/hidden': createHtmlPage('No link') };
    const read = async (openapi: string) =>
      runPageAudits(
        { ...responses, '/hidden/too': { ...descriptionResponse, openapi } },
        { choices: { routes } },
      );
    expect(await read('3.0.1')).toMatchObject({ 'VIEW-003': 'PASS', 'VERSION-001': 'PASS' });
    expect(await read('3.1.0')).toMatchObject({ 'VIEW-003': 'FAIL', 'VERSION-001': 'FAIL' });
  });

  it('leave unverified whether a debug build would reject the call', async () => {
    const done = { succeeded: [], failed: [] };
    expect(await runPageAudits({ ...commonResponses, 'POST /api/dev/export-node-pngs': done })).toMatchObject(
      {
        'DEV-001': 'NOT_VERIFIED',
      },
    );
  });
});
