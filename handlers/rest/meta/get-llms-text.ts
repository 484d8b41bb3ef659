import { meta } from '#spec/rest/meta.ts';
import { handle } from '../../pipeline/handle.ts';

export const getLlmsText = handle(meta.getLlmsText, (_, { documents }) => documents.llms());
