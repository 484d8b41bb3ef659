import { useState } from 'preact/hooks';

interface CommitOnBlurInputProps {
  readonly text: string;
  readonly label: string;
  readonly onCommit: (text: string) => void;
  readonly [attribute: string]: unknown;
}

/** A text input that commits its text on blur or Enter. Escape restores the previous text. */
export const CommitOnBlurInput = ({ text, label, onCommit, ...rest }: CommitOnBlurInputProps) => {
  const [draft, setDraft] = useState<string>();
  const finish = (): void => {
    if (draft !== undefined && draft !== text) onCommit(draft);
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
