import type { NodeType } from '../../nodes/dsl/node-type.ts';

/** The node types of the runtime, except blocked ones (description: 'Node type and category'). */
export interface NodeCatalog {
  /** Lists the types that are not blocked, in catalog order. */
  listVisible(): readonly NodeType[];
  /** Finds a type that is not blocked by its enum value, in any letter case. */
  find(enumValue: string): NodeType | undefined;
  /** Finds any type, even a blocked one, so that existing graphs with it still open. */
  findAny(enumValue: string): NodeType | undefined;
}

/** @param isBlocked called for each lookup, so that changed settings take effect immediately */
export const createNodeCatalog = (
  types: readonly NodeType[],
  isBlocked: (type: NodeType) => boolean,
): NodeCatalog => {
  const byEnumValue = new Map(types.map((type) => [type.enumValue.toLowerCase(), type]));
  const findAny = (enumValue: string): NodeType | undefined => byEnumValue.get(enumValue.toLowerCase());
  return {
    listVisible: () => types.filter((type) => !isBlocked(type)),
    find(enumValue) {
      const type = findAny(enumValue);
      return type && !isBlocked(type) ? type : undefined;
    },
    findAny,
  };
};
