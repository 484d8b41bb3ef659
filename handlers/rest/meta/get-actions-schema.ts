import { meta } from '#spec/rest/meta.ts';
import { handle } from '../../pipeline/handle.ts';

export const getActionsSchema = handle(meta.getActionsSchema, (_, { documents, link }) =>
  documents.actions(link),
);
