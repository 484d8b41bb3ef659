import type { Wishes } from './wishes.ts';

interface StageBarProps {
  readonly wishes: Wishes;
  readonly onFrame: () => void;
}

/** How the scene is looked at. */
export const StageBar = ({ wishes: { throughCamera }, onFrame }: StageBarProps) => (
  <div class="toolbar" role="toolbar" aria-label="Look at the scene">
    <strong>Scene</strong>
    <button
      type="button"
      aria-pressed={throughCamera.value}
      onClick={() => {
        throughCamera.value = !throughCamera.value;
      }}
    >
      Scene camera
    </button>
    <button type="button" onClick={onFrame}>
      Frame
    </button>
  </div>
);
