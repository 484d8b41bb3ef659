import { computed, type Signal, signal } from '@preact/signals';
import { memo } from 'preact/compat';
import { createContext } from 'preact';
import { useContext, useEffect, useMemo } from 'preact/hooks';
import { useLivePage } from '../app/live-page-context.ts';
import { ZoomedOutContext } from './cards/node-card.tsx';
import type { EdgeProps } from '@xyflow/react';
import type { ExecutionActivity } from './execution-activity.ts';
import type { Pulse } from './pulse-tracker.ts';
import type { FlowEdge, WireData } from './react-flow-elements.ts';

/** The number of wires in view on which something moves. */
export const MovingWireCountContext = createContext<Signal<number>>(signal(0));

/** The width in which a wire can be clicked. */
const clickWidth = 20;
const minBend = 46;
const bendRatio = 0.48;
/** Long wires that are almost level bend less. */
const levelWire = { maxHeight: 30, minWidth: 400, bendRatio: 0.2 } as const;

interface WireEnds {
  readonly sourceX: number;
  readonly sourceY: number;
  readonly targetX: number;
  readonly targetY: number;
}

const getWirePath = ({ sourceX, sourceY, targetX, targetY }: WireEnds): string => {
  const width = targetX - sourceX;
  const isLevel = Math.abs(targetY - sourceY) < levelWire.maxHeight && width > levelWire.minWidth;
  const bend = Math.max(minBend, Math.abs(width) * (isLevel ? levelWire.bendRatio : bendRatio));
  return `M${sourceX},${sourceY} C${sourceX + bend},${sourceY} ${targetX - bend},${targetY} ${targetX},${targetY}`;
};

/** Renders a connection, with dashes that move along it while the graph runs. */
export const WireEdge = memo(({ data, sourceX, sourceY, targetX, targetY }: EdgeProps<FlowEdge>) => {
  const isZoomedOut = useContext(ZoomedOutContext);
  const path = getWirePath({ sourceX, sourceY, targetX, targetY });
  return (
    <>
      <path class="react-flow__edge-path" d={path} fill="none" />
      <path
        class="react-flow__edge-interaction"
        d={path}
        fill="none"
        stroke-opacity={0}
        stroke-width={clickWidth}
      >
        {data?.problem !== undefined && <title>{data.problem}</title>}
      </path>
      {data && !isZoomedOut && <WirePulse path={path} data={data} />}
    </>
  );
});

interface WirePulseProps {
  readonly path: string;
  readonly data: WireData;
}

/** Dashes that move once for a single pulse, and without end for a steady one. */
const WirePulse = ({ path, data }: WirePulseProps) => {
  const { activity } = useLivePage().editor;
  const movingWireCount = useContext(MovingWireCountContext);
  const pulse = useMemo(() => computed(() => getWirePulse(activity, data)), [activity, data]).value;
  const isMoving = pulse !== undefined;
  useEffect(() => {
    if (!isMoving) return;
    movingWireCount.value += 1;
    return () => {
      movingWireCount.value -= 1;
    };
  }, [isMoving, movingWireCount]);
  if (!pulse) return null;
  const key = pulse.kind === 'single' ? pulse.number : pulse.kind;
  return (
    <g class={`wire-pulse ${pulse.kind}`} key={key}>
      {data.isTrigger && (
        <>
          <path class="halo" d={path} />
          <path class="dashes glow" d={path} pathLength={240} />
        </>
      )}
      <path class="dashes" d={path} pathLength={240} />
    </g>
  );
};

/** Returns the pulse of the port that shows that something has passed a wire. */
const getWirePulse = (activity: ExecutionActivity, data: WireData): Pulse | undefined => {
  const { isTrigger, isShared, sourceNodeId, sourcePortId, targetNodeId, targetPortName } = data;
  if (!isTrigger) return activity.getValuePulse(sourcePortId).value;
  const pulse = activity.getTriggerPulse(targetNodeId, targetPortName).value;
  if (pulse && isShared && !activity.getNodePulse(sourceNodeId).value) return undefined;
  return pulse;
};
