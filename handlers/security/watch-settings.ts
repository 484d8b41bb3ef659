import { watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { Settings } from './settings.ts';
import { readSettings } from './settings-file.ts';

/**
 * Takes edits of a settings file into use. Its folder is watched, as editors replace files.
 * @param onTrouble told of settings that cannot be used; those before stay in use
 * @returns ends it
 */
export const watchSettings = (
  settingsFile: string,
  use: (settings: Settings) => void,
  onTrouble: (failure: unknown) => void,
): (() => void) => {
  const reload = async (): Promise<void> => {
    const settings = await readSettings(settingsFile);
    if (settings) use(settings);
  };
  const watcher = watch(dirname(settingsFile), { persistent: false }, (_, file) => {
    if (file === null || file === basename(settingsFile)) reload().catch(onTrouble);
  });
  return () => watcher.close();
};
