import type { NodeType } from '#spec/node-type.ts';

const indexTypes = (types: readonly NodeType[]): ReadonlyMap<string, NodeType> =>
  new Map(types.map((type) => [type.enumValue.toLowerCase(), type]));

/**
 * Creates the catalog of node types.
 * @param isBlocked a function that is called for each lookup, so that changed settings take effect immediately
 */
export const createNodeCatalog = (types: readonly NodeType[], isBlocked: (type: NodeType) => boolean) => {
  let own: readonly NodeType[] = [];
  let byEnumValue = indexTypes(types);
  const findAny = (enumValue: string): NodeType | undefined => byEnumValue.get(enumValue.toLowerCase());
  return {
    /** Lists the types that are not blocked, in catalog order. A runtime's own types come last. */
    listVisible: (): readonly NodeType[] => [...types, ...own].filter((type) => !isBlocked(type)),
    /** Finds a type by its enum value, in any letter case. Blocked types are not found. */
    find(enumValue: string): NodeType | undefined {
      const type = findAny(enumValue);
      return type && !isBlocked(type) ? type : undefined;
    },
    /**
     * Finds any type, even if it is blocked, so that existing graphs with nodes of a blocked type can still be opened.
     */
    findAny,
    /** Whether a type, in any letter case, is of the runtime's own. */
    isOwn: (enumValue: string): boolean =>
      own.some((type) => type.enumValue.toLowerCase() === enumValue.toLowerCase()),
    /** Replaces the types of the runtime's own. */
    setOwn(ownTypes: readonly NodeType[]): void {
      own = ownTypes;
      byEnumValue = indexTypes([...types, ...own]);
    },
  };
};

/** The available node types, except blocked ones (description: 'Node type and category'). */
export type NodeCatalog = ReturnType<typeof createNodeCatalog>;
