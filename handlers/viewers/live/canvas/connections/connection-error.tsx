import { useEffect } from 'preact/hooks';
import type { CanvasPoint } from '../graph-editor.ts';

/** The reason why a connection was rejected, and the place on the screen where it was dropped. */
export interface RejectedConnection {
  readonly reason: string;
  readonly position: CanvasPoint;
}

const visibleMs = 8_000;

/** Shows the service's error at the place where the connection was dropped. */
export const ConnectionError = ({
  refused: { reason, position },
  onClose,
}: {
  refused: RejectedConnection;
  onClose: () => void;
}) => {
  useEffect(() => {
    const timer = setTimeout(onClose, visibleMs);
    document.addEventListener('pointerdown', onClose);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('pointerdown', onClose);
    };
  }, [onClose]);
  return (
    <p class="connection-error" role="alert" style={{ left: `${position.x}px`, top: `${position.y}px` }}>
      {reason}
    </p>
  );
};
