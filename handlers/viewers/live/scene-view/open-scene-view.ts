import { createScenePoller } from './scene-changes-poller.ts';
import { createObjectDrag } from './gizmo/object-drag.ts';
import type { ReadonlySignal, Signal } from '@preact/signals';
import type { Notices } from '../app/notice-store.ts';
import type { Session } from '../session/session.ts';
import type { TransformUpdate } from './gizmo/object-drag.ts';
import type { SceneCommands } from './scene-shortcuts.ts';
import type { SceneObjectRecord } from './objects/object-tree.ts';
import type { ViewOptions } from './view-options.ts';

interface SceneViewOptions {
  readonly host: HTMLElement;
  readonly session: Session;
  readonly viewOptions: ViewOptions;
  readonly selection: Signal<string | undefined>;
  readonly selectedTags: ReadonlySignal<readonly string[]>;
  readonly objects: ReadonlySignal<readonly SceneObjectRecord[]>;
  readonly notices: Pick<Notices, 'showError'>;
}

/** A view that renders the scene while it is visible. */
export interface SceneView extends SceneCommands {
  /** Reads again everything that the change feed does not report. */
  refresh(): void;
  close(): void;
}

/**
 * Loads the renderer, and follows the scene while both the page and the view are visible.
 * @throws Error if the browser doesn't support WebGL
 */
export const openSceneView = async ({
  session,
  notices,
  ...options
}: SceneViewOptions): Promise<SceneView> => {
  const { openSceneViewport } = await import('./view/scene-viewport.ts');
  const { client, hub } = session;
  const { selection } = options;
  const write = (move: TransformUpdate): Promise<unknown> => (hub.value ?? client).act('transform.set', move);
  const drag = createObjectDrag({ selection, client, write, notices });
  const view = openSceneViewport({ ...options, client, drag, onDragStart: () => poller.pollSoon() });
  const poller = createScenePoller({
    requestChanges: (since) =>
      client.request('GET /api/scene/changes', since === undefined ? {} : { query: { since } }),
    applyChanges(changes) {
      void drag.refresh();
      return view.applyChanges(changes);
    },
  });
  let isOnScreen = false;
  const updateVisibility = (): void =>
    poller.setVisible(isOnScreen && document.visibilityState === 'visible');
  const observer = new IntersectionObserver((entries) => {
    isOnScreen = entries.at(-1)?.isIntersecting ?? false;
    updateVisibility();
  });
  observer.observe(options.host);
  document.addEventListener('visibilitychange', updateVisibility);
  return {
    ...view,
    close() {
      observer.disconnect();
      document.removeEventListener('visibilitychange', updateVisibility);
      poller.setVisible(false);
      drag.close();
      view.close();
    },
  };
};
