import { metaOperations } from '#spec/rest/meta.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';
import { describeService } from './service-description.ts';

/** Adds the reverse proxy's prefix to links. */
const prefixLinks = (basePath: string, links: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(links).map(([name, path]) => [name, `${basePath}${path}`]));

export const getApi = defineHandler(metaOperations.getApi, (_, { version, basePath }) => ({
  name: 'Scene Runtime Control API',
  version,
  description: describeService,
  links: prefixLinks(basePath, {
    health: '/api/health',
    llms: '/llms.txt',
    asyncapi: '/asyncapi',
    reference: '/reference',
    docs: '/docs',
    toc: '/api/toc',
    nodeTypes: '/api/node-types/enum-values',
    actions: '/api/actions/schema',
    events: '/api/events/types',
    openapi: '/openapi.json',
  }),
}));
