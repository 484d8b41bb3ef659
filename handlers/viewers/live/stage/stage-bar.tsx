import { useLive } from '../app/live.ts';
import { toolKeys } from './keys.ts';
import type { Tool, Wishes } from './wishes.ts';
import type { Signal } from '@preact/signals';

interface StageBarProps {
  readonly wishes: Wishes;
  readonly onFrame: () => void;
}

const tools = [
  ['translate', 'Move'],
  ['rotate', 'Turn'],
  ['scale', 'Scale'],
] as const satisfies readonly (readonly [Tool, string])[];

/** How the scene is looked at, and what is done to the selected object. */
export const StageBar = ({ wishes, onFrame }: StageBarProps) => {
  const { has } = useLive().session.offer.value ?? {};
  const canMove = has?.('POST /api/actions/{category}/{action}') !== false;
  const canRead = has?.('POST /api/batch') !== false;
  return (
    <div class="toolbar" role="toolbar" aria-label="Look at the scene">
      <span class="group">
        <Toggle wish={wishes.throughCamera} name="Scene camera" />
        <button type="button" title="Show what is selected, or everything (F)" onClick={onFrame}>
          Frame
        </button>
      </span>
      <fieldset class="group">
        <legend class="hidden">Handles on the selected object</legend>
        {tools.map(([tool, name]) => (
          <button
            key={tool}
            type="button"
            aria-pressed={wishes.tool.value === tool}
            disabled={!canMove}
            title={canMove ? `${name} what is selected (${toolKeys[tool]})` : missing('direct actions')}
            onClick={() => {
              wishes.tool.value = wishes.tool.value === tool ? undefined : tool;
            }}
          >
            {name}
          </button>
        ))}
        <Toggle
          wish={wishes.ownAxes}
          name="Local"
          about="Handles lie along the axes of the object instead of those of the world (X)"
        />
      </fieldset>
      <fieldset class="group">
        <legend class="hidden">What is not drawn</legend>
        <Toggle
          wish={wishes.colliders}
          name="Colliders"
          about={canRead ? 'Where objects are solid, or notice what passes through' : missing('batches')}
          disabled={!canRead}
        />
        <Toggle
          wish={wishes.symbols}
          name="Symbols"
          about={canRead ? 'Where lights and cameras are, to be clicked' : missing('batches')}
          disabled={!canRead}
        />
      </fieldset>
    </div>
  );
};

const missing = (what: string): string => `This service has no ${what}`;

interface ToggleProps {
  readonly wish: Signal<boolean>;
  readonly name: string;
  readonly about?: string;
  readonly disabled?: boolean;
}

const Toggle = ({ wish, name, about, disabled = false }: ToggleProps) => (
  <button
    type="button"
    aria-pressed={wish.value}
    title={about}
    disabled={disabled}
    onClick={() => {
      wish.value = !wish.value;
    }}
  >
    {name}
  </button>
);
