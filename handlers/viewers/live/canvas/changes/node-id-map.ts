/** Maps nodes that undo has recreated under new ids. */
export interface NodeIdMap {
  /** Returns the id that a node has now. */
  getCurrentId(nodeId: string): string;
  /** Returns the id that a node had first. */
  getOriginalId(nodeId: string): string;
  /** Records that a node was recreated under another id. */
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
