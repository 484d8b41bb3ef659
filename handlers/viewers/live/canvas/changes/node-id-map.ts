/** Maps the ids of nodes that undo has recreated to their new ids. */
export interface NodeIdMap {
  /** Returns the node's current id. */
  getCurrentId(nodeId: string): string;
  /** Returns the id that the node had originally. */
  getOriginalId(nodeId: string): string;
  /** Records that undo has recreated a node under a new id. */
  recordNewId(nodeId: string, id: string): void;
}

export const createNodeIdMap = (): NodeIdMap => {
  const currentIds = new Map<string, string>();
  const originalIds = new Map<string, string>();
  const createResolver =
    (steps: ReadonlyMap<string, string>) =>
    (nodeId: string): string => {
      let id = nodeId;
      for (let next = steps.get(id); next !== undefined; next = steps.get(id)) id = next;
      return id;
    };
  return {
    getCurrentId: createResolver(currentIds),
    getOriginalId: createResolver(originalIds),
    recordNewId(nodeId, id) {
      currentIds.set(nodeId, id);
      originalIds.set(id, nodeId);
    },
  };
};
