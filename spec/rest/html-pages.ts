import * as z from 'zod';
import { defineOperation } from '../contract/operation-spec.ts';

const htmlPage = 'text/html; charset=utf-8';

/**
 * Pages for people. The pages need no token, so that they can also explain how to use a service whose API is disabled.
 */
export const pageOperations = {
  getRoot: defineOperation({
    route: 'GET /',
    area: 'meta',
    summary: 'A landing page for browsers; name and links as JSON for other clients',
    description:
      'Clients that accept text/html get the page. Other clients get the addresses of the API and its health.',
    tier: 'free',
    page: true,
    returns: { 200: z.object({ name: z.string(), api: z.string(), health: z.string() }) },
  }),
  getLlmsPage: defineOperation({
    route: 'GET /llms',
    area: 'meta',
    summary: 'Orientation for a client, as a page',
    description: 'Shows the content of `GET /llms.txt` as a page.',
    tier: 'free',
    returns: { 200: htmlPage },
  }),
  getAsyncApiPage: defineOperation({
    route: 'GET /asyncapi',
    area: 'hub',
    summary: 'The event catalog as a page: channels, messages, hub methods',
    description:
      'Shows the content of `GET /api/events/types` as a page. It loads nothing from other hosts, so it works offline.',
    tier: 'free',
    returns: { 200: htmlPage },
  }),
  getReferencePage: defineOperation({
    route: 'GET /reference',
    area: 'meta',
    summary: 'An interactive reference of every route',
    description:
      'Generated from `GET /openapi.json`. It loads nothing from other hosts, so it works offline.',
    tier: 'free',
    choice: 'C-14',
    returns: { 200: htmlPage },
  }),
  getReferenceFile: defineOperation({
    route: 'GET /reference/{file}',
    area: 'meta',
    summary: 'A script or style sheet of the reference page',
    description: 'Serves only the files that the page references.',
    tier: 'free',
    choice: 'C-27',
    query: {
      v: z.string().optional().describe('Fingerprint of the file; allows clients to cache it forever'),
    },
    returns: { 200: 'text/*' },
    errors: ['ROUTE_NOT_FOUND'],
  }),
  getDocsPage: defineOperation({
    route: 'GET /docs',
    area: 'meta',
    summary: 'The index of the guides, as a page',
    description:
      'Links to each guide. It loads nothing from other hosts, so it works offline. Hosts without a file system have no guides.',
    tier: 'free',
    choice: 'C-14',
    returns: { 200: htmlPage },
  }),
  getGuidePage: defineOperation({
    route: 'GET /docs/{guide}',
    area: 'meta',
    summary: 'A guide, as a page',
    description:
      'The guides are also in the npm package, in `spec/guides`. Hosts without a file system have no guides.',
    tier: 'free',
    choice: 'C-14',
    returns: { 200: htmlPage },
    errors: ['ROUTE_NOT_FOUND'],
  }),
  getLivePage: defineOperation({
    route: 'GET /live',
    area: 'meta',
    summary: 'The live page: shows and controls the scene, graphs and events of a service',
    description:
      'The page itself needs no token. It asks for the token of the service, or takes it from its fragment (`#token=…`). It loads nothing from other hosts.',
    tier: 'free',
    choice: 'C-176',
    query: {
      url: z
        .url({ protocol: /^https?$/, hostname: /^[\w.:[\]-]+$/ })
        .optional()
        .describe(
          'Address of the service to show, which must allow the origin of this page; by default, this service',
        ),
      local: z
        .string()
        .optional()
        .describe(
          'With any value, the page shows a scene that runs in the browser itself, in a service worker',
        ),
    },
    returns: { 200: htmlPage },
    errors: ['INVALID_QUERY'],
  }),
  getLiveFile: defineOperation({
    route: 'GET /live/{liveFile}',
    area: 'meta',
    summary: 'A script, style sheet or typeface of the live page',
    description: 'Serves only the files that the page loads. The other pages load only its typeface.',
    tier: 'free',
    choice: 'C-176',
    query: {
      v: z.string().optional().describe('Version of the page; allows clients to cache its files forever'),
    },
    returns: { 200: 'text/*, font/woff2' },
    errors: ['ROUTE_NOT_FOUND'],
  }),
} as const;
