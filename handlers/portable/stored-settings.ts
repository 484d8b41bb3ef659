import type { FileStore } from '#runtime/disk/file-store.ts';
import { serviceFolder } from '#runtime/controller/projects/project.ts';
import { textOf } from '#runtime/disk/text.ts';
import type { SettingsKeeper } from '../security/security.ts';
import { newToken, Settings } from '../security/settings.ts';
import type { SceneSettings } from './api.ts';

const path = `${serviceFolder}/api-security-settings.json`;

/** Settings in the store of a scene, beside its project. @param project the place that the project is told of by */
const settingsOf = (store: FileStore, project: string): SettingsKeeper => ({
  place: `${project}/${path}`,
  async read() {
    const content = await store.read(path);
    return content && Settings.parse(JSON.parse(textOf(content)));
  },
  write: (settings) => store.write(path, new TextEncoder().encode(`${JSON.stringify(settings, null, 2)}\n`)),
});

/** What the host has chosen; a token that it leaves open is the one that the store has, or one that is made and kept there. */
export const openStoredSettings = async (
  store: FileStore,
  project: string,
  chosen: SceneSettings = {},
): Promise<{ readonly settings: Settings; readonly keeper: SettingsKeeper }> => {
  const keeper = settingsOf(store, project);
  const kept = chosen.apiToken === undefined ? await keeper.read() : undefined;
  const apiToken = chosen.apiToken ?? kept?.apiToken ?? newToken();
  const settings = Settings.parse({ apiEnabled: true, ...chosen, apiToken });
  if (chosen.apiToken === undefined && !kept) await keeper.write(settings);
  return { settings, keeper };
};
