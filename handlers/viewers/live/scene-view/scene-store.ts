import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { createObjectInspector, type ObjectInspector } from './object-inspector.ts';
import { createPresentSelection } from './present-selection.ts';
import { createSceneEdits, type SceneEdits } from './scene-edits.ts';
import { createSceneObjects, type SceneObjects } from './scene-objects.ts';
import { createViewOptions, type ViewOptions } from './view-options.ts';
import type { Notices } from '../app/notice-store.ts';
import type { PageStorage } from '../session/page-storage.ts';
import type { Session } from '../session/session.ts';
import type { SceneView } from './open-scene-view.ts';

/** The scene as the page shows it: its objects, the selected object, and the 3D view. */
export interface SceneStore {
  /** The selected object's tag. */
  readonly selection: Signal<string | undefined>;
  /** The same, or `undefined` while the scene has no such object. Only then does it make sense to read the object. */
  readonly presentSelection: ReadonlySignal<string | undefined>;
  readonly objects: SceneObjects;
  readonly inspector: ObjectInspector;
  readonly edits: SceneEdits;
  readonly viewOptions: ViewOptions;
  /** The 3D view, or `undefined` until it has been opened. */
  readonly view: Signal<SceneView | undefined>;
  /** The time of the scene in seconds, or `undefined` until it was read. */
  readonly time: ReadonlySignal<number | undefined>;
  /** Reads again what the 3D view does not follow: the objects, the selected one's properties, and the time. */
  refresh(): void;
}

export const createSceneStore = (session: Session, notices: Notices, storage: PageStorage): SceneStore => {
  const selection = signal<string>();
  const edits = createSceneEdits(session.client, notices);
  const objects = createSceneObjects(session);
  const presentSelection = createPresentSelection(selection, objects);
  const inspector = createObjectInspector(session, edits, presentSelection);
  const view = signal<SceneView>();
  const time = signal<number>();
  const readTime = async (): Promise<void> => {
    const read = await session.hub
      .peek()
      ?.act('time.get')
      .catch(() => undefined);
    time.value = read?.result.time;
  };
  return {
    ...{ selection, presentSelection, objects, inspector, edits, view, time },
    viewOptions: createViewOptions(storage),
    refresh() {
      void objects.refresh().then(inspector.poll);
      void readTime();
      view.peek()?.refresh();
    },
  };
};
