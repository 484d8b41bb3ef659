import { metaOperations } from '#spec/rest/meta.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';

export const getOpenApi = defineHandler(metaOperations.getOpenApi, (_, { documents }) => documents.openapi());
