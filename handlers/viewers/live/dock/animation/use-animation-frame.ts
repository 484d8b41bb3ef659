import { useLayoutEffect } from 'preact/hooks';

const reducedMotionQuery = matchMedia('(prefers-reduced-motion: reduce)');

/** Draws after each render and, while moving, on every frame. With reduced motion it draws after renders only. */
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
