const longPressMs = 500;
/** How far a finger may move, in pixels. */
const toleratedMovePx = 10;

/**
 * Calls a function when a finger has rested on an element.
 * @returns a function that removes the listeners
 */
export const listenForLongPress = (
  element: HTMLElement,
  onLongPress: (event: PointerEvent) => void,
): (() => void) => {
  let start: { readonly event: PointerEvent; readonly timer: ReturnType<typeof setTimeout> } | undefined;
  const cancel = (): void => {
    clearTimeout(start?.timer);
    start = undefined;
  };
  const begin = (event: PointerEvent): void => {
    cancel();
    if (event.pointerType !== 'touch' || !event.isPrimary) return;
    start = { event, timer: setTimeout(() => onLongPress(event), longPressMs) };
  };
  const move = ({ clientX, clientY }: PointerEvent): void => {
    if (!start) return;
    const distance = Math.hypot(clientX - start.event.clientX, clientY - start.event.clientY);
    if (distance > toleratedMovePx) cancel();
  };
  // listens early, because the canvas stops some events
  const options = { capture: true };
  element.addEventListener('pointerdown', begin, options);
  element.addEventListener('pointermove', move, options);
  for (const type of ['pointerup', 'pointercancel'] as const) element.addEventListener(type, cancel, options);
  return () => {
    cancel();
    element.removeEventListener('pointerdown', begin, options);
    element.removeEventListener('pointermove', move, options);
    for (const type of ['pointerup', 'pointercancel'] as const)
      element.removeEventListener(type, cancel, options);
  };
};
