import type { z } from 'zod';
import type { NodeCatalog } from '../../controller/graphs/node-catalog.ts';
import type { NodeType } from '#runtime/link/node-type.ts';
import { ApiError } from '#spec/errors.ts';
import type { CategoryRecord, NodeTypeRecord } from '#spec/rest/response-records.ts';

export const toNodeTypeRecord = (type: NodeType): z.input<typeof NodeTypeRecord> => ({
  enumValue: type.enumValue,
  name: type.enumValue.replace(/(?<=[a-z\d])(?=[A-Z])/g, ' '),
  description: type.description,
  category: type.category,
  kind: type.kind,
  ports: type.ports.map(
    ({ name, type: portType, direction, default: initial, options, minimum, maximum, ...rest }) => ({
      name,
      type: portType,
      direction,
      ...(initial !== undefined && { default: initial }),
      ...(options && { options: [...options] }),
      ...(minimum !== undefined && { minimum }),
      ...(maximum !== undefined && { maximum }),
      ...(rest.isSensitive && { isSensitive: rest.isSensitive }),
      ...(rest.affectsNodePorts && { affectsNodePorts: rest.affectsNodePorts }),
    }),
  ),
});

/** Returns the categories that contain at least one visible node type, in catalog order. */
export const listCategories = (catalog: NodeCatalog): z.input<typeof CategoryRecord>[] => {
  const types = catalog.listVisible();
  const names = [...new Set(types.map(({ category }) => category))];
  return names.map((name) => {
    const nodes = types.filter(({ category }) => category === name).map(toNodeTypeRecord);
    return { name, count: nodes.length, nodes };
  });
};

/**
 * Finds a category by name.
 * @throws ApiError CATEGORY_NOT_FOUND, even if the category exists but all of its node types are blocked
 */
export const findCategory = (catalog: NodeCatalog, name: string): z.input<typeof CategoryRecord> => {
  const category = listCategories(catalog).find((c) => c.name.toLowerCase() === name.toLowerCase());
  if (category) return category;
  throw new ApiError('CATEGORY_NOT_FOUND', `There is no category of node types '${name}'.`);
};
