import type { PortFacts } from '../../graphs/graph-facts.ts';

interface FarPortProps {
  readonly port: PortFacts;
  readonly isHalf: boolean;
}

/** A port from afar: where its wires end. React Flow finds that by these classes. */
export const FarPort = ({ port: { id, direction }, isHalf }: FarPortProps) => {
  const isInput = direction === 'input';
  const side = isInput ? 'left' : 'right';
  return (
    <li class={`port ${direction} ${isHalf ? 'half' : ''}`}>
      <span
        class={`react-flow__handle react-flow__handle-${side} ${isInput ? 'target' : 'source'}`}
        data-handleid={id}
        data-handlepos={side}
      />
    </li>
  );
};
