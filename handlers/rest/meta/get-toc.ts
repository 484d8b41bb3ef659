import { metaOperations } from '#spec/rest/meta.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';

export const getToc = defineHandler(metaOperations.getToc, (_, { documents }) => documents.toc());
