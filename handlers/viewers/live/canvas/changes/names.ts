/** What nodes are called that come back under another id when their removal is taken back. */
export interface Names {
  /** The id that a node has now. */
  now(nodeId: string): string;
  /** The id that it had at first. */
  first(nodeId: string): string;
  /** A node is back under another id. */
  renamed(nodeId: string, id: string): void;
}

export const createNames = (): Names => {
  const later = new Map<string, string>();
  const earlier = new Map<string, string>();
  const follow =
    (steps: ReadonlyMap<string, string>) =>
    (nodeId: string): string => {
      let id = nodeId;
      for (let next = steps.get(id); next !== undefined; next = steps.get(id)) id = next;
      return id;
    };
  return {
    now: follow(later),
    first: follow(earlier),
    renamed(nodeId, id) {
      later.set(nodeId, id);
      earlier.set(id, nodeId);
    },
  };
};
