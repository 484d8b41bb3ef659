import { watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { Settings } from './settings.ts';
import { readSettings } from './settings-file.ts';

/**
 * Applies the settings file again whenever it is edited. The folder is watched instead of the file, because editors
 * replace files.
 * @param onFailure called with the error if the edited settings are unusable; the previous settings stay in effect
 * @returns a function that stops watching
 */
export const watchSettings = (
  settingsFile: string,
  use: (settings: Settings) => void,
  onFailure: (failure: unknown) => void,
): (() => void) => {
  const reload = async (): Promise<void> => {
    const settings = await readSettings(settingsFile);
    if (settings) use(settings);
  };
  const watcher = watch(dirname(settingsFile), { persistent: false }, (_, file) => {
    if (file === null || file === basename(settingsFile)) reload().catch(onFailure);
  });
  return () => watcher.close();
};
