import { metaOperations } from '#spec/rest/meta.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';

export const getLayer1Schemas = defineHandler(metaOperations.getLayer1Schemas, (_, { documents }) =>
  documents.layer1(),
);
