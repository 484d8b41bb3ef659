import { metaOperations } from '#spec/rest/meta.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';
import { WithSignatures } from '../../pipeline/with-signatures.ts';

export const getEventTypes = defineHandler(
  metaOperations.getEventTypes,
  (_, { documents, link, basePath }, { call: { host, remoteListener } }) =>
    new WithSignatures(documents.asyncapi(link, { host, remoteListener, basePath }), () =>
      documents.eventSignatures(link),
    ),
);
