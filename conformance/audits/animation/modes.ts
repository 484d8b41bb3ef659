/** What a playback tells by itself, under each loop mode. */
import { area } from '../../area.ts';
import { quietWindow } from '../../lab/hub-client.ts';
import { twoMarkers } from '../../lab/animation/player.ts';
import { isMarker, says, saysNumber } from '../../lab/animation/stories.ts';
import { heard, open, patient, soon } from './open.ts';
import type { Judgements } from '../../audit.ts';
import type { Marker } from '../../lab/animation/player.ts';
import type { Told } from '../../lab/animation/stories.ts';

const animation = area('animation', 'token', 'runtime', 'events');

const countIn = (story: readonly Told[], kind: string): number =>
  story.filter((told) => told.kind === kind).length;

/** None of these kinds belongs to the loop mode. */
const mustLack = (judge: Judgements, story: readonly Told[], mode: string, ...kinds: string[]): void => {
  for (const kind of kinds)
    judge.must(countIn(story, kind) === 0, `nothing is told of ${kind} under ${mode}`, heard(story));
};

/** Each marker is passed so often; where events name none, they are counted together. */
const mustPass = (
  judge: Judgements,
  story: readonly Told[],
  markers: readonly Marker[],
  [least, most]: readonly [number, number],
): void => {
  const isNamed = markers.some(({ name }) => story.some(isMarker(name)));
  for (const { name } of markers) {
    const times = isNamed ? story.filter(isMarker(name)).length : countIn(story, 'marker') / markers.length;
    judge.must(times >= least && times <= most, `a marker is told each time that it is crossed, and once`, {
      expected: least === most ? least : `${least} to ${most} times`,
      actual: `${times} times; ${heard(story).actual}`,
    });
  }
};

export const modeAudits = [
  animation.audit(
    'once',
    ['ANIM-STATE-001', 'ANIM-STATE-004', 'ANIM-STATE-009', 'ANIM-RULE-005', 'EVENT-016', 'EVENT-017'],
    { ...patient, likelyCause: 'a playback is not followed to its end' },
    async (t) => {
      const { player, listener, object, clip } = await open(t);
      const markers = twoMarkers(t, clip);
      const playing = await player.play({ object, clip, loopMode: 'once', markers, within: soon });
      await listener.untilCount(playing, 'completed');
      await quietWindow();
      const story = listener.story(playing);
      const kinds = story.map(({ kind }) => kind);

      const begun = t.of('ANIM-STATE-001', 'EVENT-016');
      begun.mustEqual(countIn(story, 'started'), 1, 'animation.playback.started comes once for one play');
      begun.must(kinds[0] === 'started' || !kinds.includes('started'), 'and before all others', heard(story));

      const ended = t.of('ANIM-STATE-004', 'EVENT-016');
      const ends = story.filter(({ kind }) => kind === 'completed');
      ended.must(
        ends.length === 1,
        'animation.playback.completed comes once when the end is reached',
        heard(story),
      );
      for (const { event } of ends)
        ended.must(says(event, 'natural'), 'its reason is natural', { actual: event.args });
      mustLack(ended, story, 'a mode that ends', 'stopped', 'held', 'looped', 'direction.changed');

      const passed = t.of('ANIM-STATE-009', 'ANIM-RULE-005');
      mustPass(passed, story, markers, [1, 1]);
      const places = markers.map(({ name }) => story.findIndex(isMarker(name)));
      const isInOrder = places.every((place, index) => index === 0 || place > (places[index - 1] ?? -1));
      if (places.every((place) => place >= 0))
        passed.must(
          isInOrder && kinds.at(-1) === 'completed',
          'in the order of the way, and before its end',
          {
            ...heard(story),
          },
        );
      const told = story.filter(({ kind }) => kind === 'marker');
      t.given(told.length > 0, 'an event animation.playback.marker');
      for (const { name, position } of markers) {
        const found = told.find(isMarker(name));
        t.of('EVENT-017').must(
          found !== undefined,
          'animation.playback.marker carries the name of the marker',
          {
            expected: name,
            actual: told.map(({ event }) => event.args),
          },
        );
        t.of('EVENT-017').must(
          found === undefined || saysNumber(found.event, position),
          'animation.playback.marker carries the position of the marker',
          { expected: position, actual: found?.event.args },
        );
      }
    },
  ),
  animation.audit(
    'loop',
    ['ANIM-STATE-006', 'ANIM-STATE-009', 'EVENT-016'],
    { ...patient, likelyCause: 'loops are not counted, or told once only' },
    async (t) => {
      const { player, listener, object, clip } = await open(t);
      const markers = twoMarkers(t, clip);
      const playing = await player.play({ object, clip, loopMode: 'loop', markers, within: soon });
      await listener.untilCount(playing, 'looped', { times: 3, ways: 3 });
      const story = listener.story(playing);
      const looped = t.of('ANIM-STATE-006', 'EVENT-016');
      const loops = countIn(story, 'looped');
      looped.must(loops >= 3, 'animation.playback.looped comes at the end of each loop', heard(story));
      mustLack(looped, story, 'a loop', 'completed', 'held', 'direction.changed', 'stopped');
      if (loops > 0) mustPass(t.of('ANIM-STATE-009'), story, markers, [loops, loops + 1]);
    },
  ),
  animation.audit(
    'ping-pong',
    ['ANIM-STATE-006', 'ANIM-STATE-007', 'ANIM-STATE-009', 'EVENT-016'],
    { ...patient, likelyCause: 'a way is taken for a round trip' },
    async (t) => {
      const { player, listener, object, clip } = await open(t);
      const markers = twoMarkers(t, clip);
      const playing = await player.play({ object, clip, loopMode: 'pingPong', markers, within: soon });
      await listener.untilCount(playing, 'looped', { times: 3, ways: 6 });
      const story = listener.story(playing);
      const turns = story.filter(({ kind }) => kind === 'direction.changed');
      const ways = turns.map(({ event }) =>
        says(event, 'forward') ? 'forward' : says(event, 'backward') ? 'backward' : 'neither',
      );
      const turned = t.of('ANIM-STATE-007', 'EVENT-016');
      turned.must(
        turns.length >= 2,
        'animation.playback.direction.changed comes at each reflection',
        heard(story),
      );
      turned.must(
        ways.every((way, index) => way === (index % 2 === 0 ? 'backward' : 'forward')),
        'directions take turns, backward first',
        { actual: ways },
      );
      const looped = t.of('ANIM-STATE-006', 'EVENT-016');
      const loops = countIn(story, 'looped');
      looped.must(loops >= 3, 'animation.playback.looped comes at the end of each round trip', heard(story));
      if (turns.length > 0 && loops > 0)
        looped.must(
          Math.abs(turns.length - 2 * loops) <= 1,
          'a loop is a full round trip, of two reflections',
          heard(story),
        );
      mustLack(looped, story, 'PingPong', 'completed', 'held', 'stopped');
      const passes = turns.length;
      if (passes > 0) mustPass(t.of('ANIM-STATE-009'), story, markers, [passes - 1, passes + 1]);
    },
  ),
  animation.audit(
    'clamp-forever',
    ['ANIM-STATE-008', 'ANIM-STATE-009', 'EVENT-016'],
    { ...patient, likelyCause: 'what holds its end pose is told as ended, or goes on' },
    async (t) => {
      const { player, listener, object, clip } = await open(t);
      const another = await player.object();
      const markers = twoMarkers(t, clip);
      const playing = await player.play({ object, clip, loopMode: 'clampForever', markers, within: soon });
      await listener.untilCount(playing, 'held');
      // A second way is gone meanwhile: what is to come of the first has come.
      const barrier = await player.play({ object: another.object, clip, loopMode: 'loop', within: soon });
      await listener.untilCount(barrier, 'looped');
      const story = listener.story(playing);
      const held = t.of('ANIM-STATE-008', 'EVENT-016');
      held.must(
        countIn(story, 'held') === 1,
        'animation.playback.held comes once when the end pose is reached',
        heard(story),
      );
      mustLack(held, story, 'ClampForever', 'completed', 'stopped', 'looped', 'direction.changed');
      mustPass(t.of('ANIM-STATE-009'), story, markers, [1, 1]);
    },
  ),
];
