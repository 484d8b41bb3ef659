import { Handle, Position } from '@xyflow/react';
import { computed } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { useLive } from '../../app/live.ts';
import { PortContent } from './port-content.tsx';
import type { PortFacts } from '../../graphs/graph-facts.ts';
import type { Mark } from '../changes/change.ts';

interface PortRowProps {
  readonly port: PortFacts;
  readonly isWired: boolean;
  /** Whether another port stands beside it. */
  readonly isHalf: boolean;
}

/** A port: where wires end, what it is called, and what it holds. While a wire is drawn it shows whether that may end here. */
export const PortRow = ({ port, isWired, isHalf }: PortRowProps) => {
  const { trial } = useLive().editor;
  const { id, name, type, direction, isDisabled, isExpandedChild } = port;
  const isInput = direction === 'input';
  const kinds = [
    ...['port', direction, `type-${type}`],
    ...(isWired ? ['wired'] : []),
    ...(isHalf ? ['half'] : []),
    ...(isDisabled ? ['disabled'] : []),
    ...(isExpandedChild ? ['child'] : []),
  ].join(' ');
  const look = useMemo(
    () => computed(() => `${kinds} ${trial.verdictOn(id).value ?? ''}`),
    [kinds, id, trial],
  );
  return (
    <li class={look} title={`${name}: ${type}${isDisabled ? ', disabled' : ''}`}>
      <Handle
        id={id}
        type={isInput ? 'target' : 'source'}
        position={isInput ? Position.Left : Position.Right}
      />
      <span class="port-name">{name}</span>
      <PortContent port={port} isWired={isWired} />
      {port.isExpandable && <ExpandButton port={port} />}
      {type === 'Trigger' && <DisableButton port={port} />}
    </li>
  );
};

/** Shows or hides the parts of a vector or a colour as ports of their own. */
const ExpandButton = ({ port }: Pick<PortRowProps, 'port'>) => (
  <button
    type="button"
    class="nodrag expand"
    aria-label={`${port.isExpanded ? 'Collapse' : 'Expand'} ${port.name}`}
    aria-expanded={port.isExpanded === true}
    onClick={useMark(port, 'expanded', !port.isExpanded)}
  >
    {port.isExpanded ? '▾' : '▸'}
  </button>
);

/** Lets nothing pass a trigger any more, or again. */
const DisableButton = ({ port }: Pick<PortRowProps, 'port'>) => (
  <button
    type="button"
    class="nodrag disable"
    aria-label={`Disable ${port.name}`}
    aria-pressed={port.isDisabled === true}
    title={port.isDisabled ? 'Nothing passes here' : 'Let nothing pass here'}
    onClick={useMark(port, 'disabled', !port.isDisabled)}
  >
    ⊘
  </button>
);

const useMark = ({ nodeId, name, direction }: PortFacts, state: Mark['state'], isSet: boolean) => {
  const { editor } = useLive();
  return () => void editor.change({ kind: 'mark', nodeId, mark: { name, direction, state }, isSet });
};
