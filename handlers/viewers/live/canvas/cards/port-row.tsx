import { Handle, Position } from '@xyflow/react';
import { computed, useComputed } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { useLivePage } from '../../app/live-page-context.ts';
import { Icon } from '../../components/icon.tsx';
import { PortField } from './port-field.tsx';
import { shortenValue } from './shorten-value.ts';
import type { PortRecord, PortValue } from '../../graphs/graph-types.ts';
import type { PortStateFlag } from '../changes/graph-change.ts';

interface PortRowProps {
  readonly port: PortRecord;
  /** What the port means, if the graph that the node runs says so. */
  readonly description?: string | undefined;
  /** Why the port has no use, or `undefined` if it has one. */
  readonly problem?: string | undefined;
  readonly isConnected: boolean;
  /** Whether the port shares its row with another port. */
  readonly isPaired: boolean;
  /** What a button of this node says, instead of the port's name. */
  readonly buttonText: unknown;
}

/**
 * Renders a port with its handle, name and value. While a connection is being dragged, the row shows whether the port
 * is a valid target.
 */
export const PortRow = (props: PortRowProps) => {
  const { port, description, problem, isConnected } = props;
  const { connectionPreview } = useLivePage().editor;
  const { id, name, type, direction, isDisabled, isExpandedChild } = port;
  const isInput = direction === 'input';
  const kinds = [
    ...['port', direction, `type-${type}`],
    ...(isConnected ? ['wired'] : []),
    ...(isDisabled ? ['disabled'] : []),
    ...(problem === undefined ? [] : ['missing']),
    ...(isExpandedChild ? ['child'] : []),
  ].join(' ');
  const className = useMemo(
    () => computed(() => `${kinds} ${connectionPreview.getPortState(id).value ?? ''}`),
    [kinds, id, connectionPreview],
  );
  return (
    <div
      class={className}
      title={[`${name}: ${type}${isDisabled ? ', disabled' : ''}`, problem ?? description]
        .filter(Boolean)
        .join('\n')}
    >
      <Handle
        id={id}
        isConnectable={problem === undefined}
        type={isInput ? 'target' : 'source'}
        position={isInput ? Position.Left : Position.Right}
      />
      {problem !== undefined && <Icon name="triangle-alert" class="small missing-icon" />}
      {type !== 'Button' && <span class="port-name">{name}</span>}
      {problem === undefined ? (
        <>
          <PortContent {...props} />
          {port.isExpandable && <ExpandButton port={port} />}
          {type === 'Trigger' && <DisableButton port={port} />}
        </>
      ) : (
        <span class="hidden">{problem}</span>
      )}
    </div>
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
    <Icon name={port.isExpanded ? 'chevron-down' : 'chevron-right'} />
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
 * Renders what stands beside a port's name: a field for the value of an unconnected input, the current value of an
 * output, or a button.
 */
const PortContent = ({ port, isConnected, isPaired, buttonText }: PortRowProps) => {
  const { editor } = useLivePage();
  const { id, name, nodeId, type, direction, value, options, isSensitive, hasValue } = port;
  if (type === 'Trigger') return null;
  if (type === 'Button') {
    return (
      <button type="button" class="nodrag nopan press" onClick={() => void editor.pressButton(id)}>
        <Icon name="zap" />
        <span>{typeof buttonText === 'string' && buttonText !== '' ? buttonText : name}</span>
      </button>
    );
  }
  if (direction === 'output') return <LiveValue portId={id} />;
  if (isConnected) return isPaired ? null : <span class="from-wire">from wire</span>;
  return (
    <PortField
      label={name}
      type={type}
      value={value}
      options={options}
      isSensitive={isSensitive}
      hasValue={hasValue}
      suggest={editor.suggest(type)}
      onChange={(entered) =>
        editor.change({ kind: 'value', port: { nodeId, name }, value: entered as PortValue })
      }
    />
  );
};

/** Shows a port's live value in a separate component, so that a new value rerenders only the text. */
const LiveValue = ({ portId }: { readonly portId: string }) => {
  const { activity } = useLivePage().editor;
  const text = useComputed(() => shortenValue(activity.getPortValue(portId).value));
  const origin = activity.hasValuesOfCall.value ? 'The value in the latest call' : undefined;
  return (
    <output class="live-value number" title={origin}>
      {text}
    </output>
  );
};
