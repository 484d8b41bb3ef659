import { minHeight } from './dock-state.ts';
import type { Signal } from '@preact/signals';

const keyStepPx = 24;

/** The upper edge of the dock. Dragging the edge or pressing the arrow keys resizes the dock. */
export const DockResizeHandle = ({ height }: { readonly height: Signal<number> }) => {
  const maxHeight = Math.round(window.innerHeight * 0.8);
  const change = (pixels: number): void => {
    height.value = Math.round(Math.min(maxHeight, Math.max(minHeight, pixels)));
  };
  const steps: Readonly<Record<string, () => void>> = {
    ArrowUp: () => change(height.value + keyStepPx),
    ArrowDown: () => change(height.value - keyStepPx),
    Home: () => change(minHeight),
    End: () => change(maxHeight),
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: <hr> is no control, a separator that moves is one
    <div
      class="height-handle"
      role="separator"
      aria-label="Dock height"
      aria-orientation="horizontal"
      aria-valuenow={height.value}
      aria-valuemin={minHeight}
      aria-valuemax={maxHeight}
      tabIndex={0}
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        const { currentTarget, pointerId, clientY } = event;
        const bottom = currentTarget.parentElement?.getBoundingClientRect().bottom;
        if (bottom !== undefined && currentTarget.hasPointerCapture(pointerId)) change(bottom - clientY);
      }}
      onKeyDown={(event) => {
        const move = steps[event.key];
        if (!move) return;
        event.preventDefault();
        move();
      }}
    />
  );
};
