import type { GizmoTool, ViewOptions } from './view-options.ts';

/** The keyboard commands of the scene view. */
export interface SceneCommands {
  /** Orbits around the target, in steps to the right and down. */
  orbit(right: number, down: number): void;
  /** Pans the target, in steps. */
  pan(right: number, up: number): void;
  /** Zooms in by positive steps, out by negative ones. */
  zoom(steps: number): void;
  frame(): void;
  /** Cancels the current drag. @returns whether there was one */
  cancelDrag(): boolean;
}

/** Keys of the tools; Q hides them. */
export const toolKeys: Readonly<Record<GizmoTool, string>> = { translate: 'W', rotate: 'E', scale: 'R' };

/** Id of the element that lists the keys. */
export const shortcutsElementId = 'stage-keys';

/** Description of the scene view for screen readers. */
export const shortcutsDescription =
  'Arrow keys orbit, with Shift they pan; plus and minus zoom, F frames the selection. ' +
  'W, E and R show handles that move, rotate and scale the selected object, Q hides them, X changes their axes; Escape cancels a drag.';

const arrowDirections: Readonly<Record<string, readonly [right: number, up: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** Handles keys, unless the focus is in a text field. Arrow keys and signs work only in the view itself. */
export const listenForSceneKeys =
  (
    { tool, isLocalSpace }: Pick<ViewOptions, 'tool' | 'isLocalSpace'>,
    getCommands: () => SceneCommands | undefined,
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
