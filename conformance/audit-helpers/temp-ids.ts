/**
 * Returns a temporary id for a build that cannot be the id of an existing node. Node ids may have any form, even n1.
 */
export const toTempId = (name: string | number): string => `conform-new-${name}`;
