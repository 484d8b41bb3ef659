import { useComputed } from '@preact/signals';
import { memo } from 'preact/compat';
import { useContext } from 'preact/hooks';
import { useLivePage } from '../../app/live-page-context.ts';
import { ZoomedOutContext } from '../zoomed-out-context.ts';
import { PortHandle } from './port-handle.tsx';
import { layOutPortRows } from './card-geometry.ts';
import { PortRow } from './port-row.tsx';
import type { NodeCardData } from '../react-flow-elements.ts';

/** A node with its ports and their values, or its title only when zoomed out. It glows while it executes. */
export const NodeCard = memo(({ data }: { readonly data: NodeCardData }) => {
  const { activity } = useLivePage().editor;
  const isFar = useContext(ZoomedOutContext);
  const { id, category, isMissing } = data.facts;
  const look = useComputed(() => (activity.isHighlighted(id).value ? 'node-card lit' : 'node-card'));
  const label = isMissing ? `${category} (missing type)` : category;
  return (
    <article class={look}>
      <h3 title={label}>{label}</h3>
      {isFar ? <PortHandles data={data} /> : <PortRows data={data} />}
    </article>
  );
});

const PortRows = memo(({ data: { facts, wired } }: { readonly data: NodeCardData }) => {
  const wiredPorts = new Set(wired.split(','));
  return (
    <ul>
      {layOutPortRows(facts.ports).flatMap(([port, beside]) => [
        <PortRow
          key={port.id}
          port={port}
          isConnected={wiredPorts.has(port.id)}
          isPaired={beside !== undefined}
        />,
        beside && <PortRow key={beside.id} port={beside} isConnected={wiredPorts.has(beside.id)} isPaired />,
      ])}
    </ul>
  );
});

const PortHandles = memo(({ data: { facts } }: { readonly data: NodeCardData }) => (
  <ul>
    {layOutPortRows(facts.ports).flatMap(([port, beside]) => [
      <PortHandle key={port.id} port={port} isPaired={beside !== undefined} />,
      beside && <PortHandle key={beside.id} port={beside} isPaired />,
    ])}
  </ul>
));
