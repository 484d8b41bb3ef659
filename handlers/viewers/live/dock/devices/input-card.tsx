import { useState } from 'preact/hooks';
import { DeviceCard } from './device-card.tsx';
import { HoldButton } from './hold-button.tsx';
import type { InputSimulator } from './input-simulator.ts';

/** Simulates keyboard, mouse and gamepad input, because the runtime has no window. */
export const InputCard = ({ input }: { readonly input: InputSimulator }) => {
  const { keys = [], buttons = [], axes = [], actions = [] } = input.names.value.value ?? {};
  const state = input.state.value.value;
  const heldNames = [...(state?.keys ?? []), ...(state?.buttons ?? [])];
  const movedAxes = Object.entries({ ...state?.axes, ...state?.actions }).filter(([, value]) => value !== 0);
  return (
    <DeviceCard
      title="Input"
      state={`${heldNames.length} held`}
      readings={[input.names, input.state]}
      requiredFeature="POST /api/input"
    >
      <HoldButtonRow title="Key" names={keys} onPhase={(...to) => void input.pressKey(...to)} />
      <HoldButtonRow
        title="Mouse button"
        names={buttons}
        onPhase={(...to) => void input.pressButton(...to)}
      />
      <AxisSliderRow
        title="Axis"
        names={axes}
        values={state?.axes ?? {}}
        onMove={(...to) => void input.moveAxis(...to)}
      />
      <AxisSliderRow
        title="Input action"
        names={actions}
        values={state?.actions ?? {}}
        onMove={(...to) => void input.triggerAction(...to)}
      />
      <div class="line held">
        <p class="line grow" role="status" aria-label="Input state">
          {heldNames.map((name) => (
            <b key={name} class="badge">
              {name}
            </b>
          ))}
          {movedAxes.map(([name, value]) => (
            <span key={name} class="badge">
              {name} {value}
            </span>
          ))}
          {heldNames.length + movedAxes.length === 0 && <span class="quiet">Nothing is held or moved.</span>}
        </p>
        <button type="button" class="button outlined" onClick={() => void input.release()}>
          Let go
        </button>
      </div>
    </DeviceCard>
  );
};

interface HoldButtonRowProps {
  readonly title: string;
  readonly names: readonly string[];
  readonly onPhase: (name: string, phase: 'down' | 'up') => void;
}

/** A button that is down for as long as the user holds it. */
const HoldButtonRow = ({ title, names, onPhase }: HoldButtonRowProps) => {
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
        class="button outlined"
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

interface AxisSliderRowProps {
  readonly title: string;
  /** The known names. Other names can be typed in. */
  readonly names: readonly string[];
  /** The current values, keyed by axis name. */
  readonly values: Readonly<Record<string, number>>;
  readonly onMove: (name: string, value: number) => void;
}

/** A slider for an axis from -1 to 1. The axis keeps its value when the slider is released. */
const AxisSliderRow = ({ title, names, values, onMove }: AxisSliderRowProps) => {
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
