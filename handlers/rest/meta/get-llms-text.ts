import { metaOperations } from '#spec/rest/meta.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';

export const getLlmsText = defineHandler(metaOperations.getLlmsText, (_, { documents }) => documents.llms());
