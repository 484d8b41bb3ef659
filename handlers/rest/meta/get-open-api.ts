import { meta } from '#spec/rest/meta.ts';
import { handle } from '../../pipeline/handle.ts';

export const getOpenApi = handle(meta.getOpenApi, (_, { documents }) => documents.openapi());
