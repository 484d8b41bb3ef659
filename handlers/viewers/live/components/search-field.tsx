import type { Signal } from '@preact/signals';

interface SearchFieldProps {
  readonly label: string;
  readonly placeholder?: string;
  readonly text: Signal<string>;
}

/** A search field that stores the entered text in a signal. */
export const SearchField = ({ label, placeholder = label, text }: SearchFieldProps) => (
  <input
    type="search"
    aria-label={label}
    placeholder={placeholder}
    value={text.value}
    onInput={({ currentTarget }) => {
      text.value = currentTarget.value;
    }}
  />
);
