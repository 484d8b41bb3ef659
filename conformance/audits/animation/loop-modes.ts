/** Events that a playback emits by itself in each loop mode. */
import { defineAuditArea } from '../../define-audit-area.ts';
import { waitQuietWindow } from '../../audit-helpers/hub-client.ts';
import { createMarkers } from '../../audit-helpers/animation/clip-player.ts';
import {
  isMarkerEvent,
  eventHasText,
  eventHasNumber,
} from '../../audit-helpers/animation/playback-events.ts';
import {
  describeReceivedKinds,
  createPlaybackFixture,
  longTimeout,
  shortClipSeconds,
} from './playback-fixture.ts';
import type { Assertions } from '../../audit.ts';
import type { Marker } from '../../audit-helpers/animation/clip-player.ts';
import type { PlaybackEvent } from '../../audit-helpers/animation/playback-events.ts';

const animation = defineAuditArea('animation', 'token', 'runtime', 'events');

const countEvents = (story: readonly PlaybackEvent[], kind: string): number =>
  story.filter((told) => told.kind === kind).length;

/** Asserts that none of these kinds arrives, because none belongs to the loop mode. */
const mustNotReport = (
  judge: Assertions,
  story: readonly PlaybackEvent[],
  mode: string,
  ...kinds: string[]
): void => {
  for (const kind of kinds)
    judge.must(
      countEvents(story, kind) === 0,
      `no ${kind} event is emitted under ${mode}`,
      describeReceivedKinds(story),
    );
};

/** Asserts how often each marker is passed. Markers are counted together when the events don't name them. */
const mustPassMarkers = (
  judge: Assertions,
  story: readonly PlaybackEvent[],
  markers: readonly Marker[],
  [least, most]: readonly [number, number],
): void => {
  const isNamed = markers.some(({ name }) => story.some(isMarkerEvent(name)));
  for (const { name } of markers) {
    const times = isNamed
      ? story.filter(isMarkerEvent(name)).length
      : countEvents(story, 'marker') / markers.length;
    judge.must(
      times >= least && times <= most,
      `one marker event is emitted for each time that the marker is crossed`,
      {
        expected: least === most ? least : `${least} to ${most} times`,
        actual: `${times} times; ${describeReceivedKinds(story).actual}`,
      },
    );
  }
};

export const loopModeAudits = [
  animation.audit(
    'once',
    ['ANIM-STATE-001', 'ANIM-STATE-004', 'ANIM-STATE-009', 'ANIM-RULE-005', 'EVENT-016', 'EVENT-017'],
    { ...longTimeout, likelyCause: 'a playback is not followed to its end' },
    async (t) => {
      const { player, listener, object, clip } = await createPlaybackFixture(t);
      const markers = createMarkers(t, clip);
      const playing = await player.play({
        object,
        clip,
        loopMode: 'once',
        markers,
        within: shortClipSeconds,
      });
      await listener.untilCount(playing, 'completed');
      await waitQuietWindow();
      const story = listener.story(playing);
      const kinds = story.map(({ kind }) => kind);

      const begun = t.for('ANIM-STATE-001', 'EVENT-016');
      begun.mustEqual(
        countEvents(story, 'started'),
        1,
        'animation.playback.started arrives once for one call of play',
      );
      begun.must(
        kinds[0] === 'started' || !kinds.includes('started'),
        'animation.playback.started arrives before all other events',
        describeReceivedKinds(story),
      );

      const ended = t.for('ANIM-STATE-004', 'EVENT-016');
      const ends = story.filter(({ kind }) => kind === 'completed');
      ended.must(
        ends.length === 1,
        'animation.playback.completed arrives once when the end is reached',
        describeReceivedKinds(story),
      );
      for (const { event } of ends)
        ended.must(eventHasText(event, 'natural'), 'its reason is natural', { actual: event.args });
      mustNotReport(ended, story, 'a loop mode that ends', 'stopped', 'held', 'looped', 'direction.changed');

      const passed = t.for('ANIM-STATE-009', 'ANIM-RULE-005');
      mustPassMarkers(passed, story, markers, [1, 1]);
      const places = markers.map(({ name }) => story.findIndex(isMarkerEvent(name)));
      const isInOrder = places.every((place, index) => index === 0 || place > (places[index - 1] ?? -1));
      if (places.every((place) => place >= 0))
        passed.must(
          isInOrder && kinds.at(-1) === 'completed',
          'markers arrive in playback order and before the end of the playback',
          {
            ...describeReceivedKinds(story),
          },
        );
      const told = story.filter(({ kind }) => kind === 'marker');
      t.given(told.length > 0, 'an animation.playback.marker event');
      for (const { name, position } of markers) {
        const found = told.find(isMarkerEvent(name));
        t.for('EVENT-017').must(
          found !== undefined,
          'animation.playback.marker carries the name of the marker',
          {
            expected: name,
            actual: told.map(({ event }) => event.args),
          },
        );
        t.for('EVENT-017').must(
          found === undefined || eventHasNumber(found.event, position),
          'animation.playback.marker carries the position of the marker',
          { expected: position, actual: found?.event.args },
        );
      }
    },
  ),
  animation.audit(
    'loop',
    ['ANIM-STATE-006', 'ANIM-STATE-009', 'EVENT-016'],
    { ...longTimeout, likelyCause: 'loops are not counted, or are reported only once' },
    async (t) => {
      const { player, listener, object, clip } = await createPlaybackFixture(t);
      const markers = createMarkers(t, clip);
      const playing = await player.play({
        object,
        clip,
        loopMode: 'loop',
        markers,
        within: shortClipSeconds,
      });
      await listener.untilCount(playing, 'looped', { times: 3, ways: 3 });
      const story = listener.story(playing);
      const looped = t.for('ANIM-STATE-006', 'EVENT-016');
      const loops = countEvents(story, 'looped');
      looped.must(
        loops >= 3,
        'animation.playback.looped arrives at the end of each loop',
        describeReceivedKinds(story),
      );
      mustNotReport(looped, story, 'a loop', 'completed', 'held', 'direction.changed', 'stopped');
      if (loops > 0) mustPassMarkers(t.for('ANIM-STATE-009'), story, markers, [loops, loops + 1]);
    },
  ),
  animation.audit(
    'ping-pong',
    ['ANIM-STATE-006', 'ANIM-STATE-007', 'ANIM-STATE-009', 'EVENT-016'],
    { ...longTimeout, likelyCause: 'a single pass counts as a round trip' },
    async (t) => {
      const { player, listener, object, clip } = await createPlaybackFixture(t);
      const markers = createMarkers(t, clip);
      const playing = await player.play({
        object,
        clip,
        loopMode: 'pingPong',
        markers,
        within: shortClipSeconds,
      });
      await listener.untilCount(playing, 'looped', { times: 3, ways: 6 });
      const story = listener.story(playing);
      const turns = story.filter(({ kind }) => kind === 'direction.changed');
      const ways = turns.map(({ event }) =>
        eventHasText(event, 'forward') ? 'forward' : eventHasText(event, 'backward') ? 'backward' : 'neither',
      );
      const turned = t.for('ANIM-STATE-007', 'EVENT-016');
      turned.must(
        turns.length >= 2,
        'animation.playback.direction.changed arrives at each reflection',
        describeReceivedKinds(story),
      );
      turned.must(
        ways.every((way, index) => way === (index % 2 === 0 ? 'backward' : 'forward')),
        'directions alternate, starting with backward',
        { actual: ways },
      );
      const looped = t.for('ANIM-STATE-006', 'EVENT-016');
      const loops = countEvents(story, 'looped');
      looped.must(
        loops >= 3,
        'animation.playback.looped arrives at the end of each round trip',
        describeReceivedKinds(story),
      );
      if (turns.length > 0 && loops > 0)
        looped.must(
          Math.abs(turns.length - 2 * loops) <= 1,
          'a loop is a full round trip with two reflections',
          describeReceivedKinds(story),
        );
      mustNotReport(looped, story, 'PingPong', 'completed', 'held', 'stopped');
      const passes = turns.length;
      if (passes > 0) mustPassMarkers(t.for('ANIM-STATE-009'), story, markers, [passes - 1, passes + 1]);
    },
  ),
  animation.audit(
    'clamp-forever',
    ['ANIM-STATE-008', 'ANIM-STATE-009', 'EVENT-016'],
    { ...longTimeout, likelyCause: 'a playback that holds its end pose is reported as ended, or continues' },
    async (t) => {
      const { player, listener, object, clip } = await createPlaybackFixture(t);
      const another = await player.object();
      const markers = createMarkers(t, clip);
      const playing = await player.play({
        object,
        clip,
        loopMode: 'clampForever',
        markers,
        within: shortClipSeconds,
      });
      await listener.untilCount(playing, 'held');
      // By the time a second playback has run its course, every event of the first one has arrived.
      const barrier = await player.play({
        object: another.object,
        clip,
        loopMode: 'loop',
        within: shortClipSeconds,
      });
      await listener.untilCount(barrier, 'looped');
      const story = listener.story(playing);
      const held = t.for('ANIM-STATE-008', 'EVENT-016');
      held.must(
        countEvents(story, 'held') === 1,
        'animation.playback.held arrives once when the end pose is reached',
        describeReceivedKinds(story),
      );
      mustNotReport(held, story, 'ClampForever', 'completed', 'stopped', 'looped', 'direction.changed');
      mustPassMarkers(t.for('ANIM-STATE-009'), story, markers, [1, 1]);
    },
  ),
];
