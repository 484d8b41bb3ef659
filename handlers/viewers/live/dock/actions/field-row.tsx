import { ValueField } from '../../components/value-field.tsx';
import type { ParameterField } from './parameter-fields.ts';

interface FieldRowProps {
  readonly field: ParameterField;
  readonly value: unknown;
  /** The allowed values, if only certain values are allowed. */
  readonly options: readonly string[] | undefined;
  /** The reason why the service rejected the value. */
  readonly error: string | undefined;
  readonly onChange: (value: unknown) => void;
  /** Removes the parameter from the form. Undefined for required parameters. */
  readonly onRemove: (() => void) | undefined;
}

/** Renders a parameter with the control that edits it. */
export const FieldRow = ({ field, value, options, error, onChange, onRemove }: FieldRowProps) => (
  <div class={error ? 'field refused' : 'field'} data-parameter={field.name}>
    <span class="name" title={field.description}>
      {field.name}
    </span>
    <ValueField
      label={field.name}
      type={field.type}
      value={value}
      options={options}
      minimum={field.minimum}
      maximum={field.maximum}
      isSensitive={field.isSensitive}
      onChange={onChange}
    />
    {onRemove ? (
      <button type="button" class="remove" aria-label={`Leave out ${field.name}`} onClick={onRemove}>
        ×
      </button>
    ) : (
      <span class="quiet" title="Required">
        *
      </span>
    )}
    {error && <p class="reason">{error}</p>}
  </div>
);
