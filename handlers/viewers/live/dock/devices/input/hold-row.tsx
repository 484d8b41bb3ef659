import { useState } from 'preact/hooks';
import { HoldButton } from '../parts/hold-button.tsx';

interface HoldRowProps {
  readonly title: string;
  readonly names: readonly string[];
  readonly onPhase: (name: string, phase: 'down' | 'up') => void;
}

/** Something that is down for as long as it is held. */
export const HoldRow = ({ title, names, onPhase }: HoldRowProps) => {
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
        lacks={name === undefined ? 'The service names none.' : undefined}
        onDown={() => name && onPhase(name, 'down')}
        onUp={() => name && onPhase(name, 'up')}
      >
        Hold
      </HoldButton>
    </div>
  );
};
