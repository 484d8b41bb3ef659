import type { NodeType } from '#spec/node-type.ts';

/** The runtime's node types, except blocked ones (description: 'Node type and category'). */
export interface NodeCatalog {
  /** Lists the types that are not blocked, in catalog order. */
  listVisible(): readonly NodeType[];
  /** Finds a type by its enum value, in any letter case. Blocked types are not found. */
  find(enumValue: string): NodeType | undefined;
  /**
   * Finds any type, even if it is blocked, so that existing graphs with nodes of a blocked type can still be opened.
   */
  findAny(enumValue: string): NodeType | undefined;
}

/**
 * Creates the catalog of node types.
 * @param isBlocked a function that is called for each lookup, so that changed settings take effect immediately
 */
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
