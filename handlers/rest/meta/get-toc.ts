import { meta } from '#spec/rest/meta.ts';
import { handle } from '../../pipeline/handle.ts';

export const getToc = handle(meta.getToc, (_, { documents }) => documents.toc());
