import { metaOperations } from '#spec/rest/meta.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';
import { Result } from '../../pipeline/result.ts';

export const getActionsSchema = defineHandler(metaOperations.getActionsSchema, (_, { documents, link }) =>
  Result.withSignatures(documents.actions(link), () => documents.actionSignatures(link)),
);
