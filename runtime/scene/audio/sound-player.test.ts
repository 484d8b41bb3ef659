import { describe, expect, it } from 'vitest';
import { createTestAudio } from './testing-audio.ts';

const createVector = (x: number, y = 0, z = 0) => ({ x, y, z });

describe('a playing sound', () => {
  it('is listed as it was started, until the step in which it ends', () => {
    const { audio, play, step, log } = createTestAudio();
    expect(play({ objectId: 'object-1', volume: 0.5, pitch: 2 })).toBe('sound-1');
    step(15);
    expect(audio.list()).toEqual([
      {
        soundId: 'sound-1',
        asset: 'chime.wav',
        objectId: 'object-1',
        duration: 1,
        position: 0.5,
        state: 'playing',
        volume: 0.5,
        pitch: 2,
        loop: false,
        spatial: false,
        ...{ rolloff: 'inverse', rolloffFactor: 1, minDistance: 1, maxDistance: 10_000 },
        gain: 0.5,
      },
    ]);
    step(14);
    expect(log).toEqual([]);
    step();
    expect(log).toEqual(['sound-1 completed']);
    expect(audio.list()).toEqual([]);
    step(60);
    expect(log).toHaveLength(1);
  });

  it('returns the duration of its asset', () => {
    const { audio } = createTestAudio();
    const song = { asset: 'song.ogg', volume: 1, pitch: 2, loop: true, spatial: false, fadeIn: 0 };
    expect(audio.play(song)).toEqual({ soundId: 'sound-1', duration: 90 });
  });

  it('uses no id and no slot when the asset does not exist or the limit is reached', () => {
    const { audio, play } = createTestAudio({ maxSounds: 2 });
    play();
    const before = audio.state();
    expect(() => play({ asset: 'chim.wav' })).toThrow("There is no asset 'chim.wav'");
    expect(audio.state()).toEqual(before);
    play();
    expect(() => play()).toThrow('The maximum of 2 sounds is reached. Stop some first.');
    expect(audio.list()).toHaveLength(2);
  });

  it('ends in the order of the starts when several end in one step', () => {
    const { play, step, log } = createTestAudio();
    play();
    play({ asset: 'nothing.wav' });
    play({ asset: 'click.wav' });
    play({ pitch: 10 });
    step(6);
    expect(log).toEqual(['sound-2 completed', 'sound-3 completed', 'sound-4 completed']);
  });
});

describe('pausing', () => {
  it('holds position and fade, and counts only actual changes', () => {
    const { audio, play, step, getSound, log } = createTestAudio();
    play({ fadeIn: 1 });
    play({ asset: 'song.ogg' });
    step(30);
    expect(audio.pause({ soundId: 'sound-1' })).toBe(1);
    expect(audio.pause({})).toBe(1);
    expect(audio.pause({})).toBe(0);
    step(100);
    expect(getSound('sound-1')).toMatchObject({ position: 0.5, gain: 0.5, state: 'paused' });
    expect(audio.resume({})).toBe(2);
    expect(audio.resume({})).toBe(0);
    step(30);
    expect(log).toEqual(['sound-1 completed']);
    expect(getSound('sound-2')).toMatchObject({ position: 1, state: 'playing' });
  });

  it('continues through a seek', () => {
    const { audio, play, step, getSound, log } = createTestAudio();
    play();
    audio.pause({});
    expect(audio.seek('sound-1', 1)).toBe(1);
    step(10);
    expect(getSound('sound-1')).toMatchObject({ position: 1, state: 'paused' });
    audio.resume({});
    expect(log).toEqual([]);
    step();
    expect(log).toEqual(['sound-1 completed']);
  });
});

describe('the selection of sounds', () => {
  const three = () => {
    const runtime = createTestAudio();
    runtime.play({ objectId: 'object-1', volume: 0.1 });
    runtime.play({ objectId: 'object-2', volume: 0.2 });
    runtime.play({ objectId: 'object-1', volume: 0.3 });
    return { ...runtime, ids: () => runtime.audio.list().map(({ soundId }) => soundId) };
  };

  it.each([
    [{ soundId: 'sound-2' }, 1, ['sound-1', 'sound-3']],
    [{ objectId: 'object-1' }, 2, ['sound-2']],
    [{ soundId: 'sound-1', objectId: 'object-1' }, 1, ['sound-2', 'sound-3']],
    [{ soundId: 'sound-1', objectId: 'object-2' }, 0, ['sound-1', 'sound-2', 'sound-3']],
    [{ objectId: 'object-3' }, 0, ['sound-1', 'sound-2', 'sound-3']],
    [{ soundId: 'sound-9' }, 0, ['sound-1', 'sound-2', 'sound-3']],
    [{}, 3, []],
  ])('%j', (selection, count, remaining) => {
    const { audio, ids } = three();
    expect(audio.stop(selection, 0)).toBe(count);
    expect(ids()).toEqual(remaining);
  });

  it('never includes an ended one', () => {
    const { audio } = three();
    audio.stop({ soundId: 'sound-1' }, 0);
    expect(audio.pause({ objectId: 'object-1' })).toBe(1);
    expect(audio.setVolume({ objectId: 'object-1' }, 1)).toBe(0.3);
    audio.stop({ objectId: 'object-1' }, 0);
    expect(audio.pause({ objectId: 'object-1' })).toBe(0);
  });

  it('sets volume and pitch of several, and returns the old value of the oldest', () => {
    const { audio, play } = three();
    play({ volume: 0.4, pitch: 4 });
    expect(audio.setVolume({ objectId: 'object-1' }, 1)).toBe(0.1);
    expect(audio.setPitch({}, 3)).toBe(1);
    expect(audio.list().map(({ volume, pitch }) => [volume, pitch])).toEqual([
      ...[
        [1, 3],
        [0.2, 3],
        [1, 3],
        [0.4, 3],
      ],
    ]);
  });

  it('is rejected with suggestions when it is empty', () => {
    const { audio } = three();
    expect(() => audio.seek('sound-33', 0)).toThrow("No sound 'sound-33' is playing or paused");
    expect(() => audio.fade('sound-0', 0, 1, false)).toThrow("No sound 'sound-0'");
    expect(() => audio.setSpatial('sound-0', { spatial: true })).toThrow("No sound 'sound-0'");
    expect(() => audio.setPitch({ soundId: 'sound-0' }, 1)).toThrow("No sound 'sound-0'");
    expect(() => audio.setVolume({ objectId: 'object-3' }, 1)).toThrow('There is no such sound');
    expect(() => audio.seek('sound-33', 0)).toThrow(
      expect.objectContaining({
        details: { soundId: 'sound-33', nearest: expect.arrayContaining(['sound-3']) },
      }),
    );
  });
});

describe('a sound that is stopped', () => {
  it('is reported at once', () => {
    const { audio, play, log } = createTestAudio();
    play();
    expect(audio.stop({}, 0)).toBe(1);
    expect(log).toEqual(['sound-1 stopped']);
  });

  it('fades out first on request', () => {
    const { audio, play, step, getSound, log } = createTestAudio();
    play({ asset: 'song.ogg', volume: 0.5 });
    expect(audio.stop({}, 2)).toBe(1);
    step(30);
    expect(getSound('sound-1').gain).toBe(0.375);
    step(89);
    expect(log).toEqual([]);
    step();
    expect(log).toEqual(['sound-1 stopped']);
  });

  it('fades out from the level of its fade-in', () => {
    const { audio, play, step, getSound } = createTestAudio();
    play({ asset: 'song.ogg', fadeIn: 1 });
    step(30);
    audio.stop({}, 1);
    expect(getSound('sound-1').gain).toBe(0.5);
    step(30);
    expect(getSound('sound-1').gain).toBe(0.25);
  });

  it('ends at once when it is paused, because it is not audible', () => {
    const { audio, play, log } = createTestAudio();
    play();
    audio.pause({});
    expect(audio.stop({}, 5)).toBe(1);
    expect(log).toEqual(['sound-1 stopped']);
  });

  it.each([5, 1])('ends at its regular end when that comes first, with a fade of %d s', (fadeOut) => {
    const { audio, play, step, log } = createTestAudio();
    play();
    audio.stop({}, fadeOut);
    step(60);
    expect(log).toEqual(['sound-1 completed']);
  });
});

describe('a fade', () => {
  it('changes linearly, stays at its target, and is reported before anything else', () => {
    const { audio, play, step, getSound, log } = createTestAudio();
    play({ asset: 'song.ogg', volume: 0.5 });
    expect(audio.fade('sound-1', 0.2, 1, false)).toBe('tween-1');
    step(15);
    expect(getSound('sound-1').gain).toBeCloseTo(0.4, 14);
    step(44);
    expect(log).toEqual([]);
    step();
    expect(log).toEqual(['tween-1 of sound-1 completed']);
    step(60);
    expect(getSound('sound-1')).toMatchObject({ gain: 0.1, volume: 0.5 });
  });

  it('ends its sound on request', () => {
    const { audio, play, step, log } = createTestAudio();
    play({ asset: 'song.ogg' });
    audio.fade('sound-1', 0.5, 0, true);
    expect(log).toEqual([]);
    step();
    expect(log).toEqual(['tween-1 of sound-1 completed', 'sound-1 stopped']);
  });

  it('is replaced by another one from its current level', () => {
    const { audio, play, step, getSound, log } = createTestAudio();
    play({ asset: 'song.ogg' });
    audio.fade('sound-1', 0, 1, true);
    step(30);
    audio.fade('sound-1', 1, 1, false);
    expect(log).toEqual(['tween-1 of sound-1 replaced']);
    expect(audio.cancelFade('tween-1', false)).toBe(false);
    step(30);
    expect(getSound('sound-1').gain).toBe(0.75);
  });

  it('ends with its sound', () => {
    const { audio, play, log } = createTestAudio();
    play();
    audio.fade('sound-1', 0, 1, true);
    audio.stop({}, 0);
    expect(log).toEqual(['tween-1 of sound-1 soundEnded', 'sound-1 stopped']);
    expect(audio.cancelFade('tween-1', false)).toBe(false);
  });

  it('can be cancelled at its current level', () => {
    const { audio, play, step, getSound, log } = createTestAudio();
    play({ asset: 'song.ogg' });
    audio.fade('sound-1', 0, 1, true);
    step(15);
    expect(audio.cancelFade('tween-1', false)).toBe(true);
    expect(audio.cancelFade('tween-1', false)).toBe(false);
    step(60);
    expect(getSound('sound-1').gain).toBe(0.75);
    expect(log).toEqual(['tween-1 of sound-1 explicit']);
  });

  it.each([
    [false, ['tween-1 of sound-1 completed'], [0.25]],
    [true, ['tween-1 of sound-1 completed', 'sound-1 stopped'], []],
  ])('can be completed at once; with stopAtEnd %s', (stopAtEnd, expectedLog, gains) => {
    const { audio, play, log } = createTestAudio();
    play();
    audio.fade('sound-1', 0.25, 1, stopAtEnd);
    expect(audio.cancelFade('tween-1', true)).toBe(true);
    expect(log).toEqual(expectedLog);
    expect(audio.list().map(({ gain }) => gain)).toEqual(gains);
  });
});

describe('the audible gain', () => {
  it('falls with the distance to the listener for a positional sound', () => {
    const { audio, play, getSound, objects, listener } = createTestAudio();
    objects.set('object-1', createVector(0, 3, 4));
    play({ objectId: 'object-1', volume: 0.5 });
    expect(getSound('sound-1').gain).toBe(0.5);
    audio.setSpatial('sound-1', { spatial: true });
    expect(getSound('sound-1').gain).toBeCloseTo(0.1, 14);
    audio.setSpatial('sound-1', { spatial: true, rolloff: 'linear', maxDistance: 9 });
    expect(getSound('sound-1').gain).toBe(0.25);
    listener.at = createVector(0, 3, 4);
    expect(getSound('sound-1').gain).toBe(0.5);
    listener.at = createVector(0, 1e308, 0);
    objects.set('object-1', createVector(0, -1e308, 0));
    expect(getSound('sound-1').gain).toBe(0);
    audio.setSpatial('sound-1', { spatial: true, rolloff: 'inverse', rolloffFactor: 0 });
    expect(getSound('sound-1').gain).toBe(0.5);
  });

  it('ignores distance without a position of the sound or the listener', () => {
    const { play, getSound, objects, listener } = createTestAudio();
    play({ spatial: true });
    play({ spatial: true, objectId: 'object-1' });
    expect([getSound('sound-1').gain, getSound('sound-2').gain]).toEqual([1, 1]);
    objects.set('object-1', createVector(10));
    expect(getSound('sound-2').gain).toBe(0.1);
    listener.at = undefined;
    expect(getSound('sound-2').gain).toBe(1);
  });

  it('returns the previous options, and accepts only consistent ones', () => {
    const { audio, play, getSound } = createTestAudio();
    play();
    const first = {
      spatial: false,
      rolloff: 'inverse',
      rolloffFactor: 1,
      minDistance: 1,
      maxDistance: 10_000,
    };
    expect(audio.setSpatial('sound-1', { spatial: true, minDistance: 5 })).toEqual(first);
    expect(() => audio.setSpatial('sound-1', { spatial: false, maxDistance: 5 })).toThrow(
      'minDistance must be less than maxDistance, but they would be 5 and 5.',
    );
    expect(getSound('sound-1')).toMatchObject({ ...first, spatial: true, minDistance: 5 });
    expect(audio.setSpatial('sound-1', { spatial: true, rolloffFactor: 0, rolloff: 'exponential' })).toEqual({
      ...{ ...first, spatial: true, minDistance: 5 },
    });
    expect(getSound('sound-1')).toMatchObject({ rolloffFactor: 0, rolloff: 'exponential' });
  });

  it('follows the master volume, and is 0 while muted', () => {
    const { audio, play, getSound } = createTestAudio();
    play({ volume: 0.5 });
    expect(audio.setMasterVolume(0.5)).toEqual({ volume: 1, muted: false });
    expect(getSound('sound-1').gain).toBe(0.25);
    expect(audio.setMasterVolume(1, true)).toEqual({ volume: 0.5, muted: false });
    expect(getSound('sound-1').gain).toBe(0);
    expect(audio.setMasterVolume(0.5)).toEqual({ volume: 1, muted: true });
    expect(getSound('sound-1').gain).toBe(0);
    audio.setMasterVolume(0.5, false);
    expect(getSound('sound-1')).toMatchObject({ gain: 0.25, volume: 0.5 });
  });
});

describe('the object of a sound', () => {
  it('ends its sounds when it is removed', () => {
    const { audio, play, log } = createTestAudio();
    play({ objectId: 'object-1' });
    play({ objectId: 'object-2' });
    play();
    audio.fade('sound-1', 0, 1, false);
    audio.endSoundsOfObject('object-1');
    audio.endSoundsOfObject('object-1');
    expect(log).toEqual(['tween-1 of sound-1 soundEnded', 'sound-1 objectDestroyed']);
    expect(audio.list()).toHaveLength(2);
  });
});

describe('a listener for ends', () => {
  it('may start a sound, whose time begins with the next step', () => {
    const { audio, play, step, getSound } = createTestAudio();
    audio.onEnded((soundId) => {
      if (soundId === 'sound-1') play({ asset: 'song.ogg' });
    });
    play({ asset: 'click.wav' });
    step(6);
    expect(getSound('sound-2').position).toBe(0);
    step(6);
    expect(getSound('sound-2').position).toBe(0.1);
  });

  it('may stop others that are about to end; each end is reported once', () => {
    const { audio, play, step, log } = createTestAudio();
    audio.onEnded(() => audio.stop({}, 0));
    play();
    play();
    play({ objectId: 'object-1' });
    step(60);
    expect(log).toEqual(['sound-1 completed', 'sound-2 stopped', 'sound-3 stopped']);
  });

  it('of fades may start another fade', () => {
    const { audio, play, step, log } = createTestAudio();
    audio.onFadeEnded(({ tweenId }) => {
      if (tweenId === 'tween-1') audio.fade('sound-1', 1, 0.5, false);
    });
    play({ asset: 'song.ogg' });
    audio.fade('sound-1', 0, 0.5, false);
    step(60);
    expect(log).toEqual(['tween-1 of sound-1 completed', 'tween-2 of sound-1 completed']);
  });
});
