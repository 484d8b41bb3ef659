import { useComputed } from '@preact/signals';
import { ValueField } from '../../components/value-field.tsx';
import { useLivePage } from '../../app/live-page-context.ts';
import { summarizeValue } from './summarize-value.ts';
import type { PortRecord, PortValue } from '../../graphs/graph-types.ts';

interface PortContentProps {
  readonly port: PortRecord;
  readonly isConnected: boolean;
}

/**
 * Renders a port's value. The value of an unconnected port can be edited; for a connected port, the current value from
 * the run is shown.
 */
export const PortContent = ({ port, isConnected }: PortContentProps) => {
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
