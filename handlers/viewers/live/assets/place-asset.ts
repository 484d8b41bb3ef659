import { selectNewObject } from '../scene-view/select-new-object.ts';
import type { LayoutStore } from '../app/layout/layout-store.ts';
import type { Notices } from '../app/notice-store.ts';
import type { Position } from '../scene-view/position.ts';
import type { SceneStore } from '../scene-view/scene-store.ts';
import type { Session } from '../session/session.ts';

export interface PlacingServices {
  readonly session: Pick<Session, 'client'>;
  readonly notices: Notices;
  readonly scene: SceneStore;
  readonly layout: LayoutStore;
}

/** Adds an object that shows an asset, and selects it. */
export const placeAsset = async (
  asset: string,
  { session, notices, scene, layout }: PlacingServices,
  [x, y, z]: Position = [0, 0, 0],
): Promise<void> => {
  await notices.runAndReport(async () => {
    const { object } = (await session.client.act('scene.spawn', { asset, position: { x, y, z } })).result;
    await selectNewObject(scene, object);
    notices.showInfo(`Placed ${object}.`, {
      label: 'Show it',
      run() {
        layout.showScene();
        scene.selection.value = object;
        scene.view.peek()?.frame();
      },
    });
  });
};
