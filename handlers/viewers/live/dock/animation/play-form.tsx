import { loopModes } from '#spec/actions/loop-modes.ts';
import { Icon } from '../../components/icon.tsx';
import { ValueField } from '../../components/value-field.tsx';
import { LabeledControl } from './labeled-control.tsx';
import type { Signal } from '@preact/signals';
import type { LoopMode } from './playback-store.ts';
import type { AnimationPlayer } from './animation-player.ts';

export interface PlayOptions {
  /** The name of the clip. If empty, the object's first clip is played. */
  readonly clip: string;
  /** The layer. If `undefined`, the lowest free layer is used. */
  readonly layer: number | undefined;
  readonly loopMode: LoopMode;
  readonly speed: number;
  readonly weight: number;
}

export const defaultPlayOptions: PlayOptions = {
  clip: '',
  layer: undefined,
  loopMode: 'loop',
  speed: 1,
  weight: 1,
};

interface PlayFormProps {
  readonly player: AnimationPlayer;
  /** The object's tag. */
  readonly object: string;
  readonly playOptions: Signal<PlayOptions>;
}

export const PlayForm = ({ player, object, playOptions }: PlayFormProps) => {
  const { clips, runAction } = player;
  const names = clips.clips.value?.map(({ name }) => name);
  if (names?.length === 0) return <p class="quiet">{object} has no clips.</p>;
  const { layer, loopMode, speed, weight } = playOptions.value;
  const clip = names && !names.includes(playOptions.value.clip) ? (names[0] ?? '') : playOptions.value.clip;
  const set = (change: Partial<PlayOptions>): void => {
    playOptions.value = { ...playOptions.value, ...change };
  };
  const play = (): void =>
    void runAction('animation.play', {
      ...{ object, clip, loopMode, speed, weight },
      ...(layer !== undefined && { layer }),
    });
  return (
    <form
      class="play-form"
      aria-label={`Play a clip on ${object}`}
      onSubmit={(event) => {
        event.preventDefault();
        play();
      }}
    >
      <LabeledControl name="Clip" onFocusIn={() => void clips.refresh()}>
        <ValueField
          label="Clip"
          type="String"
          value={clip}
          options={names}
          onChange={(name) => set({ clip: String(name) })}
        />
      </LabeledControl>
      <LabeledControl name="Mode">
        <ValueField
          label="Mode"
          type="String"
          value={loopMode}
          options={loopModes}
          onChange={(mode) => set({ loopMode: loopModes.find((option) => option === mode) ?? loopMode })}
        />
      </LabeledControl>
      <label class="named">
        <span class="quiet">Layer</span>
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
      <LabeledControl name="Speed">
        <ValueField
          label="Speed"
          type="Float"
          value={speed}
          onChange={(value) => set({ speed: Number(value) })}
        />
      </LabeledControl>
      <LabeledControl name="Weight">
        <ValueField
          label="Weight"
          type="Float"
          minimum={0}
          maximum={1}
          value={weight}
          onChange={(value) => set({ weight: Number(value) })}
        />
      </LabeledControl>
      <button type="submit" class="button box" disabled={clip === ''}>
        <Icon name="play" class="small" />
        Play
      </button>
      <button type="button" class="button" disabled={clip === ''} onClick={() => void clips.open(clip)}>
        Tracks
      </button>
    </form>
  );
};
