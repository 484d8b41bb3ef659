import { metaOperations } from '#spec/rest/meta.ts';
import { handle } from '../../pipeline/handle.ts';
import { Signed } from '../../pipeline/signed.ts';

export const getActionsSchema = handle(
  metaOperations.getActionsSchema,
  (_, { documents, link }) => new Signed(documents.actions(link), () => documents.actionSignatures(link)),
);
