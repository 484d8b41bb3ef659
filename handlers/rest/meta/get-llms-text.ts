import { metaOperations } from '#spec/rest/meta.ts';
import { handle } from '../../pipeline/handle.ts';

export const getLlmsText = handle(metaOperations.getLlmsText, (_, { documents }) => documents.llms());
