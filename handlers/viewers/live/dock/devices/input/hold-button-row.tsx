import { useState } from 'preact/hooks';
import { HoldButton } from '../shared/hold-button.tsx';

interface HoldButtonRowProps {
  readonly title: string;
  readonly names: readonly string[];
  readonly onPhase: (name: string, phase: 'down' | 'up') => void;
}

/** A button that is down for as long as the user holds it. */
export const HoldButtonRow = ({ title, names, onPhase }: HoldButtonRowProps) => {
  const [selected, setSelected] = useState<string>();
  const name = selected ?? names[0];
  return (
    <div class="line">
      <select
        class="grow"
        aria-label={title}
        value={name}
        onChange={({ currentTarget }) => setSelected(currentTarget.value)}
      >
        {names.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
      <HoldButton
        label={`Hold ${name ?? title}`}
        unavailableReason={name === undefined ? 'The service lists none.' : undefined}
        onDown={() => name && onPhase(name, 'down')}
        onUp={() => name && onPhase(name, 'up')}
      >
        Hold
      </HoldButton>
    </div>
  );
};
