/** Whether a certificate can contain this name. */
export const isHostName = (name: string): boolean =>
  hostNamePattern.test(name) && name.length <= maxNameLength;

const hostNamePattern = /^[a-z\d_]([a-z\d_-]*[a-z\d_])?(\.[a-z\d_]([a-z\d_-]*[a-z\d_])?)*$/i;
const maxNameLength = 253;
