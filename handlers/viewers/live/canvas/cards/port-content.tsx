import { useComputed } from '@preact/signals';
import { ValueField } from '../../parts/value-field.tsx';
import { useLive } from '../../app/live.ts';
import { shortOf } from './short-of.ts';
import type { PortFacts, PortValue } from '../../graphs/graph-facts.ts';

interface PortContentProps {
  readonly port: PortFacts;
  readonly isWired: boolean;
}

/** What a port holds: to be edited where nothing is wired to it, else as it comes while the graph runs. */
export const PortContent = ({ port, isWired }: PortContentProps) => {
  const { editor } = useLive();
  const { id, name, nodeId, type, direction, value, options, isSensitive, hasValue } = port;
  if (type === 'Trigger') return null;
  if (direction === 'output' && type === 'Button') {
    return (
      <span class="nodrag nopan field">
        <ValueField label={name} type={type} value={value} onChange={() => void editor.press(id)} />
      </span>
    );
  }
  if (direction === 'output' || isWired) return <LiveValue portId={id} />;
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
            ? editor.press(id)
            : editor.change({ kind: 'value', port: { nodeId, name }, value: entered as PortValue }))
        }
      />
    </span>
  );
};

/** The text alone changes with every value that comes. */
const LiveValue = ({ portId }: { readonly portId: string }) => {
  const { activity } = useLive().editor;
  const text = useComputed(() => shortOf(activity.valueOf(portId).value));
  return <output class="live-value">{text}</output>;
};
