import type { PortRecord } from '../../graphs/graph-types.ts';

interface PortHandleProps {
  readonly port: PortRecord;
  readonly isPaired: boolean;
}

/** A port from afar: where its wires end. React Flow finds that by these classes. */
export const PortHandle = ({ port: { id, direction }, isPaired }: PortHandleProps) => {
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
