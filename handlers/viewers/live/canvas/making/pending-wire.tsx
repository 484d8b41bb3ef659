import { getBezierPath, Position, useInternalNode, ViewportPortal } from '@xyflow/react';
import type { CanvasPoint } from '../canvas-geometry.ts';
import type { PortRecord } from '../../graphs/graph-types.ts';

interface PendingWireProps {
  readonly port: PortRecord;
  /** Where the wire was dropped. */
  readonly end: CanvasPoint;
}

/** Draws the wire that a node search will connect. */
export const PendingWire = ({ port: { id, nodeId, type, direction }, end }: PendingWireProps) => {
  const { handleBounds, positionAbsolute } = useInternalNode(nodeId)?.internals ?? {};
  const isForward = direction === 'output';
  const handle = handleBounds?.[isForward ? 'source' : 'target']?.find((bounds) => bounds.id === id);
  if (!handle || !positionAbsolute) return null;
  const [path] = getBezierPath({
    sourceX: positionAbsolute.x + handle.x + handle.width / 2,
    sourceY: positionAbsolute.y + handle.y + handle.height / 2,
    sourcePosition: isForward ? Position.Right : Position.Left,
    targetX: end.x,
    targetY: end.y,
    targetPosition: isForward ? Position.Left : Position.Right,
  });
  return (
    <ViewportPortal>
      <svg class={`pending-wire type-${type}`} aria-hidden="true">
        <path d={path} />
      </svg>
    </ViewportPortal>
  );
};
