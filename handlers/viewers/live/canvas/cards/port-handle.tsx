import type { PortRecord } from '../../graphs/graph-types.ts';

interface PortHandleProps {
  readonly port: PortRecord;
  readonly isPaired: boolean;
}

/**
 * Renders a port while zoomed out: only the point where its connections end. React Flow finds this element by its
 * classes.
 */
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
