/** Audits of the events that a playback emits by itself in each loop mode. */
import type { Marker } from '../../audit-helpers/animation/clip-player.ts';
import {
  createPlaybackFixture,
  describeReceivedKinds,
  eventHasNumber,
  eventHasText,
  isMarkerEvent,
  longTimeout,
  shortClipSeconds,
  type PlaybackEvent,
} from '../../audit-helpers/animation/playback-events.ts';
import { waitQuietWindow } from '../../audit-helpers/hub-client.ts';
import { type Assertions, defineAuditArea } from '../../audit.ts';

const animation = defineAuditArea('animation', 'token', 'runtime', 'events').with(longTimeout);

const countEvents = (events: readonly PlaybackEvent[], kind: string): number =>
  events.filter((event) => event.kind === kind).length;

/** Asserts that no event of these kinds arrives, because none of them belongs to the loop mode. */
const mustNotReport = (
  assertions: Assertions,
  events: readonly PlaybackEvent[],
  mode: string,
  ...kinds: string[]
): void => {
  for (const kind of kinds)
    assertions.must(
      countEvents(events, kind) === 0,
      `no ${kind} event is emitted under ${mode}`,
      describeReceivedKinds(events),
    );
};

/** Asserts how often each marker is passed. If the events don't name markers, all markers are counted together. */
const mustPassMarkers = (
  assertions: Assertions,
  events: readonly PlaybackEvent[],
  markers: readonly Marker[],
  [min, max]: readonly [number, number],
): void => {
  const areMarkersReported = markers.some(({ name }) => events.some(isMarkerEvent(name)));
  for (const { name } of markers) {
    const times = areMarkersReported
      ? events.filter(isMarkerEvent(name)).length
      : countEvents(events, 'marker') / markers.length;
    assertions.must(
      times >= min && times <= max,
      `one marker event is emitted for each time that the marker is crossed`,
      {
        expected: min === max ? min : `${min} to ${max} times`,
        actual: `${times} times; ${describeReceivedKinds(events).actual}`,
      },
    );
  }
};

export const audits = [
  animation
    .with({ likelyCause: 'a playback is not followed to its end' })
    .audit(
      'once',
      ['ANIM-STATE-001', 'ANIM-STATE-004', 'ANIM-STATE-009', 'ANIM-RULE-005', 'EVENT-016', 'EVENT-017'],
      async (t) => {
        const { listener, playWithMarkers } = await createPlaybackFixture(t);
        const { playing, markers } = await playWithMarkers('once');
        await listener.untilCount(playing, 'completed');
        await waitQuietWindow();
        const events = listener.events(playing);
        const kinds = events.map(({ kind }) => kind);

        const startAssertions = t.for('ANIM-STATE-001', 'EVENT-016');
        startAssertions.mustEqual(
          countEvents(events, 'started'),
          1,
          'animation.playback.started arrives once for one call of play',
        );
        startAssertions.must(
          kinds[0] === 'started' || !kinds.includes('started'),
          'animation.playback.started arrives before all other events',
          describeReceivedKinds(events),
        );

        const ended = t.for('ANIM-STATE-004', 'EVENT-016');
        const ends = events.filter(({ kind }) => kind === 'completed');
        ended.must(
          ends.length === 1,
          'animation.playback.completed arrives once when the end is reached',
          describeReceivedKinds(events),
        );
        for (const { event } of ends)
          ended.must(eventHasText(event, 'natural'), 'its reason is natural', { actual: event.args });
        mustNotReport(
          ended,
          events,
          'a loop mode that ends',
          'stopped',
          'held',
          'looped',
          'direction.changed',
        );

        const markerAssertions = t.for('ANIM-STATE-009', 'ANIM-RULE-005');
        mustPassMarkers(markerAssertions, events, markers, [1, 1]);
        const positions = markers.map(({ name }) => events.findIndex(isMarkerEvent(name)));
        const isInOrder = positions.every(
          (position, index) => index === 0 || position > (positions[index - 1] ?? -1),
        );
        if (positions.every((position) => position >= 0))
          markerAssertions.must(
            isInOrder && kinds.at(-1) === 'completed',
            'markers arrive in playback order and before the end of the playback',
            { ...describeReceivedKinds(events) },
          );
        const markerEvents = events.filter(({ kind }) => kind === 'marker');
        t.given(markerEvents.length > 0, 'an animation.playback.marker event');
        for (const { name, position } of markers) {
          const found = markerEvents.find(isMarkerEvent(name));
          t.for('EVENT-017').must(
            found !== undefined,
            'animation.playback.marker carries the name of the marker',
            { expected: name, actual: markerEvents.map(({ event }) => event.args) },
          );
          t.for('EVENT-017').must(
            found === undefined || eventHasNumber(found.event, position),
            'animation.playback.marker carries the position of the marker',
            { expected: position, actual: found?.event.args },
          );
        }
      },
    ),
  animation
    .with({ likelyCause: 'loops are not counted, or are reported only once' })
    .audit('loop', ['ANIM-STATE-006', 'ANIM-STATE-009', 'EVENT-016'], async (t) => {
      const { listener, playWithMarkers } = await createPlaybackFixture(t);
      const { playing, markers } = await playWithMarkers('loop');
      await listener.untilCount(playing, 'looped', { times: 3, passes: 3 });
      const events = listener.events(playing);
      const loopAssertions = t.for('ANIM-STATE-006', 'EVENT-016');
      const loops = countEvents(events, 'looped');
      loopAssertions.must(
        loops >= 3,
        'animation.playback.looped arrives at the end of each loop',
        describeReceivedKinds(events),
      );
      mustNotReport(loopAssertions, events, 'a loop', 'completed', 'held', 'direction.changed', 'stopped');
      if (loops > 0) mustPassMarkers(t.for('ANIM-STATE-009'), events, markers, [loops, loops + 1]);
    }),
  animation
    .with({ likelyCause: 'a single pass counts as a round trip' })
    .audit('ping-pong', ['ANIM-STATE-006', 'ANIM-STATE-007', 'ANIM-STATE-009', 'EVENT-016'], async (t) => {
      const { listener, playWithMarkers } = await createPlaybackFixture(t);
      const { playing, markers } = await playWithMarkers('pingPong');
      await listener.untilCount(playing, 'looped', { times: 3, passes: 6 });
      const events = listener.events(playing);
      const directionChanges = events.filter(({ kind }) => kind === 'direction.changed');
      const directions = directionChanges.map(({ event }) =>
        eventHasText(event, 'forward') ? 'forward' : eventHasText(event, 'backward') ? 'backward' : 'neither',
      );
      const turnAssertions = t.for('ANIM-STATE-007', 'EVENT-016');
      turnAssertions.must(
        directionChanges.length >= 2,
        'animation.playback.direction.changed arrives at each reflection',
        describeReceivedKinds(events),
      );
      turnAssertions.must(
        directions.every((direction, index) => direction === (index % 2 === 0 ? 'backward' : 'forward')),
        'directions alternate, starting with backward',
        { actual: directions },
      );
      const loopAssertions = t.for('ANIM-STATE-006', 'EVENT-016');
      const loops = countEvents(events, 'looped');
      loopAssertions.must(
        loops >= 3,
        'animation.playback.looped arrives at the end of each round trip',
        describeReceivedKinds(events),
      );
      if (directionChanges.length > 0 && loops > 0)
        loopAssertions.must(
          Math.abs(directionChanges.length - 2 * loops) <= 1,
          'a loop is a full round trip with two reflections',
          describeReceivedKinds(events),
        );
      mustNotReport(loopAssertions, events, 'PingPong', 'completed', 'held', 'stopped');
      const passCount = directionChanges.length;
      if (passCount > 0)
        mustPassMarkers(t.for('ANIM-STATE-009'), events, markers, [passCount - 1, passCount + 1]);
    }),
  animation
    .with({ likelyCause: 'a playback that holds its end pose is reported as ended, or continues' })
    .audit('clamp-forever', ['ANIM-STATE-008', 'ANIM-STATE-009', 'EVENT-016'], async (t) => {
      const { player, listener, clip, playWithMarkers } = await createPlaybackFixture(t);
      const secondObject = await player.object();
      const { playing, markers } = await playWithMarkers('clampForever');
      await listener.untilCount(playing, 'held');
      // After a second playback has completed, every event from the first playback has arrived.
      const barrier = await player.play({
        object: secondObject.object,
        clip,
        loopMode: 'loop',
        within: shortClipSeconds,
      });
      await listener.untilCount(barrier, 'looped');
      const events = listener.events(playing);
      const assertions = t.for('ANIM-STATE-008', 'EVENT-016');
      assertions.must(
        countEvents(events, 'held') === 1,
        'animation.playback.held arrives once when the end pose is reached',
        describeReceivedKinds(events),
      );
      mustNotReport(
        assertions,
        events,
        'ClampForever',
        'completed',
        'stopped',
        'looped',
        'direction.changed',
      );
      mustPassMarkers(t.for('ANIM-STATE-009'), events, markers, [1, 1]);
    }),
];
