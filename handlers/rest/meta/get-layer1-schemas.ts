import { meta } from '#spec/rest/meta.ts';
import { handle } from '../../pipeline/handle.ts';

export const getLayer1Schemas = handle(meta.getLayer1Schemas, (_, { documents }) => documents.layer1());
