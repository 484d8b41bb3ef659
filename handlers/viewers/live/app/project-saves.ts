import type { SceneClient } from '#spec/client/index.ts';
import type { Confirmation } from './confirmation.tsx';
import type { Notices } from './notice-store.ts';

interface ProjectSavesOptions {
  readonly client: SceneClient;
  readonly notices: Pick<Notices, 'runAndReport' | 'showInfo'>;
  readonly confirmation: Pick<Confirmation, 'ask'>;
}

/**
 * Saves a project and its active scene. The files of a project do not contain the objects of the scene, and a runtime
 * does not load a scene by itself when it starts.
 */
export const createProjectSaves = ({ client, notices, confirmation }: ProjectSavesOptions) => {
  const saveScene = (): Promise<void> =>
    notices.runAndReport(async () => {
      const { path } = (await client.act('scene.save')).result;
      notices.showInfo(
        `Saved the scene in ${path}. After a restart, choose “Load the saved scene” in the menu of the project.`,
      );
    });
  return {
    saveProject: (): Promise<void> =>
      notices.runAndReport(async () => {
        await client.act('project.save');
        notices.showInfo('Saved the graphs and variables, but not the objects of the scene.', {
          label: 'Save the scene too',
          run: () => void saveScene(),
        });
      }),
    saveScene,
    /** Replaces the objects of the active scene by those of its file, after the user has confirmed. */
    loadSavedScene: (): Promise<void> =>
      notices.runAndReport(async () => {
        const { scenes, current } = (await client.act('scene.list')).result;
        if (!scenes.some(({ scene, saved }) => scene === current && saved)) {
          notices.showInfo(`The scene ${current} was not saved yet.`);
          return;
        }
        const isConfirmed = await confirmation.ask({
          title: 'Load the saved scene?',
          text: 'The objects of the scene are replaced by those that were saved. This can’t be undone.',
          confirmLabel: 'Load',
        });
        if (isConfirmed) await client.act('scene.switch', { scene: current });
      }),
  };
};
