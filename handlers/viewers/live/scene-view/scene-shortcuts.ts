import type { GizmoTool, ViewOptions } from './view-options.ts';

/** The commands of the scene view that can be given with the keyboard. */
export interface SceneCommands {
  /** Orbits the camera around its target, by a number of steps to the right and down. */
  orbit(right: number, down: number): void;
  /** Pans the camera together with its target, by a number of steps to the right and up. */
  pan(right: number, up: number): void;
  /** Zooms in for a positive number of steps, and out for a negative number. */
  zoom(steps: number): void;
  frame(): void;
  /**
   * Cancels the current drag.
   * @returns whether there was a drag to cancel
   */
  cancelDrag(): boolean;
}

/** The keys that select the tools. The key Q hides the handles. */
export const toolKeys: Readonly<Record<GizmoTool, string>> = { translate: 'W', rotate: 'E', scale: 'R' };

/** The scene view's keyboard shortcuts, as the shortcuts sheet lists them. */
export const sceneShortcuts = [
  { keys: 'W, E, R', action: 'Move, rotate or scale the selected object' },
  { keys: 'Q', action: 'Hide the handles' },
  { keys: 'X', action: 'Switch between the axes of the world and of the object' },
  { keys: 'F', action: 'Frame the selected object, or everything' },
  { keys: 'Arrows', action: 'Orbit the camera' },
  { keys: 'Shift Arrows', action: 'Pan the camera' },
  { keys: '+, −', action: 'Zoom' },
  { keys: 'Space', action: 'Press the first button of the running graph' },
  { keys: 'Escape', action: 'Cancel a drag' },
] as const;

export const shortcutsElementId = 'stage-keys';

/** A description of the scene view's keyboard shortcuts for screen readers. */
export const shortcutsDescription =
  'Arrow keys orbit, with Shift they pan; plus and minus zoom, F frames the selection. ' +
  'Space presses the first button of the running graph. ' +
  'W, E and R show handles that move, rotate and scale the selected object, Q hides them, X changes their axes; Escape cancels a drag.';

const arrowDirections: Readonly<Record<string, readonly [right: number, up: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/**
 * Creates a listener that handles keys, unless the focus is in a text field. Arrow keys and the plus and minus keys
 * work only if the view itself has the focus.
 */
export const listenForSceneKeys =
  (
    { tool, isLocalSpace }: Pick<ViewOptions, 'tool' | 'isLocalSpace'>,
    getCommands: () => SceneCommands | undefined,
    pressButton: () => void,
  ) =>
  (event: KeyboardEvent): void => {
    const { target, key, shiftKey } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || !(target instanceof Element)) return;
    if (target.closest('input, textarea, select')) return;
    const selectTool = (newTool: GizmoTool | undefined) => (): void => {
      tool.value = newTool;
    };
    const shortcuts: Readonly<Record<string, () => unknown>> = {
      w: selectTool('translate'),
      e: selectTool('rotate'),
      r: selectTool('scale'),
      q: selectTool(undefined),
      x: () => {
        isLocalSpace.value = !isLocalSpace.value;
      },
      f: () => getCommands()?.frame(),
      escape: () => getCommands()?.cancelDrag(),
    };
    const canvasShortcuts: Readonly<Record<string, () => unknown>> = {
      '+': () => getCommands()?.zoom(1),
      '=': () => getCommands()?.zoom(1),
      '-': () => getCommands()?.zoom(-1),
      ...(!shiftKey && { ' ': pressButton }),
    };
    const arrow = arrowDirections[key];
    const isOnCanvas = target.matches('canvas');
    const act =
      shortcuts[key.toLowerCase()] ??
      (isOnCanvas ? canvasShortcuts[key] : undefined) ??
      (isOnCanvas && arrow
        ? () => (shiftKey ? getCommands()?.pan(...arrow) : getCommands()?.orbit(arrow[0], -arrow[1]))
        : undefined);
    if (!act) return;
    event.preventDefault();
    act();
  };
