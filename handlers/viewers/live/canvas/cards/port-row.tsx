import { Handle, Position } from '@xyflow/react';
import { computed, useComputed } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { useLivePage } from '../../app/live-page-context.ts';
import { ValueField } from '../../components/value-field.tsx';
import type { PortRecord, PortValue } from '../../graphs/graph-types.ts';
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

/**
 * Renders a port's value. The value of an unconnected port can be edited; for a connected port, the current value from
 * the run is shown.
 */
const PortContent = ({ port, isConnected }: { readonly port: PortRecord; readonly isConnected: boolean }) => {
  const { editor } = useLivePage();
  const { id, name, nodeId, type, direction, value, options, isSensitive, hasValue } = port;
  if (type === 'Trigger') return null;
  if (direction === 'output' && type === 'Button') {
    return (
      <span class="nodrag nopan field">
        <ValueField label={name} type={type} value={value} onChange={() => void editor.pressButton(id)} />
      </span>
    );
  }
  if (direction === 'output' || isConnected) return <LiveValue portId={id} />;
  return (
    <span class="nodrag nopan field">
      <ValueField
        label={name}
        type={type}
        value={value}
        options={options}
        isSensitive={isSensitive}
        hasValue={hasValue}
        suggest={editor.suggest(type)}
        onChange={(entered) =>
          void (type === 'Button'
            ? editor.pressButton(id)
            : editor.change({ kind: 'value', port: { nodeId, name }, value: entered as PortValue }))
        }
      />
    </span>
  );
};

/** Shows a port's live value in a separate component, so that a new value rerenders only the text. */
const LiveValue = ({ portId }: { readonly portId: string }) => {
  const { activity } = useLivePage().editor;
  const text = useComputed(() => summarizeValue(activity.getPortValue(portId).value));
  return <output class="live-value">{text}</output>;
};

const maxSignificantDigits = 3;

/** Shortens a value to the few characters that fit on a card. Returns an empty string if there is no value. */
const summarizeValue = (value: unknown): string => {
  if (value === undefined) return '';
  if (typeof value === 'number') return String(Number(value.toFixed(maxSignificantDigits)));
  if (typeof value === 'object' && value !== null) return Object.values(value).map(summarizeValue).join(' ');
  return String(value);
};
