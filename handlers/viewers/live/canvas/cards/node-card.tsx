import { useComputed } from '@preact/signals';
import { memo } from 'preact/compat';
import { useContext } from 'preact/hooks';
import { useLive } from '../../app/live.ts';
import { FarContext } from '../far-context.ts';
import { FarPort } from './far-port.tsx';
import { rowsOf } from './geometry.ts';
import { PortRow } from './port-row.tsx';
import type { CardData } from '../flow-items.ts';

/** A node: its ports with their values, or without these from afar. It glows when it executes. */
export const NodeCard = memo(({ data }: { readonly data: CardData }) => {
  const { activity } = useLive().editor;
  const isFar = useContext(FarContext);
  const { id, category, isMissing } = data.facts;
  const look = useComputed(() => (activity.isLit(id).value ? 'node-card lit' : 'node-card'));
  const label = isMissing ? `${category} (missing type)` : category;
  return (
    <article class={look}>
      <h3 title={label}>{label}</h3>
      {isFar ? <FarPorts data={data} /> : <Ports data={data} />}
    </article>
  );
});

const Ports = memo(({ data: { facts, wired } }: { readonly data: CardData }) => {
  const wiredPorts = new Set(wired.split(','));
  return (
    <ul>
      {rowsOf(facts.ports).flatMap(([port, beside]) => [
        <PortRow key={port.id} port={port} isWired={wiredPorts.has(port.id)} isHalf={beside !== undefined} />,
        beside && <PortRow key={beside.id} port={beside} isWired={wiredPorts.has(beside.id)} isHalf />,
      ])}
    </ul>
  );
});

const FarPorts = memo(({ data: { facts } }: { readonly data: CardData }) => (
  <ul>
    {rowsOf(facts.ports).flatMap(([port, beside]) => [
      <FarPort key={port.id} port={port} isHalf={beside !== undefined} />,
      beside && <FarPort key={beside.id} port={beside} isHalf />,
    ])}
  </ul>
));
