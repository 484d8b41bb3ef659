import { useLivePage } from '../app/live-page-context.ts';
import { Icon } from '../components/icon.tsx';
import { findPressableButtons } from './find-pressable-buttons.ts';

/** Shows the name of the scene and the number of its objects, at the upper left of the scene. */
export const SceneTitle = () => {
  const { scene, session } = useLivePage();
  const objects = scene.objects.list.value;
  const isEmpty = scene.objects.isEmpty.value;
  return (
    <div class="glass scene-title">
      <Icon name={isEmpty ? 'box' : 'orbit'} />
      <b>{isEmpty ? 'New scene' : (session.capabilities.value?.projectName ?? 'Scene')}</b>
      <span class="glass-quiet number">{isEmpty ? 'camera and light' : `${objects.length} objects`}</span>
    </div>
  );
};

/** Shows the time of the scene and how often it is drawn, at the lower left of the scene. */
export const SceneClock = () => {
  const { scene, graphs } = useLivePage();
  const time = scene.time.value;
  if (time === undefined) return null;
  const frames = scene.view.value?.stats.value.framesPerSecond;
  return (
    <div class="glass scene-clock number">
      <span class={graphs.isAnyRunning.value ? 'dot live' : 'dot idle'} />
      <span>{time.toFixed(1)} s</span>
      {frames !== undefined && frames > 0 && <span class="glass-quiet">{frames} fps</span>}
    </div>
  );
};

/** The manual buttons of the running graph, at the lower right of the scene. Space presses the first one. */
export const SceneButtons = () => {
  const { editor } = useLivePage();
  const buttons = findPressableButtons(editor.detail.value);
  if (buttons.length === 0) return null;
  return (
    <div class="glass scene-buttons">
      {buttons.map(({ portId, label }, at) => (
        <button
          key={portId}
          type="button"
          class="button"
          title={at === 0 ? `${label} (Space)` : label}
          onClick={() => void editor.pressButton(portId)}
        >
          <Icon name="zap" />
          {label}
          {at === 0 && (
            <span aria-hidden="true">
              <kbd>Space</kbd>
            </span>
          )}
        </button>
      ))}
    </div>
  );
};
