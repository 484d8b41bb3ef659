import { describe, expect, test } from 'vitest';
import { sketch } from '../testing.ts';
import { createEnginePlayer } from './players.ts';
import { properties } from './properties.ts';

/** `scripts/engine-properties.ts` goes on for longer, with other seeds. */
const runs = 1000;
const seed = 1;

describe('for every graph', () => {
  test.each(properties)('$name', ({ check }) => check(runs, seed), 120_000);
});

describe('a graph with chance in it', () => {
  const trace = (seed: number) => {
    const { player, trace: batches } = createEnginePlayer({ seed });
    player.load(
      sketch({ frame: 'OnNewFrame', random: 'RandomFloat', watch: 'Watch' }, [
        'frame.Out > watch.In',
        'random.Result > watch.Value',
      ]),
    );
    player.run('graph');
    player.step(9);
    return JSON.stringify(batches);
  };

  test('takes another course with another seed', () => {
    expect(trace(1)).toBe(trace(1));
    expect(trace(2)).not.toBe(trace(1));
  });
});
