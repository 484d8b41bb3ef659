/** The per-user settings file (description: 'Authentication'; C-20). */
import { chmod, mkdir, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { writeAtomically } from '#runtime/storage/atomic-write.ts';
import { validationMessages } from '#spec/validation-messages.ts';
import type { SettingsStore } from './security.ts';
import { createToken, Settings } from './settings.ts';

export const settingsFileName = 'api-security-settings.json';

/** Returns the user's application-data directory for this service. */
export const dataDirectory = (env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string => {
  const home = homedir();
  if (platform === 'win32') return join(env.APPDATA ?? join(home, 'AppData', 'Roaming'), 'scene-runtime');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'scene-runtime');
  return join(env.XDG_DATA_HOME || join(home, '.local', 'share'), 'scene-runtime');
};

/** A settings file that can't be used. The message is one line for the user. */
export class SettingsError extends Error {}

/**
 * Reads the settings file, and creates a missing one that only the current user can read.
 * @param initial entries of a new file beside its token
 * @throws SettingsError
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
 * Reads the settings in a file; undefined when there is no file. A file without a token gets one and is otherwise
 * unchanged.
 * @throws SettingsError
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

/** Creates the store of a settings file, for token rotation. */
export const createSettingsFileStore = (file: string): SettingsStore => ({
  location: file,
  read: () => readSettings(file),
  write: (settings) => writeSettings(file, settings),
});

export const writeSettings = (path: string, settings: object): Promise<void> =>
  writeAtomically(path, `${JSON.stringify(settings, null, 2)}\n`, 0o600);
