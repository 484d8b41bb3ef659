/** A temporary id of a build that no node has as its own: ids of nodes have no shape, and may be as short as n1. */
export const toTempId = (name: string | number): string => `conform-new-${name}`;
