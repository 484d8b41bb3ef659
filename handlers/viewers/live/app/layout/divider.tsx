import { useRef } from 'preact/hooks';
import { useLivePage } from '../live-page-context.ts';
import { collapseBelowPx, type ResizablePane } from './layout-store.ts';

interface DividerProps {
  /** The pane that the divider resizes. Its element has the id `pane-NAME`. */
  readonly pane: ResizablePane;
  readonly label: string;
  /** The edge of the pane on which the divider is. */
  readonly edge: 'left' | 'right' | 'top' | 'bottom';
}

const keyStepPx = 24;
/** The share of the window that a pane may take. */
const maxShare = 0.8;

/**
 * The edge of a pane. Dragging it or pressing the arrow keys resizes the pane, a double click restores the default
 * size, and Enter collapses or opens the pane.
 */
export const Divider = ({ pane, label, edge }: DividerProps) => {
  const { layout } = useLivePage();
  const drag = useRef<{ readonly at: number; readonly size: number }>();
  const isVertical = edge === 'left' || edge === 'right';
  const growsForward = edge === 'right' || edge === 'bottom';
  const max = Math.round((isVertical ? window.innerWidth : window.innerHeight) * maxShare);
  const getPaneSize = (): number => {
    const element = document.getElementById(`pane-${pane}`);
    return (isVertical ? element?.offsetWidth : element?.offsetHeight) ?? 0;
  };
  const getPointerPosition = ({ clientX, clientY }: PointerEvent): number => (isVertical ? clientX : clientY);
  const resize = (pixels: number): void => layout.resize(pane, Math.min(max, pixels));
  const grow = (pixels: number): void => resize(getPaneSize() + (growsForward ? pixels : -pixels));
  const [backKey, forwardKey] = isVertical ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown'];
  const keys: Readonly<Record<string, () => void>> = {
    [backKey]: () => grow(-keyStepPx),
    [forwardKey]: () => grow(keyStepPx),
    Home: () => layout.setOpen(pane, false),
    End: () => resize(max),
    Enter: () => layout.setOpen(pane, !layout.isOpen(pane)),
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: <hr> is no control, a separator that moves is one
    <div
      class={`divider divider-${pane} ${isVertical ? 'vertical' : 'horizontal'} on-${edge}`}
      role="separator"
      aria-label={label}
      aria-controls={`pane-${pane}`}
      aria-orientation={isVertical ? 'vertical' : 'horizontal'}
      aria-valuenow={layout.isOpen(pane) ? (layout.getSize(pane) ?? collapseBelowPx) : 0}
      aria-valuemin={0}
      aria-valuemax={max}
      tabIndex={0}
      title="Drag to resize, double-click to restore"
      onDblClick={() => layout.resetSize(pane)}
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = { at: getPointerPosition(event), size: layout.isOpen(pane) ? getPaneSize() : 0 };
      }}
      onPointerMove={(event) => {
        if (!drag.current || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
        const moved = getPointerPosition(event) - drag.current.at;
        resize(drag.current.size + (growsForward ? moved : -moved));
      }}
      onPointerUp={() => {
        drag.current = undefined;
      }}
      onKeyDown={(event) => {
        const act = keys[event.key];
        if (!act) return;
        event.preventDefault();
        event.stopPropagation();
        act();
      }}
    />
  );
};
