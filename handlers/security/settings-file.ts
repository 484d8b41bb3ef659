/** Reads and writes the per-user settings file (description: 'Authentication'; C-20). */
import { watch } from 'node:fs';
import { chmod, mkdir, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import * as z from 'zod';
import { writeAtomically } from '#runtime/shared/atomic-write.ts';
import { validationMessages } from '#spec/validation-messages.ts';
import { createToken, Settings } from './settings.ts';
import type { SettingsStore } from './security.ts';

export const settingsFileName = 'api-security-settings.json';

/** Returns the user's application-data directory for this service. */
export const dataDirectory = (env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string => {
  const home = homedir();
  if (platform === 'win32') return join(env.APPDATA ?? join(home, 'AppData', 'Roaming'), 'scene-runtime');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'scene-runtime');
  return join(env.XDG_DATA_HOME || join(home, '.local', 'share'), 'scene-runtime');
};

/** Thrown if a settings file can't be used. The message is a single line for the user. */
export class SettingsError extends Error {}

/**
 * Reads the settings file. If the file doesn't exist, creates a file that only the current user can read.
 * @param initial the entries of a new file, in addition to its token
 * @throws SettingsError if the file can't be used
 */
export const openSettings = async (path: string, initial: { apiEnabled: boolean }): Promise<Settings> => {
  const existing = await readSettings(path);
  if (existing) {
    await chmod(path, 0o600);
    return existing;
  }
  const settings = Settings.parse({ ...initial, apiToken: createToken() });
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeSettings(path, settings);
  return settings;
};

/**
 * Reads the settings from a file, or returns `undefined` if the file doesn't exist. If the file has no token, a token
 * is added and nothing else is changed.
 * @throws SettingsError if the file can't be used
 */
export const readSettings = async (path: string): Promise<Settings | undefined> => {
  try {
    const content: unknown = JSON.parse(await readFile(path, 'utf8'));
    if (!isMissingToken(content)) return Settings.parse(content, validationMessages);
    const completed = { ...content, apiToken: createToken() };
    const settings = Settings.parse(completed, validationMessages);
    await writeSettings(path, completed);
    return settings;
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    const reason =
      failure instanceof z.ZodError
        ? z.prettifyError(failure).replaceAll('\n', ' ')
        : (failure as Error).message;
    throw new SettingsError(`the settings file '${path}' cannot be used: ${reason}`);
  }
};

const isMissingToken = (content: unknown): content is object =>
  typeof content === 'object' && content !== null && !Array.isArray(content) && !('apiToken' in content);

/** Creates a settings store that reads and writes a settings file. Token rotation uses this store. */
export const createSettingsFileStore = (file: string): SettingsStore => ({
  location: file,
  read: () => readSettings(file),
  write: (settings) => writeSettings(file, settings),
});

export const writeSettings = (path: string, settings: object): Promise<void> =>
  writeAtomically(path, `${JSON.stringify(settings, null, 2)}\n`, 0o600);

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
