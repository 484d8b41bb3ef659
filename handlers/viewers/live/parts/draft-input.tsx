import { useState } from 'preact/hooks';

interface DraftInputProps {
  readonly text: string;
  readonly label: string;
  readonly commit: (text: string) => void;
  readonly [attribute: string]: unknown;
}

/** Gives what is typed when the field is left or Enter is pressed; Escape takes it back. */
export const DraftInput = ({ text, label, commit, ...rest }: DraftInputProps) => {
  const [draft, setDraft] = useState<string>();
  const finish = (): void => {
    if (draft !== undefined && draft !== text) commit(draft);
    setDraft(undefined);
  };
  return (
    <input
      class="value"
      {...rest}
      aria-label={label}
      value={draft ?? text}
      onInput={({ currentTarget }) => setDraft(currentTarget.value)}
      onBlur={finish}
      onKeyDown={(event) => {
        if (event.key === 'Enter') finish();
        else if (event.key === 'Escape') setDraft(undefined);
      }}
    />
  );
};
