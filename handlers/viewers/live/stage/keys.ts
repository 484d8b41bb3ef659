import type { Tool, Wishes } from './wishes.ts';

/** What the keyboard does to the view of the scene. */
export interface Steering {
  /** Turns about what is looked at, by steps to the right and down. */
  orbit(right: number, down: number): void;
  /** Moves what is looked at, by steps. */
  pan(right: number, up: number): void;
  /** Goes nearer for a step above 0, and away below. */
  approach(steps: number): void;
  frame(): void;
  /** Takes what the reader is doing to an object back. @returns whether there was anything */
  takeBack(): boolean;
}

/** Keys of the tools; Q puts them away. */
export const toolKeys: Readonly<Record<Tool, string>> = { translate: 'W', rotate: 'E', scale: 'R' };

/** Names the element that tells the keys. */
export const keysId = 'stage-keys';

/** What a screen reader says of the scene. */
export const keysInWords =
  'Arrow keys turn the view, with Shift they move it; plus and minus go nearer and away, F frames what is selected. ' +
  'W, E and R bring handles to move, turn and scale the selected object, Q puts them away, X changes their axes; Escape takes a drag back.';

const arrows: Readonly<Record<string, readonly [right: number, up: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** Does what a key stands for, unless somebody types into a field; arrows and signs are those of the picture itself. */
export const listenForKeys =
  ({ tool, ownAxes }: Pick<Wishes, 'tool' | 'ownAxes'>, steering: () => Steering | undefined) =>
  (event: KeyboardEvent): void => {
    const { target, key, shiftKey } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || !(target instanceof Element)) return;
    if (target.closest('input, textarea, select')) return;
    const take = (wanted: Tool | undefined) => (): void => {
      tool.value = wanted;
    };
    const anywhere: Readonly<Record<string, () => unknown>> = {
      w: take('translate'),
      e: take('rotate'),
      r: take('scale'),
      q: take(undefined),
      x: () => {
        ownAxes.value = !ownAxes.value;
      },
      f: () => steering()?.frame(),
      escape: () => steering()?.takeBack(),
    };
    const onPicture: Readonly<Record<string, () => unknown>> = {
      '+': () => steering()?.approach(1),
      '=': () => steering()?.approach(1),
      '-': () => steering()?.approach(-1),
    };
    const arrow = arrows[key];
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
