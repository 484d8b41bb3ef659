import { SceneRuntimeError } from '#spec/client/index.ts';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useLivePage } from '../app/live-page-context.ts';
import { repeatWhileVisible } from '../session/store-helpers.ts';
import { EmptyScene } from './empty-scene.tsx';
import { findPressableButtons } from './find-pressable-buttons.ts';
import { openSceneView } from './open-scene-view.ts';
import { ScenePictures } from './scene-pictures.tsx';
import { listenForSceneKeys, shortcutsDescription, shortcutsElementId } from './scene-shortcuts.ts';
import { SceneButtons, SceneClock, SceneTitle } from './scene-overlays.tsx';
import { SceneToolbar } from './scene-toolbar.tsx';
import './scene-view.css';

/** The interval at which the lists beside the view are read again, in milliseconds. */
const listRefreshMs = 1_000;

/** Shows the scene in motion. */
export const ScenePanel = () => {
  const { session, notices, scene, editor } = useLivePage();
  const { viewOptions, objects, selection, presentSelection, edits } = scene;
  const view = scene.view.value;
  const host = useRef<HTMLDivElement>(null);
  const [drawError, setDrawError] = useState<string>();
  const canShow = session.capabilities.value?.hasRoute('GET /api/scene/changes');
  const isConnected = session.state.value === 'connected';

  useEffect(() => {
    if (!host.current || !canShow) return;
    const opening = openSceneView({
      ...{ session, notices, selection, presentSelection, edits, viewOptions },
      ...{ host: host.current, objects: objects.list },
    });
    opening.then(
      (opened) => {
        scene.view.value = opened;
      },
      (failure) => setDrawError(String(failure)),
    );
    return () => {
      scene.view.value = undefined;
      void opening.then(({ close }) => close()).catch(() => {});
    };
  }, [canShow, session, notices, scene, selection, presentSelection, edits, viewOptions, objects]);
  useEffect(() => {
    if (!isConnected) return;
    return repeatWhileVisible(listRefreshMs, scene.refresh);
  }, [isConnected, scene]);
  const pressFirstButton = (): void => {
    const [button] = findPressableButtons(editor.detail.peek());
    if (button) void editor.pressButton(button.portId);
  };
  const hasNoChanges = isRejectedByRuntime(view?.changesError.value);

  return (
    <section
      id="pane-scene"
      class="pane scene-pane"
      aria-label="Scene"
      tabIndex={-1}
      onKeyDown={listenForSceneKeys(viewOptions, () => view, pressFirstButton)}
    >
      <h2 class="hidden">Scene</h2>
      <div class="screen" ref={host}>
        <p class="hidden" id={shortcutsElementId}>
          {shortcutsDescription}
        </p>
        {viewOptions.colliders.value && <ColliderLegend />}
        {canShow === false && (
          <p class="empty">This service does not report what its scene draws (GET /api/scene/changes).</p>
        )}
        {hasNoChanges && host.current && (
          <ScenePictures width={host.current.clientWidth} height={host.current.clientHeight} />
        )}
        {drawError && <p class="empty">The scene cannot be drawn here: {drawError}</p>}
      </div>
      <SceneTitle />
      <SceneToolbar options={viewOptions} onFrame={() => view?.frame()} />
      <SceneClock />
      <SceneButtons />
      <EmptyScene />
    </section>
  );
};

/** Whether the runtime can't do what was requested, as opposed to a failed connection. */
const isRejectedByRuntime = (failure: unknown): boolean =>
  failure instanceof SceneRuntimeError && failure.code === 'ACTION_FAILED';

const ColliderLegend = () => (
  <ul class="legend" aria-label="Colliders">
    <li class="solid">Solid</li>
    <li class="trigger">Trigger: objects pass through</li>
  </ul>
);
