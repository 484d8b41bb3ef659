/** Audits of direct actions whose effect shows in events, and in what other actions read. */
import { isDeepStrictEqual } from 'node:util';
import { getByPath, filterRecords } from '../../json.ts';
import { defineLinkAuditArea, type LinkContext } from '../../link/link-audit.ts';
import type { LinkClient } from '../../link/link-client.ts';
import type { ReceivedEvent } from '../../link/link-connection.ts';

const tweens = defineLinkAuditArea(
  'link-actions',
  'can:discovery',
  'action:scene.spawn',
  'action:scene.objects.destroy',
  'action:transform.get',
  'action:tween.position',
  'event:tween.completed',
);
const playbacks = defineLinkAuditArea(
  'link-actions',
  'can:discovery',
  'action:animation.clips',
  'action:animation.play',
  'action:animation.stop',
  'event:animation.playback.stopped',
);

type Tools = Pick<LinkContext, 'given' | 'capabilities'>;

/** Runs an action with all parameters that have a default, because the service always sends these. */
const runAction = async (
  line: LinkClient,
  action: string,
  parameters: Readonly<Record<string, unknown>>,
): Promise<unknown> => (await line.runCommand('action.run', { action, parameters })).result.result;

const destroyObject = (line: LinkClient, object: string): Promise<unknown> =>
  line.sendCommand('action.run', { action: 'scene.objects.destroy', parameters: { object, delay: 0 } });

/** Spawns an object, runs a function with it, and destroys it. */
const withSpawnedObject = async (
  t: Tools,
  line: LinkClient,
  run: (object: string) => Promise<void>,
): Promise<void> => {
  t.given(t.capabilities.discovery.includes('spawnables'), 'a runtime that lists spawnables');
  const { result } = await line.runCommand('discovery.list', { dataType: 'spawnables' });
  for (const { menuPath } of filterRecords(result.items)) {
    const spawned = await line.sendCommand('action.run', {
      action: 'scene.spawn',
      parameters: { type: menuPath, active: true },
    });
    const object = getByPath(spawned.result, 'result.object');
    if (typeof object !== 'string') continue;
    try {
      return await run(object);
    } finally {
      await destroyObject(line, object);
    }
  }
  t.given(false, 'an element of the spawnables that can be spawned');
};

/** Returns the first scene object that has a clip, with the name of the clip. */
const findAnimatedObject = async (t: Tools, line: LinkClient) => {
  t.given(t.capabilities.discovery.includes('scene-objects'), 'a runtime that lists scene-objects');
  const { result } = await line.runCommand('discovery.list', { dataType: 'scene-objects' });
  for (const { tag: object } of filterRecords(result.items)) {
    const parameters = { object };
    const reply = await line.sendCommand('action.run', { action: 'animation.clips', parameters });
    const clips = filterRecords(getByPath(reply.result, 'result.clips'));
    const clip = clips.find(({ duration }) => Number(duration) > 0)?.name;
    if (clip !== undefined) return { object, clip };
  }
  t.given(false, 'a scene object with a clip');
  return undefined;
};

/** Whether a component of a position has a value, within the tolerance for runtimes with single precision. */
const isAt = (found: unknown, expected: number): boolean =>
  typeof found === 'number' && Math.abs(found - expected) <= 1e-5 * Math.max(1, Math.abs(expected));

const isTweenEvent =
  (kind: string, tweenId: unknown) =>
  ({ type, data }: ReceivedEvent): boolean =>
    type === kind && data.tweenId === tweenId;

export const linkActionAudits = [
  tweens.audit('tween', ['LINK-ACT-001', 'LINK-ACT-002'], async (t) => {
    const line = await t.connect();
    const move = async (object: string): Promise<void> => {
      const readPosition = async () =>
        getByPath(await runAction(line, 'transform.get', { object, space: 'world' }), 'position');
      const before = await readPosition();
      await line.waitForSteps(3);
      t.given(
        isDeepStrictEqual(await readPosition(), before),
        'an object that the runtime does not move itself',
      );
      const position = { x: 0.7, y: 1.3, z: -2.1 };
      const from = line.getPosition();
      const started = await runAction(line, 'tween.position', {
        ...{ object, position, time: 7.4 / t.capabilities.stepsPerSecond, ease: 'easeInOutSine', delay: 0 },
        ...{ space: 'world', loops: 0, yoyo: false },
      });
      const isCompleted = isTweenEvent('tween.completed', getByPath(started, 'tweenId'));
      const completed = await line.recordEvent(isCompleted, from);
      t.for('LINK-ACT-002').must(completed !== undefined, 'tween.completed is emitted when a tween ends');
      if (!completed) return;
      const found = await readPosition();
      t.for('LINK-ACT-001').must(
        (['x', 'y', 'z'] as const).every((axis) => isAt(getByPath(found, axis), position[axis])),
        'The object is at the target of the tween',
        { expected: position, actual: found },
      );
      await line.waitForSteps(4);
      t.for('LINK-ACT-002').mustEqual(
        line.events(from).filter(isCompleted).length,
        1,
        'tween.completed is emitted once',
      );
    };
    await withSpawnedObject(t.for('LINK-ACT-001', 'LINK-ACT-002'), line, move);
  }),

  playbacks.audit('stop', ['LINK-ACT-003'], async (t) => {
    const line = await t.connect();
    const animated = await findAnimatedObject(t, line);
    if (!animated) return;
    const from = line.getPosition();
    const playing = await runAction(line, 'animation.play', {
      ...animated,
      ...{ loopMode: 'loop', speed: 1, weight: 1, additive: false, startTime: 0, fadeIn: 0 },
    });
    const playbackId = getByPath(playing, 'playbackId');
    t.given(playbackId !== undefined, 'animation.play returns the id of the playback');
    await line.waitForSteps(2);
    await runAction(line, 'animation.stop', { object: animated.object, playbackId, fadeOut: 0 });
    const isStopped = ({ type, data }: ReceivedEvent): boolean =>
      type === 'animation.playback.stopped' && data.playbackId === playbackId;
    line.recordMessage(await line.waitForEvent(isStopped, from));
    await line.waitForSteps(2);
    t.mustEqual(
      line
        .events(from)
        .filter(isStopped)
        .map(({ data }) => data.reason),
      ['explicit'],
      'animation.playback.stopped arrives once for a playback that is stopped',
    );
  }),
];
