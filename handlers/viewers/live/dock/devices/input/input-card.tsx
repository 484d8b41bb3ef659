import { DeviceCard } from '../parts/device-card.tsx';
import { HoldRow } from './hold-row.tsx';
import { MoveRow } from './move-row.tsx';
import type { Offered } from '../../parts/offered.ts';
import type { Input } from './input.ts';

interface InputCardProps {
  readonly input: Input;
  readonly offered: Offered;
}

/** What somebody at the window of the runtime would do: it has none. */
export const InputCard = ({ input, offered }: InputCardProps) => {
  const { keys = [], buttons = [], axes = [], actions = [] } = input.names.value.value ?? {};
  const state = input.state.value.value;
  const held = [...(state?.keys ?? []), ...(state?.buttons ?? [])];
  const moved = Object.entries({ ...state?.axes, ...state?.actions }).filter(([, value]) => value !== 0);
  return (
    <DeviceCard
      title="Input"
      state={`${held.length} held`}
      readings={[input.names, input.state]}
      lacks={offered.lacks('POST /api/input')}
    >
      <HoldRow title="Key" names={keys} onPhase={(...to) => void input.pressKey(...to)} />
      <HoldRow title="Mouse button" names={buttons} onPhase={(...to) => void input.pressButton(...to)} />
      <MoveRow
        title="Axis"
        names={axes}
        values={state?.axes ?? {}}
        onMove={(...to) => void input.moveAxis(...to)}
      />
      <MoveRow
        title="Input action"
        names={actions}
        values={state?.actions ?? {}}
        onMove={(...to) => void input.carryOut(...to)}
      />
      <div class="line held">
        <p class="line grow" role="status" aria-label="State of the input">
          {held.map((name) => (
            <b key={name} class="badge">
              {name}
            </b>
          ))}
          {moved.map(([name, value]) => (
            <span key={name} class="badge">
              {name} {value}
            </span>
          ))}
          {held.length + moved.length === 0 && <span class="quiet">Nothing is held or moved.</span>}
        </p>
        <button type="button" onClick={() => void input.release()}>
          Let go
        </button>
      </div>
    </DeviceCard>
  );
};
