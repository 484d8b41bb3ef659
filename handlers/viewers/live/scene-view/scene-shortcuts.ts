import type { GizmoTool, ViewOptions } from './view-options.ts';

/** What the keyboard does to the view of the scene. */
export interface SceneCommands {
  /** Turns about what is looked at, by steps to the right and down. */
  orbit(right: number, down: number): void;
  /** Moves what is looked at, by steps. */
  pan(right: number, up: number): void;
  /** Goes nearer for a step above 0, and away below. */
  zoom(steps: number): void;
  frame(): void;
  /** Takes what the reader is doing to an object back. @returns whether there was anything */
  cancelDrag(): boolean;
}

/** Keys of the tools; Q puts them away. */
export const toolKeys: Readonly<Record<GizmoTool, string>> = { translate: 'W', rotate: 'E', scale: 'R' };

/** Names the element that tells the keys. */
export const shortcutsElementId = 'stage-keys';

/** What a screen reader says of the scene. */
export const shortcutsDescription =
  'Arrow keys turn the view, with Shift they move it; plus and minus go nearer and away, F frames what is selected. ' +
  'W, E and R bring handles to move, turn and scale the selected object, Q puts them away, X changes their axes; Escape takes a drag back.';

const arrowDirections: Readonly<Record<string, readonly [right: number, up: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** Does what a key stands for, unless somebody types into a field; arrows and signs are those of the picture itself. */
export const listenForSceneKeys =
  (
    { tool, isLocalSpace }: Pick<ViewOptions, 'tool' | 'isLocalSpace'>,
    steering: () => SceneCommands | undefined,
  ) =>
  (event: KeyboardEvent): void => {
    const { target, key, shiftKey } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || !(target instanceof Element)) return;
    if (target.closest('input, textarea, select')) return;
    const take = (wanted: GizmoTool | undefined) => (): void => {
      tool.value = wanted;
    };
    const anywhere: Readonly<Record<string, () => unknown>> = {
      w: take('translate'),
      e: take('rotate'),
      r: take('scale'),
      q: take(undefined),
      x: () => {
        isLocalSpace.value = !isLocalSpace.value;
      },
      f: () => steering()?.frame(),
      escape: () => steering()?.cancelDrag(),
    };
    const onPicture: Readonly<Record<string, () => unknown>> = {
      '+': () => steering()?.zoom(1),
      '=': () => steering()?.zoom(1),
      '-': () => steering()?.zoom(-1),
    };
    const arrow = arrowDirections[key];
    const isOnPicture = target.matches('canvas');
    const act =
      anywhere[key.toLowerCase()] ??
      (isOnPicture ? onPicture[key] : undefined) ??
      (isOnPicture && arrow
        ? () => (shiftKey ? steering()?.pan(...arrow) : steering()?.orbit(arrow[0], -arrow[1]))
        : undefined);
    if (!act) return;
    event.preventDefault();
    act();
  };
