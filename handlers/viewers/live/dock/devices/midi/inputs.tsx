import { AbleButton } from '../parts/able-button.tsx';
import type { Actions } from '#spec/client/index.ts';
import type { Offered } from '../../parts/offered.ts';
import type { Listening } from './listening.ts';

interface InputsProps {
  readonly inputs: Actions['midi.devices']['result']['inputs'];
  readonly listening: Listening;
  readonly offered: Offered;
}

/** The devices that messages come in from. */
export const Inputs = ({ inputs, listening, offered }: InputsProps) => (
  <ul class="things" aria-label="Inputs">
    {inputs.map(({ name, isVirtual }) => {
      const isOn = listening.ids.value.has(name);
      return (
        <li key={name} class="line">
          <b class="grow">{name}</b>
          {isVirtual && <span class="badge">virtual</span>}
          <AbleButton
            aria-label={`${isOn ? 'Unsubscribe from' : 'Subscribe to'} ${name}`}
            lacks={offered.lacks(isOn ? 'midi.unsubscribe' : 'midi.subscribe')}
            onClick={() => void (isOn ? listening.end(name) : listening.begin(name))}
          >
            {isOn ? 'Unsubscribe' : 'Subscribe'}
          </AbleButton>
        </li>
      );
    })}
  </ul>
);
