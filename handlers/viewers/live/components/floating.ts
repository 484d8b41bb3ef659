/** What menus, searches and dialogs that float over the page have in common. */
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

/** A point in the window, in pixels. */
export interface WindowPoint {
  readonly x: number;
  readonly y: number;
}

/** The distance that floating boxes keep from the edges of the window, in pixels. */
export const edgeGapPx = 8;

/** Returns the position of a box, moved so that the whole box is inside the window. */
export const usePositionInWindow = (
  box: Readonly<RefObject<HTMLElement>>,
  { x, y }: WindowPoint,
): WindowPoint => {
  const [shown, setShown] = useState<WindowPoint>({ x, y });
  useLayoutEffect(() => {
    const { offsetWidth = 0, offsetHeight = 0 } = box.current ?? {};
    const limit = (wanted: number, available: number): number =>
      Math.max(edgeGapPx, Math.min(wanted, available - edgeGapPx));
    setShown({
      x: limit(x, window.innerWidth - offsetWidth),
      y: limit(y, window.innerHeight - offsetHeight),
    });
  }, [box, x, y]);
  return shown;
};

/**
 * Shows a dialog as soon as it is rendered, so that nothing that is typed right after the key that opens it goes
 * elsewhere.
 * @returns the reference for the dialog
 */
export const useModalDialog = (): RefObject<HTMLDialogElement> => {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => dialog.current?.showModal(), []);
  return dialog;
};

/**
 * Closes a box when the pointer is pressed outside of it.
 * @param opener selects the element that has opened the box, and that closes it itself
 */
export const useCloseOutside = (
  box: Readonly<RefObject<HTMLElement>>,
  onClose: () => void,
  opener?: string,
): void => {
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    const listen = ({ target }: Event): void => {
      if (!(target instanceof Element) || box.current?.contains(target)) return;
      if (opener === undefined || !target.closest(opener)) close.current();
    };
    document.addEventListener('pointerdown', listen, { capture: true });
    return () => document.removeEventListener('pointerdown', listen, { capture: true });
  }, [box, opener]);
};
