import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ApiError } from '#spec/errors.ts';
import { assets, createTestAudio } from './testing-audio.ts';

type TestAudio = ReturnType<typeof createTestAudio>;
type AudioOperation = (runtime: TestAudio) => unknown;

const fraction = fc.double({ min: 0, max: 1, noNaN: true });
const pitch = fc.double({ min: 0.01, max: 100, noNaN: true });
const time = fc.oneof(fc.constant(0), fc.double({ min: 0, max: 100, noNaN: true }));
const metres = fc.double({ min: 0.001, max: 1_000_000, noNaN: true });
const soundId = fc.integer({ min: 1, max: 9 }).map((number) => `sound-${number}`);
const objectId = fc.constantFrom('object-1', 'object-2', 'object-3');
const selection = fc.record({ soundId, objectId }, { requiredKeys: [] });
const position = fc.record({ x: fc.double({ noNaN: true }), y: metres, z: metres });

const request = fc.record(
  {
    asset: fc.constantFrom(...assets, 'missing.wav'),
    objectId,
    ...{ volume: fraction, pitch, loop: fc.boolean(), spatial: fc.boolean(), fadeIn: time },
  },
  { requiredKeys: [] },
);
const spatial = fc.record(
  {
    ...{ spatial: fc.boolean(), minDistance: metres, maxDistance: metres },
    rolloff: fc.constantFrom('linear', 'inverse', 'exponential'),
    rolloffFactor: fc.double({ min: 0, max: 100, noNaN: true }),
  },
  { requiredKeys: ['spatial'] },
);

const operation: fc.Arbitrary<AudioOperation> = fc.oneof(
  {
    weight: 4,
    arbitrary: request.map(
      (options): AudioOperation =>
        ({ play }) =>
          play(options),
    ),
  },
  {
    weight: 4,
    arbitrary: fc.tuple(fc.nat(40), fc.constantFrom(1, 0.5, 3, 0)).map(
      ([ticks, scale]): AudioOperation =>
        ({ audio }) => {
          for (let step = 0; step < ticks; step++) audio.advance(scale / 60);
        },
    ),
  },
  selection.map(
    (selector): AudioOperation =>
      ({ audio }) =>
        audio.pause(selector),
  ),
  selection.map(
    (selector): AudioOperation =>
      ({ audio }) =>
        audio.resume(selector),
  ),
  fc.tuple(selection, time).map(
    ([selector, fadeOut]): AudioOperation =>
      ({ audio }) =>
        audio.stop(selector, fadeOut),
  ),
  fc.tuple(soundId, time).map(
    ([id, to]): AudioOperation =>
      ({ audio }) =>
        audio.seek(id, to),
  ),
  fc.tuple(selection, fraction).map(
    ([selector, to]): AudioOperation =>
      ({ audio }) =>
        audio.setVolume(selector, to),
  ),
  fc.tuple(selection, pitch).map(
    ([selector, to]): AudioOperation =>
      ({ audio }) =>
        audio.setPitch(selector, to),
  ),
  fc.tuple(soundId, spatial).map(
    ([id, changes]): AudioOperation =>
      ({ audio }) =>
        audio.setSpatial(id, changes),
  ),
  fc.tuple(soundId, fraction, time, fc.boolean()).map(
    ([id, to, seconds, stopAtEnd]): AudioOperation =>
      ({ audio }) =>
        audio.fade(id, to, seconds, stopAtEnd),
  ),
  fc.tuple(fc.integer({ min: 1, max: 5 }), fc.boolean()).map(
    ([number, complete]): AudioOperation =>
      ({ audio }) =>
        audio.cancelFade(`tween-${number}`, complete),
  ),
  fc.tuple(fraction, fc.option(fc.boolean(), { nil: undefined })).map(
    ([to, muted]): AudioOperation =>
      ({ audio }) =>
        audio.setMasterVolume(to, muted),
  ),
  fc.tuple(objectId, position).map(
    ([id, to]): AudioOperation =>
      ({ objects }) =>
        objects.set(id, to),
  ),
  objectId.map(
    (id): AudioOperation =>
      ({ objects, audio }) => {
        objects.delete(id);
        audio.endSoundsOfObject(id);
      },
  ),
);
const operations = fc.array(operation, { maxLength: 60 });

/**
 * Runs an operation and returns its result. The error of a rejected operation also counts as a result, provided that
 * the operation has changed nothing.
 */
const runOperation = (runtime: TestAudio, operate: AudioOperation): unknown => {
  const before = JSON.stringify(runtime.audio.state());
  try {
    return operate(runtime);
  } catch (thrown) {
    if (!(thrown instanceof ApiError)) throw thrown;
    expect(JSON.stringify(runtime.audio.state())).toBe(before);
    return thrown.message;
  }
};

const parseSoundNumber = (id: string): number => Number(id.slice(id.indexOf('-') + 1));

test('lists every sound with its position and gain until its end is reported, for any operations', () => {
  fc.assert(
    fc.property(operations, (program) => {
      const runtime = createTestAudio({ maxSounds: 6 });
      const { audio, log } = runtime;
      let started = 0;
      for (const operate of program) {
        const outcome = runOperation(runtime, operate);
        if (typeof outcome === 'string' && outcome.startsWith('sound-')) started += 1;
        const sounds = audio.list();
        for (const { position, duration, gain, loop } of sounds) {
          expect(position).toBeGreaterThanOrEqual(0);
          expect(position).toBeLessThanOrEqual(duration);
          if (loop && duration > 0) expect(position).toBeLessThan(duration);
          expect(gain).toBeGreaterThanOrEqual(0);
          expect(gain).toBeLessThanOrEqual(1);
        }
        const listed = sounds.map((sound) => parseSoundNumber(sound.soundId));
        const ended = log
          .filter((line) => line.startsWith('sound-'))
          .map((line) => parseSoundNumber(line.split(' ')[0]!));
        expect(listed).toEqual([...listed].sort((a, b) => a - b));
        expect([...listed, ...ended].sort((a, b) => a - b)).toEqual(
          Array.from({ length: started }, (_, index) => index + 1),
        );
      }
      audio.stop({}, 0);
      const fades = log.filter((line) => line.startsWith('tween-')).map((line) => line.split(' ')[0]);
      expect(new Set(fades).size).toBe(fades.length);
      for (const number of Array.from({ length: 9 }, (_, index) => index + 1))
        expect(audio.cancelFade(`tween-${number}`, true)).toBe(false);
    }),
    { numRuns: 300 },
  );
});

test('is deterministic', () => {
  fc.assert(
    fc.property(operations, (program) => {
      const [first, second] = [createTestAudio(), createTestAudio()];
      for (const operate of program) {
        expect(runOperation(second, operate)).toEqual(runOperation(first, operate));
        expect(second.audio.state()).toEqual(first.audio.state());
        expect(second.audio.list()).toEqual(first.audio.list());
      }
      expect(second.log).toEqual(first.log);
    }),
    { numRuns: 100 },
  );
});

test('ends an untouched sound in the step given by its length, its pitch and the frame rate', () => {
  const sound = fc.record({
    asset: fc.constantFrom('chime.wav', 'click.wav'),
    hundredths: fc.integer({ min: 10, max: 400 }),
  });
  fc.assert(
    fc.property(
      fc.array(sound, { minLength: 1, maxLength: 5 }),
      fc.constantFrom(24, 50, 60, 144),
      (sounds, fps) => {
        const { play, step, log } = createTestAudio({ fps });
        const expected = sounds.map(({ asset, hundredths }) => {
          play({ asset, pitch: hundredths / 100 });
          const tenths = asset === 'chime.wav' ? 10 : 1;
          // Computes with integers: the duration (tenths / 10) divided by the pitch (hundredths / 100), in steps.
          return Math.ceil((tenths * 10 * fps) / hundredths);
        });
        for (let tick = 1; tick <= Math.max(...expected); tick++) {
          step();
          for (const [index, endTick] of expected.entries())
            expect(log.includes(`sound-${index + 1} completed`), `tick ${tick}`).toBe(tick >= endTick);
        }
      },
    ),
    { numRuns: 40 },
  );
});
