import { useLayoutEffect } from 'preact/hooks';

/** Matches if the user prefers that nothing moves by itself. */
export const reducedMotionQuery = matchMedia('(prefers-reduced-motion: reduce)');

/**
 * Calls `update` after each render and, while something is moving, in every frame. If the user prefers reduced motion,
 * `update` is called only after renders.
 */
export const useAnimationFrame = (update: () => void, isMoving: boolean): void =>
  useLayoutEffect(() => {
    update();
    if (!isMoving || reducedMotionQuery.matches) return;
    let frame = 0;
    const drawNext = (): void => {
      update();
      frame = requestAnimationFrame(drawNext);
    };
    frame = requestAnimationFrame(drawNext);
    return () => cancelAnimationFrame(frame);
  });
