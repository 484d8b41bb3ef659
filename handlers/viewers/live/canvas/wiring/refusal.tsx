import { useEffect } from 'preact/hooks';
import type { Point } from '../editor.ts';

/** Why there is no wire, and where on the screen it was dropped. */
export interface Refused {
  readonly reason: string;
  readonly at: Point;
}

const shownMs = 8_000;

/** Says where a wire was dropped why the service refused it, in its words. */
export const Refusal = ({ refused: { reason, at }, onClose }: { refused: Refused; onClose: () => void }) => {
  useEffect(() => {
    const timer = setTimeout(onClose, shownMs);
    document.addEventListener('pointerdown', onClose);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('pointerdown', onClose);
    };
  }, [onClose]);
  return (
    <p class="wire-refusal" role="alert" style={{ left: `${at.x}px`, top: `${at.y}px` }}>
      {reason}
    </p>
  );
};
