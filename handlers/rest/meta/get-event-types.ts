import { metaOperations } from '#spec/rest/meta.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';
import { Result } from '../../pipeline/result.ts';

export const getEventTypes = defineHandler(
  metaOperations.getEventTypes,
  (_, { documents, link, basePath }, { call: { host, remoteListener } }) =>
    Result.withSignatures(documents.asyncapi(link, { host, remoteListener, basePath }), () =>
      documents.eventSignatures(link),
    ),
);
