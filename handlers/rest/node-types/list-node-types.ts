import { nodeTypes } from '#spec/rest/node-types.ts';
import { handle } from '../../pipeline/handle.ts';
import { categories } from './node-type-records.ts';

export const listNodeTypes = handle(nodeTypes.listNodeTypes, () => categories());
