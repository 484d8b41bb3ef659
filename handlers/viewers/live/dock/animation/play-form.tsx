import { loopModes } from '#spec/actions/loop-modes.ts';
import { ValueField } from '../../parts/value-field.tsx';
import { Named } from './named.tsx';
import type { Signal } from '@preact/signals';
import type { LoopMode } from './facts.ts';
import type { Player } from './player.ts';

/** How the next clip is to be played. */
export interface Wish {
  /** The first one of the object when it is empty. */
  readonly clip: string;
  /** The lowest free one when undefined. */
  readonly layer: number | undefined;
  readonly loopMode: LoopMode;
  readonly speed: number;
  readonly weight: number;
}

export const usualWish: Wish = { clip: '', layer: undefined, loopMode: 'loop', speed: 1, weight: 1 };

interface PlayFormProps {
  readonly player: Player;
  /** Its tag. */
  readonly object: string;
  readonly wish: Signal<Wish>;
}

/** Starts a clip on the object. */
export const PlayForm = ({ player, object, wish }: PlayFormProps) => {
  const { book, act, playbacks } = player;
  const names = book.clips.value?.map(({ name }) => name);
  if (names?.length === 0) return <p class="bar quiet">{object} has no clips.</p>;
  const { layer, loopMode, speed, weight } = wish.value;
  const clip = names && !names.includes(wish.value.clip) ? (names[0] ?? '') : wish.value.clip;
  const set = (change: Partial<Wish>): void => {
    wish.value = { ...wish.value, ...change };
  };
  const play = (): void =>
    void act('animation.play', {
      ...{ object, clip, loopMode, speed, weight },
      ...(layer !== undefined && { layer }),
    });
  return (
    <form
      class="bar"
      aria-label={`Play a clip on ${object}`}
      onSubmit={(event) => {
        event.preventDefault();
        play();
      }}
    >
      <h3>{object}</h3>
      <Named name="Clip" onFocusIn={() => void book.read()}>
        <ValueField
          label="Clip"
          type="String"
          value={clip}
          options={names}
          onChange={(name) => set({ clip: String(name) })}
        />
      </Named>
      <Named name="Mode">
        <ValueField
          label="Mode"
          type="String"
          value={loopMode}
          options={loopModes}
          onChange={(mode) => set({ loopMode: mode as LoopMode })}
        />
      </Named>
      <label>
        Layer
        <input
          type="number"
          min={0}
          max={63}
          placeholder="free"
          title="The lowest free layer when empty"
          value={layer ?? ''}
          onChange={({ currentTarget: { value } }) =>
            set({ layer: value === '' ? undefined : Number(value) })
          }
        />
      </label>
      <Named name="Speed">
        <ValueField
          label="Speed"
          type="Float"
          value={speed}
          onChange={(value) => set({ speed: Number(value) })}
        />
      </Named>
      <Named name="Weight">
        <ValueField
          label="Weight"
          type="Float"
          minimum={0}
          maximum={1}
          value={weight}
          onChange={(value) => set({ weight: Number(value) })}
        />
      </Named>
      <button type="submit" class="run" disabled={clip === ''}>
        Play
      </button>
      <button type="button" disabled={clip === ''} onClick={() => void book.open(clip)}>
        Tracks
      </button>
      <Pace rate={playbacks.reading.value.rate} />
    </form>
  );
};

/** How time goes on, where it does not as everywhere. */
const Pace = ({ rate }: { readonly rate: number }) => {
  if (rate === 1) return null;
  return <span class="end pace">{rate === 0 ? 'Time stands still' : `Time runs ${rate} ×`}</span>;
};
