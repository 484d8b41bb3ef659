import { metaOperations } from '#spec/rest/meta.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';

export const listErrors = defineHandler(metaOperations.listErrors, (_, { documents }) => documents.errors());
