import { useLayoutEffect, useRef } from 'preact/hooks';

interface GraphNameFieldProps {
  readonly name: string;
  /** Called with the new name, or with the old name if editing was cancelled. */
  readonly onSave: (name: string) => void;
}

/** A field for a graph's new name. Enter and leaving the field save, Escape cancels. */
export const GraphNameField = ({ name, onSave }: GraphNameFieldProps) => {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  return (
    <input
      ref={field}
      class="name"
      aria-label={`New name of ${name}`}
      defaultValue={name}
      onBlur={({ currentTarget }) => onSave(currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onSave(event.currentTarget.value);
        if (event.key === 'Escape') onSave(name);
      }}
    />
  );
};
