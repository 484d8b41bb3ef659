/** Windows takes these names for devices, with whatever extension. */
const deviceNames = /^(con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³]) *(?=\.|$)/i;

/** Whether Windows takes a name, of a file or a folder, for a device. */
export const isDeviceName = (name: string): boolean => deviceNames.test(name);

/** A name with a mark behind the part that Windows would take for a device; any other name as it is. */
export const escapeDeviceName = (name: string): string => name.replace(deviceNames, '$1-');
