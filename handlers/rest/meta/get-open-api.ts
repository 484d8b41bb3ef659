import { metaOperations } from '#spec/rest/meta.ts';
import { handle } from '../../pipeline/handle.ts';

export const getOpenApi = handle(metaOperations.getOpenApi, (_, { documents }) => documents.openapi());
