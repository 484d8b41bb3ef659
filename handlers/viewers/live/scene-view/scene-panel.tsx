import { computed } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useLivePage } from '../app/live-page-context.ts';
import { InspectorPanel } from './inspector/inspector-panel.tsx';
import { createObjectInspector } from './inspector/object-inspector-store.ts';
import { ObjectList } from './objects/object-list.tsx';
import { createSceneObjects } from './objects/scene-object-store.ts';
import { listDescendantTags } from './objects/object-tree.ts';
import { openSceneView } from './open-scene-view.ts';
import { shortcutsElementId, shortcutsDescription, listenForSceneKeys } from './scene-shortcuts.ts';
import { ColliderLegend } from './collider-legend.tsx';
import { SceneToolbar } from './scene-toolbar.tsx';
import { createViewOptions } from './view-options.ts';
import './stage.css';
import type { SceneView } from './open-scene-view.ts';

/** The interval at which the lists beside the view are read again, in milliseconds. */
const listRefreshMs = 1_000;

/** Shows the scene in motion, with its objects and their components. */
export const ScenePanel = () => {
  const { session, notices, selection } = useLivePage();
  const [models] = useState(() => ({
    viewOptions: createViewOptions(),
    objects: createSceneObjects(session),
    inspector: createObjectInspector(session, notices, selection),
  }));
  const { viewOptions, objects, inspector } = models;
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<SceneView>();
  const [drawError, setDrawError] = useState<string>();
  const canShow = session.capabilities.value?.hasRoute('GET /api/scene/changes');
  const isConnected = session.state.value === 'connected';

  useEffect(() => {
    if (!host.current || !canShow) return;
    const selectedTags = computed(() =>
      selection.value === undefined ? [] : listDescendantTags(objects.list.value, selection.value),
    );
    const opening = openSceneView({
      ...{
        host: host.current,
        session,
        notices,
        viewOptions,
        selection,
        selectedTags,
        objects: objects.list,
      },
    });
    opening.then(
      (opened) => {
        view.current = opened;
      },
      (failure) => setDrawError(String(failure)),
    );
    return () => void opening.then(({ close }) => close()).catch(() => {});
  }, [canShow, session, notices, viewOptions, selection, objects]);
  useEffect(() => {
    if (!isConnected) return;
    const refresh = (): void => {
      if (document.visibilityState !== 'visible') return;
      void objects.refresh();
      void inspector.poll();
      view.current?.refresh();
    };
    refresh();
    const timer = setInterval(refresh, listRefreshMs);
    return () => clearInterval(timer);
  }, [isConnected, objects, inspector]);

  return (
    <section class="stage" aria-label="Scene" onKeyDown={listenForSceneKeys(viewOptions, () => view.current)}>
      <SceneToolbar options={viewOptions} onFrame={() => view.current?.frame()} />
      <div class="screen" ref={host}>
        <p class="hidden" id={shortcutsElementId}>
          {shortcutsDescription}
        </p>
        {viewOptions.colliders.value && <ColliderLegend />}
        {canShow === false && (
          <p class="empty">This service does not report what its scene draws (GET /api/scene/changes).</p>
        )}
        {drawError && <p class="empty">The scene cannot be drawn here: {drawError}</p>}
      </div>
      <ObjectList objects={objects} />
      <InspectorPanel inspector={inspector} />
    </section>
  );
};
