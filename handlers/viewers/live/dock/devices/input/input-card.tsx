import { DeviceCard } from '../shared/device-card.tsx';
import { HoldButtonRow } from './hold-button-row.tsx';
import { AxisSliderRow } from './axis-slider-row.tsx';
import type { FeatureAvailability } from '../../shared/feature-availability.ts';
import type { InputSimulator } from './input-simulator.ts';

interface InputCardProps {
  readonly input: InputSimulator;
  readonly availability: FeatureAvailability;
}

/** Simulates keyboard, mouse and gamepad input, because the runtime has no window. */
export const InputCard = ({ input, availability }: InputCardProps) => {
  const { keys = [], buttons = [], axes = [], actions = [] } = input.names.value.value ?? {};
  const state = input.state.value.value;
  const heldNames = [...(state?.keys ?? []), ...(state?.buttons ?? [])];
  const movedAxes = Object.entries({ ...state?.axes, ...state?.actions }).filter(([, value]) => value !== 0);
  return (
    <DeviceCard
      title="Input"
      state={`${heldNames.length} held`}
      readings={[input.names, input.state]}
      unavailableReason={availability.getUnavailableReason('POST /api/input')}
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
        <button type="button" onClick={() => void input.release()}>
          Let go
        </button>
      </div>
    </DeviceCard>
  );
};
