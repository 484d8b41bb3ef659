import { describe, expect, it } from 'vitest';
import { createActionTestRuntime } from '../../actions/testing-actions.ts';
import { createRecordedTestRuntime, replayJournalText } from '../../journal/testing-recorded-runtime.ts';
import { openTestProject } from '../assets/testing-project.ts';
import { ParticleCloud } from '../components/particles-component.ts';
import { SoundBars } from '../components/audio-visualiser-component.ts';

type TestRuntime = Pick<ReturnType<typeof createActionTestRuntime>, 'scene'>;

const getCloud = ({ scene }: TestRuntime, tag = 'cloud') => {
  const { object3D } = scene.get(tag).components.get('Particles')!;
  if (!(object3D instanceof ParticleCloud)) throw new Error('There are no particles.');
  return object3D;
};

const getAges = (runtime: TestRuntime, tag?: string) => getCloud(runtime, tag).state().ages;

const createEmitter = (properties: Record<string, unknown>, tag = 'cloud') => {
  const runtime = createActionTestRuntime();
  runtime.act('scene.spawn', { type: 'Empty', tag });
  runtime.act('components.add', { object: tag, component: 'Particles', properties });
  return runtime;
};

const writeProperty = (runtime: ReturnType<typeof createActionTestRuntime>, name: string, value: unknown) =>
  runtime.act('components.setProperties', {
    ...{ object: 'cloud', component: 'Particles', properties: [{ name, value }] },
  });

describe('particles', () => {
  it('are emitted at their rate, live for their lifetime, and never exceed their maximum', () => {
    const runtime = createEmitter({ rate: 30, lifetime: 1, most: 20 });
    runtime.advance(30);
    expect(getAges(runtime)).toHaveLength(15);
    runtime.advance(29);
    expect(getAges(runtime)).toHaveLength(20);
    expect(Math.max(...getAges(runtime))).toBeLessThan(1);
    writeProperty(runtime, 'emitting', false);
    runtime.advance(60);
    expect(getAges(runtime)).toEqual([]);
    writeProperty(runtime, 'emitting', true);
    runtime.advance(4);
    expect(getAges(runtime)).toHaveLength(2);
  });

  it('fly along their initial velocity', () => {
    const runtime = createEmitter({ rate: 60, spread: 0, speed: 6, gravity: 0, lifetime: 10 });
    runtime.advance(1);
    writeProperty(runtime, 'rate', 0);
    runtime.advance(60);
    const { places: positions } = getCloud(runtime).state();
    expect(positions.map((value) => Number(value.toFixed(6)))).toEqual([0, 6, 0]);
    writeProperty(runtime, 'gravity', 12);
    runtime.advance(60);
    // The particle starts upwards at 6 m/s and accelerates downwards at 12 m/s², in steps of 1/60 s.
    expect(getCloud(runtime).state().places[1]).toBeCloseTo(6 + 6 - 6 * (61 / 60), 6);
  });

  it('in the world stay behind when their object moves, and fly as it is turned', () => {
    const runtime = createEmitter({
      ...{ space: 'world', rate: 60, spread: 0, speed: 6, gravity: 0, lifetime: 10 },
    });
    runtime.act('scene.spawn', { type: 'Empty', tag: 'carrier', position: [3, 0, 0], scale: 2 });
    runtime.act('scene.objects.setParent', { object: 'cloud', parent: 'carrier', keepWorld: false });
    runtime.act('transform.setRotation', { object: 'carrier', rotation: [0, 0, 90] });
    runtime.advance(1);
    runtime.act('transform.setPosition', { object: 'carrier', position: [5, 1, 0] });
    runtime.advance(1);
    writeProperty(runtime, 'rate', 0);
    runtime.advance(60);
    const { places: positions } = getCloud(runtime).state();
    // The first particle has flown for 61 ticks, and the second for 60.
    expect(positions.map((value) => Number(value.toFixed(6)) + 0)).toEqual([-3.1, 0, 0, -1, 1, 0]);
    const bounds = runtime.act('transform.getBounds', { object: 'cloud' });
    expect(bounds.min).toEqual({ x: expect.closeTo(-3.1), y: expect.closeTo(0), z: 0 });
    expect(bounds.max).toEqual({ x: 5, y: 1, z: 0 });
  });

  it('change their color, and are culled by their current bounds', () => {
    const runtime = createEmitter({
      ...{
        rate: 60,
        spread: 0,
        speed: 6,
        gravity: 0,
        lifetime: 2,
        color: [1, 0, 0, 1],
        endColor: [0, 0, 1, 0],
      },
    });
    runtime.advance(61);
    const bounds = runtime.act('transform.getBounds', { object: 'cloud' }) as { max: { y: number } };
    expect(bounds.max.y).toBeCloseTo(6);
    const { geometry } = getCloud(runtime);
    expect(geometry.drawRange.count).toBe(61);
    expect([...geometry.getAttribute('color').array.slice(0, 4)]).toEqual([0.5, 0, 0.5, 0.5]);
  });

  it('are the same for the same seed, and restart at a refresh', () => {
    const [first, same, differentSeed] = [createEmitter({}), createEmitter({}), createEmitter({ seed: 2 })];
    for (const runtime of [first, same, differentSeed]) runtime.advance(40);
    expect(getCloud(first!).state()).toEqual(getCloud(same!).state());
    expect(getCloud(first!).state().places).not.toEqual(getCloud(differentSeed!).state().places);
    first!.act('components.refresh', { object: 'cloud' });
    expect(getAges(first!)).toEqual([]);
    first!.advance(40);
    expect(getCloud(first!).state()).toEqual(getCloud(same!).state());
  });

  it('are frozen while they are not shown', () => {
    const runtime = createEmitter({});
    runtime.advance(30);
    const before = getCloud(runtime).state();
    runtime.act('scene.spawn', { type: 'Empty', tag: 'group' });
    runtime.act('scene.objects.setParent', { object: 'cloud', parent: 'group' });
    runtime.act('scene.objects.setActive', { object: 'group', active: false });
    runtime.advance(30);
    expect(getCloud(runtime).state()).toEqual(before);
    runtime.act('scene.objects.setActive', { object: 'group', active: true });
    runtime.act('components.setEnabled', { object: 'cloud', component: 'Particles', enabled: false });
    runtime.advance(30);
    expect(getCloud(runtime).state()).toEqual(before);
  });

  it('are rejected when the limit of all emitters is reached, until some emitters are removed', () => {
    const runtime = createEmitter({ most: 2000 });
    const failure = runtime.failure('scene.objects.duplicate', { object: 'cloud', count: 30 });
    expect(failure).toMatchObject({ code: 'ACTION_FAILED', details: { limit: 50_000 } });
    runtime.act('scene.objects.duplicate', { object: 'cloud', count: 24 });
    runtime.failure('scene.objects.duplicate', { object: 'cloud' });
    runtime.act('scene.objects.destroy', { object: 'cloud' });
    runtime.act('scene.spawn', { type: 'Effects/Particles' });
  });

  it('are the same when a journal is replayed', () => {
    const { runtime, act, end } = createRecordedTestRuntime();
    act('scene.spawn', { type: 'Effects/Particles', tag: 'cloud', active: true });
    runtime.step(40);
    const journal = end();
    expect(replayJournalText(journal)).toMatchObject({ agrees: true });
    expect(replayJournalText(journal.replace('"cloud"', '"smoke"'))).toMatchObject({ inputsIntact: false });
  });
});

describe('an audio visualiser', () => {
  const setUp = async () => {
    const { act, runtime } = await openTestProject();
    await act('scene.spawn', { type: 'Effects/Audio Visualiser', tag: 'bars' });
    const bars = () => {
      const { object3D } = runtime.scene.get('bars').components.get('AudioVisualiser')!;
      if (!(object3D instanceof SoundBars)) throw new Error('There are no bars.');
      return object3D.state().levels;
    };
    const write = (name: string, value: unknown) =>
      act('components.setProperties', {
        ...{ object: 'bars', component: 'AudioVisualiser', properties: [{ name, value }] },
      });
    return { act, runtime, bars, write };
  };

  it('rises with the sound, falls with a delay, and rests in silence', async () => {
    const { act, runtime, bars } = await setUp();
    runtime.step(10);
    expect(Math.max(...bars())).toBe(0);
    await act('audio.play', { asset: 'chime.wav', loop: true, volume: 0.5 });
    runtime.step(10);
    expect(bars()).toHaveLength(16);
    expect(Math.max(...bars())).toBeLessThanOrEqual(0.5);
    expect(Math.min(...bars())).toBeGreaterThan(0.19);
    const { size } = (await act('transform.getBounds', { object: 'bars' })) as { size: { y: number } };
    expect(size.y).toBeCloseTo(2 * Math.max(...bars()));
    await act('audio.pause');
    const before = bars();
    runtime.step(18);
    // After 0.3 s, all bars have fallen by the same factor.
    expect(bars().map((level, i) => level / before[i]!)).toEqual(
      before.map(() => expect.closeTo(Math.exp(-1))),
    );
  });

  it('can listen only to the sounds of its object', async () => {
    const { act, runtime, bars, write } = await setUp();
    await write('of', 'object');
    await act('audio.play', { asset: 'chime.wav', loop: true });
    runtime.step(5);
    expect(Math.max(...bars())).toBe(0);
    await act('audio.play', { asset: 'chime.wav', loop: true, object: 'bars' });
    runtime.step(5);
    expect(Math.max(...bars())).toBeGreaterThan(0.4);
    await act('audio.setMasterVolume', { volume: 1, muted: true });
    runtime.step(600);
    expect(Math.max(...bars())).toBeLessThan(1e-9);
  });
});
