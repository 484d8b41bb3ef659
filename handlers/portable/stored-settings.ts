import type { FileStore } from '#runtime/shared/file-store.ts';
import { serviceFolder } from '../controller/projects/project.ts';
import { decodeUtf8 } from '#runtime/shared/text-encoding.ts';
import type { SettingsStore } from '../security/security.ts';
import { createToken, Settings } from '../security/settings.ts';
import type { SceneSettings } from './api.ts';

const settingsPath = `${serviceFolder}/api-security-settings.json`;

/**
 * Creates a settings store that keeps the settings in a scene's store, beside the project.
 * @param project the project's location, as shown to users
 */
const createStoredSettings = (store: FileStore, project: string): SettingsStore => ({
  location: `${project}/${settingsPath}`,
  async read() {
    const content = await store.read(settingsPath);
    return content && Settings.parse(JSON.parse(decodeUtf8(content)));
  },
  write: (settings) =>
    store.write(settingsPath, new TextEncoder().encode(`${JSON.stringify(settings, null, 2)}\n`)),
});

/**
 * Opens the settings that the host passed. If these contain no token, the token is read from the store, or created and
 * stored.
 */
export const openStoredSettings = async (
  store: FileStore,
  project: string,
  requested: SceneSettings = {},
): Promise<{ readonly settings: Settings; readonly settingsStore: SettingsStore }> => {
  const settingsStore = createStoredSettings(store, project);
  const stored = requested.apiToken === undefined ? await settingsStore.read() : undefined;
  const apiToken = requested.apiToken ?? stored?.apiToken ?? createToken();
  const settings = Settings.parse({ apiEnabled: true, ...requested, apiToken });
  if (requested.apiToken === undefined && !stored) await settingsStore.write(settings);
  return { settings, settingsStore };
};
