import { meta } from '#spec/rest/meta.ts';
import { handle } from '../../pipeline/handle.ts';

export const listErrors = handle(meta.listErrors, (_, { documents }) => documents.errors());
