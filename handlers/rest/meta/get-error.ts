import { metaOperations } from '#spec/rest/meta.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';

export const getError = defineHandler(
  metaOperations.getError,
  ({ params }, { documents, fail }) =>
    documents.errors().find(({ code }) => code === params.code.toUpperCase()) ??
    fail('ERROR_CODE_NOT_FOUND', `The error catalog has no code '${params.code}'.`),
);
