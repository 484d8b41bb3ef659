import { metaOperations } from '#spec/rest/meta.ts';
import { handle } from '../../pipeline/handle.ts';

export const listErrors = handle(metaOperations.listErrors, (_, { documents }) => documents.errors());
