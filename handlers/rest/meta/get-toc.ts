import { metaOperations } from '#spec/rest/meta.ts';
import { handle } from '../../pipeline/handle.ts';

export const getToc = handle(metaOperations.getToc, (_, { documents }) => documents.toc());
