import { statSync } from 'node:fs';
import { basename, join, resolve, sep } from 'node:path';
import { dataDirectory, settingsFileName } from '../../handlers/security/settings-file.ts';

/** Returns the folder for the user's own settings and projects. */
export const getUserDataFolder = (): string => dataDirectory(process.env, process.platform);

/**
 * Returns the absolute path of the settings file.
 * @param location the file, or a folder that contains it under its usual name; defaults to the user data directory
 */
export const locateSettingsFile = (location: string = getUserDataFolder()): string => {
  const path = resolve(location);
  return isFolder(location, path) ? join(path, settingsFileName) : path;
};

const isFolder = (location: string, path: string): boolean =>
  path === getUserDataFolder() ||
  location.endsWith(sep) ||
  location.endsWith('/') ||
  (statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false);

/** Returns a warning if the settings file doesn't have the name that the service description states. */
export const describeUnusualName = (settingsFile: string): string | undefined =>
  basename(settingsFile) === settingsFileName
    ? undefined
    : `The settings file '${settingsFile}' is not called ${settingsFileName}, as the service description states. ` +
      'Pass a folder as --settings-file, or a file of that name.';
