import { metaOperations } from '#spec/rest/meta.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';
import { WithSignatures } from '../../pipeline/with-signatures.ts';

export const getActionsSchema = defineHandler(
  metaOperations.getActionsSchema,
  (_, { documents, link }) =>
    new WithSignatures(documents.actions(link), () => documents.actionSignatures(link)),
);
