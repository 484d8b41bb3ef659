import { memo } from 'preact/compat';
import { useEditor } from './editor-context.ts';
import { PortRow } from './port-row.tsx';
import type { CardData } from './flow-items.ts';

/** A node: its ports with their values. It glows when it executes. */
export const NodeCard = memo(({ data: { facts, wired } }: { readonly data: CardData }) => {
  const { activity } = useEditor();
  const wiredPorts = new Set(wired.split(','));
  return (
    <article class={`node-card ${activity.isLit(facts.id).value ? 'lit' : ''}`}>
      <h3>{facts.category}</h3>
      <ul>
        {facts.ports.map((port) => (
          <PortRow key={port.id} port={port} isWired={wiredPorts.has(port.id)} />
        ))}
      </ul>
    </article>
  );
});
