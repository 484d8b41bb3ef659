import { describe, expect, test } from 'vitest';
import { Playhead, type PlayheadEvent } from './playhead.ts';
import { PlaybackTable } from '../../kernels/animation/playback-table.ts';

type Options = Omit<ConstructorParameters<typeof Playhead>[0], 'row'>;

/** A playhead that advances only when its row has left the quiet range. */
class SteppedPlayhead extends Playhead {
  readonly #rows: PlaybackTable<string>;

  constructor(options: Options) {
    const table = new PlaybackTable<string>();
    super({ ...options, row: table.allocateRow('it') });
    this.#rows = table;
  }

  step(deltaTime: number, events: (event: PlayheadEvent) => void): void {
    this.allowBulkAdvance();
    if (this.#rows.advance(deltaTime).length > 0) this.advance(events);
  }
}

const createPlayhead = (options: Partial<Options> = {}): SteppedPlayhead =>
  new SteppedPlayhead({ duration: 1, loopMode: 'loop', speed: 1, startTime: 0, markers: [], ...options });

const formatEvent = (event: PlayheadEvent): string => {
  switch (event.kind) {
    case 'marker':
      return event.marker.name;
    case 'turned':
      return event.direction;
    case 'looped':
      return `looped ${event.loops}`;
    default:
      return event.kind;
  }
};

/**
 * Advances a playhead by steps, 1/60 s each by default, and returns its events, each with the step in which it
 * occurred.
 */
const runAndFormat = (playhead: SteppedPlayhead, steps: number, fps = 60): string[] => {
  const events: string[] = [];
  for (let step = 1; step <= steps; step += 1)
    playhead.step(1 / fps, (event) => events.push(`${step} ${formatEvent(event)}`));
  return events;
};

const markers = [
  { name: 'start', position: 0 },
  { name: 'quarter', position: 0.25 },
  { name: 'end', position: 1 },
];

describe('events and their steps', () => {
  test.each<[string, Parameters<typeof createPlayhead>[0], number, string[], number]>([
    ['once ends', { loopMode: 'once' }, 61, ['60 ended'], 1],
    ['a backward "once" ends at the start', { loopMode: 'once', speed: -1 }, 61, ['60 ended'], 0],
    ['clampForever holds', { loopMode: 'clampForever' }, 100, ['60 held'], 1],
    ['a loop restarts where it ends', {}, 120, ['60 looped 1', '120 looped 2'], 0],
    ['a backward loop ends where it begins', { speed: -1 }, 120, ['60 looped 1', '120 looped 2'], 1],
    [
      'pingPong turns, and has looped when it is back',
      { loopMode: 'pingPong' },
      120,
      ['60 backward', '120 forward', '120 looped 1'],
      0,
    ],
    [
      'a backward pingPong does the reverse',
      { loopMode: 'pingPong', speed: -1 },
      120,
      ['60 forward', '120 backward', '120 looped 1'],
      1,
    ],
    ['markers of a loop', { markers }, 60, ['1 start', '15 quarter', '60 end', '60 looped 1', '60 start'], 0],
    [
      'markers backwards',
      { markers, speed: -1 },
      60,
      ['1 end', '45 quarter', '60 start', '60 looped 1', '60 end'],
      1,
    ],
    [
      'a marker where pingPong turns is passed once',
      { markers, loopMode: 'pingPong' },
      121,
      [
        '1 start',
        '15 quarter',
        '60 end',
        '60 backward',
        '105 quarter',
        '120 start',
        '120 forward',
        '120 looped 1',
      ],
      1 / 60,
    ],
    [
      'a marker at the end of once',
      { markers, loopMode: 'once', startTime: 0.5 },
      30,
      ['30 end', '30 ended'],
      1,
    ],
    ['several loops in a step', { duration: 1 / 180 }, 1, ['1 looped 1', '1 looped 2', '1 looped 3'], 0],
    ['no events without speed', { speed: 0, markers }, 100, [], 0],
    ['a clip of length 0 ends at once', { duration: 0, loopMode: 'once' }, 2, ['1 ended'], 0],
    ['a clip of length 0 never loops', { duration: 0 }, 100, [], 0],
  ])('%s', (_, options, steps, events, time) => {
    const playhead = createPlayhead(options);
    // after its end, a playhead is not advanced any more
    const until = events.at(-1)?.endsWith('ended') ? Number.parseInt(events.at(-1) ?? '', 10) : steps;
    expect(runAndFormat(playhead, until)).toEqual(events);
    expect(playhead.time()).toBeCloseTo(time, 12);
  });

  test('reports only the last of very many loops in a step, and counts all of them', () => {
    const playhead = createPlayhead({ duration: 1e-6, markers: [{ name: 'tick', position: 0 }] });
    const events = runAndFormat(playhead, 1);
    expect(playhead.loops).toBe(Math.floor(1e6 / 60));
    expect(events.length).toBeLessThan(50);
    expect(events.at(-2)).toBe(`1 looped ${playhead.loops}`);
  });
});

describe('changes during playback', () => {
  test('a new speed applies from the current position, and can reverse it', () => {
    const playhead = createPlayhead({ markers });
    expect(runAndFormat(playhead, 30)).toEqual(['1 start', '15 quarter']);
    playhead.setSpeed(-2);
    expect(playhead.direction).toBe('backward');
    expect(runAndFormat(playhead, 15)).toEqual(['8 quarter', '15 start', '15 looped 1', '15 end']);
  });

  test('a pingPong that is reversed back and forth reports its turn', () => {
    const playhead = createPlayhead({ loopMode: 'pingPong' });
    expect(runAndFormat(playhead, 60)).toEqual(['60 backward']);
    playhead.setSpeed(-1);
    expect(playhead.direction).toBe('forward');
    expect(runAndFormat(playhead, 1)).toEqual(['1 backward', '1 looped 1']);
  });

  test('a seek passes no marker except the one where it lands', () => {
    const playhead = createPlayhead({ markers, loopMode: 'once' });
    playhead.seek(0.25);
    expect([playhead.time(), runAndFormat(playhead, 1)]).toEqual([0.25, ['1 quarter']]);
    playhead.seek(9);
    expect([playhead.time(), runAndFormat(playhead, 1)]).toEqual([1, ['1 end', '1 ended']]);
  });

  test('a seek on the way back of a pingPong continues backwards', () => {
    const playhead = createPlayhead({ loopMode: 'pingPong' });
    runAndFormat(playhead, 90);
    playhead.seek(0.25);
    expect(runAndFormat(playhead, 15)).toEqual(['15 forward', '15 looped 1']);
  });

  test('a held playback continues when it is reversed or moved', () => {
    const playhead = createPlayhead({ loopMode: 'clampForever' });
    runAndFormat(playhead, 60);
    playhead.setSpeed(2);
    expect([playhead.held, runAndFormat(playhead, 60)]).toEqual([true, []]);
    playhead.setSpeed(-1);
    expect(runAndFormat(playhead, 60)).toEqual(['60 held']);
    expect(playhead.time()).toBe(0);
    playhead.seek(0.5);
    expect(playhead.held).toBe(false);
    expect(runAndFormat(playhead, 30)).toEqual(['30 held']);
  });

  test('another clip continues at the same time, or at its end', () => {
    const playhead = createPlayhead({ loopMode: 'once' });
    runAndFormat(playhead, 30);
    playhead.setDuration(2);
    expect(playhead.time()).toBe(0.5);
    expect(runAndFormat(playhead, 90)).toEqual(['90 ended']);
    const shorter = createPlayhead();
    runAndFormat(shorter, 30);
    shorter.setDuration(0.25);
    expect([shorter.time(), runAndFormat(shorter, 1)]).toEqual([0.25, ['1 looped 1']]);
  });
});

describe.each([30, 60, 144])('at %i steps per second', (fps) => {
  /** Durations in seconds as fractions, so that the step in which a loop ends is known exactly. */
  const durations: readonly (readonly [number, number])[] = [
    ...Array.from({ length: 12 }, (_, index) => [index + 1, 7] as const),
    ...[
      [1, 3],
      [1, 2],
      [5, 2],
      [11, 10],
      [9, 4],
      [13, 3],
      [7, 1],
      [10, 1],
    ].map(([numerator, denominator]) => [numerator ?? 1, denominator ?? 1] as const),
  ];
  test.each(durations)(
    'every loop of %i/%i s ends in its step, for 36,000 steps',
    (numerator, denominator) => {
      const playhead = createPlayhead({ duration: numerator / denominator });
      let wrong = 0;
      let rounds = 0;
      for (let step = 1; step <= 36_000; step += 1) {
        playhead.step(1 / fps, () => {
          rounds += 1;
        });
        if (rounds !== Math.floor((step * denominator) / (numerator * fps))) wrong += 1;
      }
      expect(wrong).toBe(0);
    },
  );

  test('the millionth loop is as exact as the first', () => {
    const playhead = createPlayhead({ duration: 1 / 7, speed: 100 });
    const steps = 1_500 * fps;
    for (let step = 1; step <= steps; step += 1) playhead.step(1 / fps, () => {});
    expect(playhead.loops).toBe(1_050_000);
    expect(playhead.time()).toBeCloseTo(0, 7);
  });
});
