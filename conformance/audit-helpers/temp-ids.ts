/** Returns a temporary id of a build that is not the id of a node. Ids may have any form, even n1. */
export const toTempId = (name: string | number): string => `conform-new-${name}`;
