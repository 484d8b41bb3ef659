import { useLayoutEffect } from 'preact/hooks';

const reducedMotionQuery = matchMedia('(prefers-reduced-motion: reduce)');

/** Draws whenever something is rendered and, while it moves, with every frame; for those who want no motion, as it is rendered alone. */
export const useAnimationFrame = (draw: () => void, isMoving: boolean): void =>
  useLayoutEffect(() => {
    draw();
    if (!isMoving || reducedMotionQuery.matches) return;
    let frame = 0;
    const drawNext = (): void => {
      draw();
      frame = requestAnimationFrame(drawNext);
    };
    frame = requestAnimationFrame(drawNext);
    return () => cancelAnimationFrame(frame);
  });
