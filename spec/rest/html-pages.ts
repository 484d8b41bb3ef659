import * as z from 'zod';
import { defineOperation } from '../contract/operation-spec.ts';

const htmlPage = 'text/html; charset=utf-8';

/** What the service shows to people; all of it free, so that it also explains a service that is switched off. */
export const pageOperations = {
  getRoot: defineOperation({
    route: 'GET /',
    area: 'meta',
    summary: 'A landing page for browsers; name, api and health for everybody else',
    description:
      'A caller that accepts text/html gets the page; everybody else gets the addresses to go on from.',
    tier: 'free',
    page: true,
    returns: { 200: z.object({ name: z.string(), api: z.string(), health: z.string() }) },
  }),
  getLlmsPage: defineOperation({
    route: 'GET /llms',
    area: 'meta',
    summary: 'Orientation for a client, as a page',
    description: 'What `GET /llms.txt` says, drawn for people.',
    tier: 'free',
    returns: { 200: htmlPage },
  }),
  getAsyncApiPage: defineOperation({
    route: 'GET /asyncapi',
    area: 'hub',
    summary: 'The event catalog as a page: channels, messages, hub methods',
    description:
      'What `GET /api/events/types` says, drawn for people. It needs nothing from elsewhere, so that it works offline.',
    tier: 'free',
    returns: { 200: htmlPage },
  }),
  getReferencePage: defineOperation({
    route: 'GET /reference',
    area: 'meta',
    summary: 'An interactive page about every route, made from the interface description',
    description: 'Made from `GET /openapi.json`. It needs nothing from elsewhere, so that it works offline.',
    tier: 'free',
    choice: 'C-14',
    returns: { 200: htmlPage },
  }),
  getReferenceFile: defineOperation({
    route: 'GET /reference/{file}',
    area: 'meta',
    summary: 'A script or a style sheet of the reference page',
    description: 'Only the files that the page names are served.',
    tier: 'free',
    choice: 'C-27',
    query: {
      v: z.string().optional().describe('Fingerprint of the file, with which it may be kept for good'),
    },
    returns: { 200: 'text/*' },
    errors: ['ROUTE_NOT_FOUND'],
  }),
  getDocsPage: defineOperation({
    route: 'GET /docs',
    area: 'meta',
    summary: 'The index of the guides, as a page',
    description:
      'Links to each guide. It needs nothing from elsewhere, so that it works offline. Hosts without a file system have no guides.',
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
    summary: 'The scene, the graphs and the events of a service as they are now, to be seen and steered',
    description:
      'The page needs the token, in its fragment (`#token=…`) or typed in; the page itself is free. It needs nothing from elsewhere.',
    tier: 'free',
    choice: 'C-176',
    query: {
      url: z
        .url({ protocol: /^https?$/, hostname: /^[\w.:[\]-]+$/ })
        .optional()
        .describe(
          'Address of the service that is shown, which has to allow the origin of this one; this one when absent',
        ),
      local: z
        .string()
        .optional()
        .describe('Shows a scene that runs in the browser itself, in a service worker, whatever it is'),
    },
    returns: { 200: htmlPage },
    errors: ['INVALID_QUERY'],
  }),
  getLiveFile: defineOperation({
    route: 'GET /live/{liveFile}',
    area: 'meta',
    summary: 'A script or a style sheet of the live page',
    description: 'Only the files that the page loads are served.',
    tier: 'free',
    choice: 'C-176',
    query: {
      v: z.string().optional().describe('Version of the page, with which its files may be kept for good'),
    },
    returns: { 200: 'text/*' },
    errors: ['ROUTE_NOT_FOUND'],
  }),
} as const;
