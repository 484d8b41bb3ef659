import { useState } from 'preact/hooks';

interface AxisSliderRowProps {
  readonly title: string;
  /** The known names. Other names can be typed in. */
  readonly names: readonly string[];
  /** The current values, keyed by axis name. */
  readonly values: Readonly<Record<string, number>>;
  readonly onMove: (name: string, value: number) => void;
}

/** A slider for an axis from -1 to 1. The axis keeps its value when the slider is released. */
export const AxisSliderRow = ({ title, names, values, onMove }: AxisSliderRowProps) => {
  const [typed, type] = useState<string>();
  const name = typed ?? names[0] ?? '';
  const value = values[name] ?? 0;
  const listId = `names-of-${title.replaceAll(' ', '-')}`;
  return (
    <div class="line">
      <input
        class="grow"
        aria-label={title}
        list={listId}
        autocomplete="off"
        value={name}
        onInput={({ currentTarget }) => type(currentTarget.value)}
      />
      <datalist id={listId}>
        {names.map((option) => (
          <option key={option} value={option} />
        ))}
      </datalist>
      <input
        class="grow"
        type="range"
        aria-label={`Value of ${name}`}
        min={-1}
        max={1}
        step={0.05}
        value={value}
        disabled={name === ''}
        onInput={({ currentTarget }) => onMove(name, Number(currentTarget.value))}
      />
      <span class="number">{value}</span>
    </div>
  );
};
