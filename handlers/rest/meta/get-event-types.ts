import { meta } from '#spec/rest/meta.ts';
import { handle } from '../../pipeline/handle.ts';
import { Signed } from '../../pipeline/signed.ts';

export const getEventTypes = handle(
  meta.getEventTypes,
  (_, { documents, link }, { call }) =>
    new Signed(documents.asyncapi(link, call), () => documents.eventSignatures(link)),
);
