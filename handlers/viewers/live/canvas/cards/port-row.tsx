import { Handle, Position } from '@xyflow/react';
import { computed } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { useLivePage } from '../../app/live-page-context.ts';
import { PortContent } from './port-content.tsx';
import type { PortRecord } from '../../graphs/graph-types.ts';
import type { PortStateFlag } from '../changes/graph-change.ts';

interface PortRowProps {
  readonly port: PortRecord;
  readonly isConnected: boolean;
  /** Whether the port shares its row with another port. */
  readonly isPaired: boolean;
}

/**
 * Renders a port with its handle, name and value. While a connection is being dragged, the row shows whether the port
 * is a valid target.
 */
export const PortRow = ({ port, isConnected, isPaired }: PortRowProps) => {
  const { connectionPreview } = useLivePage().editor;
  const { id, name, type, direction, isDisabled, isExpandedChild } = port;
  const isInput = direction === 'input';
  const kinds = [
    ...['port', direction, `type-${type}`],
    ...(isConnected ? ['wired'] : []),
    ...(isPaired ? ['half'] : []),
    ...(isDisabled ? ['disabled'] : []),
    ...(isExpandedChild ? ['child'] : []),
  ].join(' ');
  const className = useMemo(
    () => computed(() => `${kinds} ${connectionPreview.getPortState(id).value ?? ''}`),
    [kinds, id, connectionPreview],
  );
  return (
    <li class={className} title={`${name}: ${type}${isDisabled ? ', disabled' : ''}`}>
      <Handle
        id={id}
        type={isInput ? 'target' : 'source'}
        position={isInput ? Position.Left : Position.Right}
      />
      <span class="port-name">{name}</span>
      <PortContent port={port} isConnected={isConnected} />
      {port.isExpandable && <ExpandButton port={port} />}
      {type === 'Trigger' && <DisableButton port={port} />}
    </li>
  );
};

/** A button that shows or hides the components of a vector or color as separate ports. */
const ExpandButton = ({ port }: Pick<PortRowProps, 'port'>) => (
  <button
    type="button"
    class="nodrag expand"
    aria-label={`${port.isExpanded ? 'Collapse' : 'Expand'} ${port.name}`}
    aria-expanded={port.isExpanded === true}
    onClick={usePortStateToggle(port, 'expanded', !port.isExpanded)}
  >
    {port.isExpanded ? '▾' : '▸'}
  </button>
);

/** A button that disables or enables a trigger. */
const DisableButton = ({ port }: Pick<PortRowProps, 'port'>) => (
  <button
    type="button"
    class="nodrag disable"
    aria-label={`Disable ${port.name}`}
    aria-pressed={port.isDisabled === true}
    title={port.isDisabled ? 'Enable this port' : 'Disable this port'}
    onClick={usePortStateToggle(port, 'disabled', !port.isDisabled)}
  >
    ⊘
  </button>
);

const usePortStateToggle = (
  { nodeId, name, direction }: PortRecord,
  state: PortStateFlag['state'],
  isSet: boolean,
) => {
  const { editor } = useLivePage();
  return () => void editor.change({ kind: 'portState', nodeId, mark: { name, direction, state }, isSet });
};
