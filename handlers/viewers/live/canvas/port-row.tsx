import { Handle, Position } from '@xyflow/react';
import { ValueField } from '../parts/value-field.tsx';
import { useEditor } from './editor-context.ts';
import type { PortFacts, PortValue } from '../graphs/graph-facts.ts';

interface PortRowProps {
  readonly port: PortFacts;
  readonly isWired: boolean;
}

/** A port: where wires end, what it is called, and what it holds. */
export const PortRow = ({ port, isWired }: PortRowProps) => {
  const { id, name, type, direction, isDisabled, isExpandedChild } = port;
  const isInput = direction === 'input';
  return (
    <li
      class={`port ${direction} ${isDisabled ? 'disabled' : ''} ${isExpandedChild ? 'child' : ''}`}
      title={`${name}: ${type}`}
    >
      <Handle
        id={id}
        type={isInput ? 'target' : 'source'}
        position={isInput ? Position.Left : Position.Right}
        class={`type-${type}`}
      />
      <span class="port-name">{name}</span>
      {type !== 'Trigger' && <PortContent port={port} isWired={isWired} />}
      <ExpandButton port={port} />
    </li>
  );
};

const PortContent = ({ port, isWired }: PortRowProps) => {
  const editor = useEditor();
  const { id, name, nodeId, type, direction, value, options, isSensitive } = port;
  const live = editor.activity.valueOf(id).value;
  if (type === 'Button' && direction === 'output') {
    return <ValueField label={name} type={type} value={value} onChange={() => void editor.press(id)} />;
  }
  if (direction === 'output' || isWired) {
    return live === undefined ? null : <output class="live-value">{shortOf(live)}</output>;
  }
  return (
    <span class="nodrag nopan field">
      <ValueField
        label={name}
        type={type}
        value={isSensitive ? '' : value}
        options={options}
        isSensitive={isSensitive}
        onChange={(entered) =>
          void editor.change({ kind: 'value', port: { nodeId, name }, value: entered as PortValue })
        }
      />
    </span>
  );
};

/** Shows or hides the parts of a vector or a colour as ports of their own. */
const ExpandButton = ({
  port: { nodeId, name, direction, isExpandable, isExpanded },
}: Pick<PortRowProps, 'port'>) => {
  const editor = useEditor();
  if (!isExpandable) return null;
  const mark = { name, direction, state: 'expanded' } as const;
  return (
    <button
      type="button"
      class="nodrag expand"
      aria-label={`${isExpanded ? 'Collapse' : 'Expand'} ${name}`}
      aria-expanded={isExpanded === true}
      onClick={() => void editor.change({ kind: 'mark', nodeId, mark, isSet: !isExpanded })}
    >
      {isExpanded ? '▾' : '▸'}
    </button>
  );
};

/** Digits that a live value shows. */
const digits = 3;

const shortOf = (value: unknown): string => {
  if (typeof value === 'number') return String(Number(value.toFixed(digits)));
  if (typeof value === 'object' && value !== null) return Object.values(value).map(shortOf).join(' ');
  return String(value);
};
