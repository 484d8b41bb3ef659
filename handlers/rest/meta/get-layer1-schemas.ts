import { metaOperations } from '#spec/rest/meta.ts';
import { handle } from '../../pipeline/handle.ts';

export const getLayer1Schemas = handle(metaOperations.getLayer1Schemas, (_, { documents }) =>
  documents.layer1(),
);
