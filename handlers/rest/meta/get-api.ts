import { meta } from '#spec/rest/meta.ts';
import { handle } from '../../pipeline/handle.ts';
import { describeService } from './describe-service.ts';

export const getApi = handle(meta.getApi, (_, { version }) => ({
  name: 'Scene Runtime Control API',
  version,
  description: describeService,
  links: {
    health: '/api/health',
    llms: '/llms.txt',
    asyncapi: '/asyncapi',
    reference: '/reference',
    toc: '/api/toc',
    nodeTypes: '/api/node-types/enum-values',
    actions: '/api/actions/schema',
    events: '/api/events/types',
    openapi: '/openapi.json',
  },
}));
