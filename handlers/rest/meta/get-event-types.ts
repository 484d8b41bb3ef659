import { meta } from '#spec/rest/meta.ts';
import { handle } from '../../pipeline/handle.ts';

export const getEventTypes = handle(meta.getEventTypes, (_, { documents, link }, { call }) =>
  documents.asyncapi(link, call),
);
