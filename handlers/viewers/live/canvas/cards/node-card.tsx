import { useComputed } from '@preact/signals';
import { memo } from 'preact/compat';
import { useContext } from 'preact/hooks';
import { createContext } from 'preact';
import { useLivePage } from '../../app/live-page-context.ts';
import { layOutPortRows } from './card-geometry.ts';
import { PortRow } from './port-row.tsx';
import type { NodeCardData } from '../react-flow-elements.ts';
import type { PortRecord } from '../../graphs/graph-types.ts';

/** Below this zoom level, ports would be unreadable, so cards show large titles and no values. */
export const zoomedOutThreshold = 0.35;

export const ZoomedOutContext = createContext(false);

/**
 * Renders a node with its ports and their values, or only its title when zoomed out. The card glows while the node
 * executes.
 */
export const NodeCard = memo(({ data }: { readonly data: NodeCardData }) => {
  const { activity } = useLivePage().editor;
  const isZoomedOut = useContext(ZoomedOutContext);
  const { id, category, isMissing } = data.node;
  const className = useComputed(() => (activity.isHighlighted(id).value ? 'node-card lit' : 'node-card'));
  const label = isMissing ? `${category} (missing type)` : category;
  return (
    <article class={className}>
      <h3 title={label}>{label}</h3>
      {isZoomedOut ? <PortHandles data={data} /> : <PortRows data={data} />}
    </article>
  );
});

const PortRows = memo(({ data: { node, connectedPortIds } }: { readonly data: NodeCardData }) => {
  const connectedPorts = new Set(connectedPortIds.split(','));
  return (
    <ul>
      {layOutPortRows(node.ports).flatMap(([port, pairedPort]) => [
        <PortRow
          key={port.id}
          port={port}
          isConnected={connectedPorts.has(port.id)}
          isPaired={pairedPort !== undefined}
        />,
        pairedPort && (
          <PortRow
            key={pairedPort.id}
            port={pairedPort}
            isConnected={connectedPorts.has(pairedPort.id)}
            isPaired
          />
        ),
      ])}
    </ul>
  );
});

const PortHandles = memo(({ data: { node } }: { readonly data: NodeCardData }) => (
  <ul>
    {layOutPortRows(node.ports).flatMap(([port, pairedPort]) => [
      <PortHandle key={port.id} port={port} isPaired={pairedPort !== undefined} />,
      pairedPort && <PortHandle key={pairedPort.id} port={pairedPort} isPaired />,
    ])}
  </ul>
));

interface PortHandleProps {
  readonly port: PortRecord;
  readonly isPaired: boolean;
}

/**
 * Renders a port while zoomed out: only the point where its connections end. React Flow finds this element by its
 * classes.
 */
const PortHandle = ({ port: { id, direction }, isPaired }: PortHandleProps) => {
  const isInput = direction === 'input';
  const side = isInput ? 'left' : 'right';
  return (
    <li class={`port ${direction} ${isPaired ? 'half' : ''}`}>
      <span
        class={`react-flow__handle react-flow__handle-${side} ${isInput ? 'target' : 'source'}`}
        data-handleid={id}
        data-handlepos={side}
      />
    </li>
  );
};
