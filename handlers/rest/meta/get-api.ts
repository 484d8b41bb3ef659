import { meta } from '#spec/rest/meta.ts';
import { handle } from '../../pipeline/handle.ts';
import { describeService } from './describe-service.ts';

/** Links as a caller behind the reverse proxy follows them. */
const inFront = (basePath: string, links: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(links).map(([name, path]) => [name, `${basePath}${path}`]));

export const getApi = handle(meta.getApi, (_, { version, basePath }) => ({
  name: 'Scene Runtime Control API',
  version,
  description: describeService,
  links: inFront(basePath, {
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
