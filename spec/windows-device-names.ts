/** Matches names that Windows reserves for devices, with any extension. */
const deviceNames = /^(con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³]) *(?=\.|$)/i;

/** Whether Windows reserves a file or folder name for a device. */
export const isDeviceName = (name: string): boolean => deviceNames.test(name);

/** Appends a hyphen to the part of a name that Windows would treat as a device. Returns any other name unchanged. */
export const escapeDeviceName = (name: string): string => name.replace(deviceNames, '$1-');
