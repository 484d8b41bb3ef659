import { type OnConnect, type OnConnectEnd, type OnConnectStart, useStoreApi } from '@xyflow/react';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useLivePage } from '../../app/live-page-context.ts';
import { getErrorMessage } from '../../session/store-helpers.ts';
import { findNodeById, type GraphDetail, indexPorts, type PortRecord } from '../../graphs/graph-types.ts';
import type { CanvasPoint } from '../canvas-geometry.ts';

interface ConnectionDrag {
  readonly onConnect: OnConnect;
  readonly onConnectStart: OnConnectStart;
  readonly onConnectEnd: OnConnectEnd;
  /** The last rejected connection, or `undefined` after the user has dismissed it. */
  readonly rejected: RejectedConnection | undefined;
  clearRejected(): void;
}

/**
 * Handles the dragging of connections: validates targets, adds connections, and shows where and why a connection was
 * rejected.
 * @param onDropOnCanvas called when a connection is dropped where nothing is; the position is in the window
 */
export const useConnectionDrag = (
  onDropOnCanvas: (port: PortRecord, position: CanvasPoint) => void,
): ConnectionDrag => {
  const { editor } = useLivePage();
  const store = useStoreApi();
  const dropped = useRef<CanvasPoint>({ x: 0, y: 0 });
  const dropOnCanvas = useRef(onDropOnCanvas);
  dropOnCanvas.current = onDropOnCanvas;
  const [rejection, setRejection] = useState<RejectedConnection>();
  const drawing = useMemo(() => {
    const { connectionPreview, detail } = editor;
    const reject = (reason: string): void => setRejection({ reason, position: dropped.current });
    const onConnect: OnConnect = ({ sourceHandle, targetHandle }) => {
      const graph = detail.peek();
      const ports = graph && indexPorts(graph);
      const from = ports?.get(sourceHandle ?? '');
      const to = ports?.get(targetHandle ?? '');
      if (!from || !to) return;
      void editor.change({ kind: 'wires', cut: [], join: [{ from, to }] }, (failure) =>
        reject(getErrorMessage(failure)),
      );
    };
    const onConnectStart: OnConnectStart = (_, { handleId, handleType }) => {
      const oppositeClass = handleType === 'source' ? '.target' : '.source';
      const handles =
        store.getState().domNode?.querySelectorAll<HTMLElement>(`.react-flow__handle${oppositeClass}`) ?? [];
      void connectionPreview.startDrag(
        handleId ?? '',
        [...handles].flatMap(({ dataset }) => dataset.handleid ?? []),
      );
    };
    const onConnectEnd: OnConnectEnd = (event, { fromHandle, toHandle, isValid }) => {
      const point = 'changedTouches' in event ? event.changedTouches[0] : event;
      const { left = 0, top = 0 } = store.getState().domNode?.getBoundingClientRect() ?? {};
      if (point) dropped.current = { x: point.clientX - left, y: point.clientY - top };
      connectionPreview.endDrag();
      const graph = detail.peek();
      const port = graph && indexPorts(graph).get(fromHandle?.id ?? '');
      if (graph && port && point && !toHandle?.id && isEmptyCanvas(graph, point))
        dropOnCanvas.current(port, { x: point.clientX, y: point.clientY });
      // React Flow itself rejects connections between two outputs or two inputs; the service provides the reason
      if (fromHandle?.id && toHandle?.id && isValid === false) {
        void connectionPreview
          .explainRejection(fromHandle.id, toHandle.id)
          .then((reason) => reason && reject(reason));
      }
    };
    return { onConnect, onConnectStart, onConnectEnd, clearRejected: () => setRejection(undefined) };
  }, [editor, store]);
  return { ...drawing, rejected: rejection };
};

/** Whether no node is at a position of the window, but the canvas is. */
const isEmptyCanvas = (
  graph: GraphDetail,
  { clientX, clientY }: Pick<MouseEvent, 'clientX' | 'clientY'>,
): boolean => {
  const element = document.elementFromPoint(clientX, clientY);
  const nodeId = element?.closest<HTMLElement>('.react-flow__node')?.dataset.id;
  return element?.closest('.react-flow__renderer') != null && !findNodeById(graph, nodeId ?? '');
};

/** The reason why a connection was rejected, and the place on the screen where it was dropped. */
interface RejectedConnection {
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
