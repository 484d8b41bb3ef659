/** Whether a certificate can name it. */
export const isHostName = (name: string): boolean => hostName.test(name) && name.length <= longestName;

const hostName = /^[a-z\d_]([a-z\d_-]*[a-z\d_])?(\.[a-z\d_]([a-z\d_-]*[a-z\d_])?)*$/i;
const longestName = 253;
