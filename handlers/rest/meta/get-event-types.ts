import { metaOperations } from '#spec/rest/meta.ts';
import { handle } from '../../pipeline/handle.ts';
import { Signed } from '../../pipeline/signed.ts';

export const getEventTypes = handle(
  metaOperations.getEventTypes,
  (_, { documents, link, basePath }, { call: { host, entrance } }) =>
    new Signed(documents.asyncapi(link, { host, entrance, basePath }), () => documents.eventSignatures(link)),
);
