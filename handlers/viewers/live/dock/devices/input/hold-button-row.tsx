import { useState } from 'preact/hooks';
import { HoldButton } from '../shared/hold-button.tsx';

interface HoldButtonRowProps {
  readonly title: string;
  readonly names: readonly string[];
  readonly onPhase: (name: string, phase: 'down' | 'up') => void;
}

/** A button that is down while it is held. */
export const HoldButtonRow = ({ title, names, onPhase }: HoldButtonRowProps) => {
  const [chosen, choose] = useState<string>();
  const name = chosen ?? names[0];
  return (
    <div class="line">
      <select
        class="grow"
        aria-label={title}
        value={name}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      >
        {names.map((each) => (
          <option key={each}>{each}</option>
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
