import { meta } from '#spec/rest/meta.ts';
import { handle } from '../../pipeline/handle.ts';

export const getEventTypes = handle(meta.getEventTypes, (_, { documents }, { call }) =>
  documents.asyncapi(call),
);
