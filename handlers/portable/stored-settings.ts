import type { FileStore } from '#runtime/storage/file-store.ts';
import { serviceFolder } from '#runtime/controller/projects/project.ts';
import { decodeUtf8 } from '#runtime/storage/text-encoding.ts';
import type { SettingsStore } from '../security/security.ts';
import { createToken, Settings } from '../security/settings.ts';
import type { SceneSettings } from './api.ts';

const settingsPath = `${serviceFolder}/api-security-settings.json`;

/** Settings in the store of a scene, beside its project. @param project the place that the project is told of by */
const createStoredSettings = (store: FileStore, project: string): SettingsStore => ({
  location: `${project}/${settingsPath}`,
  async read() {
    const content = await store.read(settingsPath);
    return content && Settings.parse(JSON.parse(decodeUtf8(content)));
  },
  write: (settings) =>
    store.write(settingsPath, new TextEncoder().encode(`${JSON.stringify(settings, null, 2)}\n`)),
});

/** What the host has chosen; a token that it leaves open is the one that the store has, or one that is made and kept there. */
export const openStoredSettings = async (
  store: FileStore,
  project: string,
  chosen: SceneSettings = {},
): Promise<{ readonly settings: Settings; readonly keeper: SettingsStore }> => {
  const keeper = createStoredSettings(store, project);
  const kept = chosen.apiToken === undefined ? await keeper.read() : undefined;
  const apiToken = chosen.apiToken ?? kept?.apiToken ?? createToken();
  const settings = Settings.parse({ apiEnabled: true, ...chosen, apiToken });
  if (chosen.apiToken === undefined && !kept) await keeper.write(settings);
  return { settings, keeper };
};
