import { statSync } from 'node:fs';
import { basename, join, resolve, sep } from 'node:path';
import { dataDirectory, settingsFileName } from '../../handlers/security/settings-file.ts';

/** The folder of the user's own settings and projects. */
export const getUserDataFolder = (): string => dataDirectory(process.env, process.platform);

/**
 * Returns the absolute path of the settings file.
 * @param location a file, or a folder that holds it under its usual name; the user data directory when absent
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

/** Returns a warning for a settings file that is not named as the service description states. */
export const describeUnusualName = (settingsFile: string): string | undefined =>
  basename(settingsFile) === settingsFileName
    ? undefined
    : `The settings file '${settingsFile}' is not called ${settingsFileName}, as the service description states. ` +
      'Pass a folder as --settings-file, or a file of that name.';
