/** Audits of how tween.position moves an object. */
import { setTimeout as wait } from 'node:timers/promises';
import { findParameter, readDeclaredEffect, requireAction } from '../../audit-helpers/action-effects.ts';
import { propertyPath, readObjectProperties } from '../../audit-helpers/object-properties.ts';
import { runAction } from '../../audit-helpers/run-action.ts';
import { getSpawnParameters, listSpawnedTags, spawnObject } from '../../audit-helpers/spawned-objects.ts';
import { type AuditTools, defineAuditArea } from '../../audit.ts';
import { describeReply } from '../../target/http/exchange.ts';

// Listening for events is not needed, but puts the audit among those that mostly wait.
const tweens = defineAuditArea('actions', 'token', 'runtime', 'events');

type Position = readonly [x: number, y: number, z: number];
type ReadPosition = (tag: string) => Promise<Position | undefined>;

/** Seconds that the measured tween takes, and milliseconds between two reads of the position. */
const tweenSeconds = 2;
const sampleMs = 50;

// Positions that need no rounding.
const spawnPosition: Position = [-6.25, 4.5, 2.75];
const startPosition: Position = [3.25, -2.5, 7.75];
const endPositions: readonly Position[] = [
  [11.25, 5.5, 15.75],
  [-12.75, -10.5, -8.25],
];

const toRecord = ([x, y, z]: Position) => ({ x, y, z });

const isAt = (actual: Position | undefined, expected: Position): boolean =>
  actual?.every((part, axis) => Math.abs(part - (expected[axis] ?? 0)) < 1e-2) ?? false;

/** Whether a position is between two others on each axis, and at neither of them. */
const isBetween = (actual: Position, from: Position, to: Position): boolean =>
  actual.every((part, axis) => {
    const [low = 0, high = 0] = [from[axis] ?? 0, to[axis] ?? 0].sort((a, b) => a - b);
    return part > low + 1e-2 && part < high - 1e-2;
  });

const startTweenTo = async (t: AuditTools, object: string, to: Position, time: number): Promise<void> => {
  const configured = t.manifest.choices.actions['tween.position']?.ease;
  const easings =
    configured === undefined ? [{ ease: 'linear' }, { ease: 'Linear' }, {}] : [{ ease: configured }];
  for (const ease of easings) {
    const reply = await runAction(t, 'tween.position', { object, position: toRecord(to), time, ...ease });
    if (reply.ok) return;
    t.given(
      reply.status === 400 && ease !== easings.at(-1),
      'a call of tween.position that succeeds (choices.actions "tween.position")',
      describeReply(reply),
    );
  }
};

/** Finds a property of an object that shows a position, and returns a function that reads this property. */
const findPositionReader = async (
  t: AuditTools,
  tag: string,
  position: Position,
): Promise<ReadPosition | undefined> => {
  const parse = (value: unknown): Position | undefined => {
    const parts =
      typeof value === 'object' && value !== null ? t.fields.components('Vector3', value) : undefined;
    return parts?.length === 3 ? (parts as unknown as Position) : undefined;
  };
  if (t.manifest.choices.effects['tween.position'] !== undefined)
    return async (object) => parse((await readDeclaredEffect(t, 'tween.position', object))?.value);
  const property = (await readObjectProperties(t, tag)).find(({ value }) => isAt(parse(value), position));
  return (
    property &&
    (async (object) => {
      const { json } = await t.http.get(propertyPath(object, property));
      return parse(t.fields.read(json, 'property.value')) ?? parse(json);
    })
  );
};

/** Finds the position of an object that is spawned at a position, if scene.spawn declares a parameter for it. */
const findPositionBySpawn = async (t: AuditTools): Promise<ReadPosition | undefined> => {
  const parameter = findParameter(await requireAction(t, 'scene.spawn'), 'position');
  const parameters = await getSpawnParameters(t);
  if (parameter === undefined || parameters === undefined) return undefined;
  const call = { ...parameters, [parameter.name]: toRecord(spawnPosition) };
  const reply = await runAction(t, 'scene.spawn', call);
  const [tag] = reply.ok ? listSpawnedTags(t, reply.json) : [];
  if (tag === undefined) return undefined;
  t.defer(() => runAction(t, 'scene.objects.destroy', { object: tag }));
  return findPositionReader(t, tag, spawnPosition);
};

/**
 * Moves an object to the start position without delay, and finds out where the target shows its position.
 * @returns how to read the position, and how many milliseconds the move took to show
 */
const moveToStart = async (t: AuditTools, tag: string) => {
  const bySpawn = await findPositionBySpawn(t);
  const sent = performance.now();
  await startTweenTo(t, tag, startPosition, 0);
  const deadline = sent + t.manifest.timeouts.event;
  for (;;) {
    const read = bySpawn ?? (await findPositionReader(t, tag, startPosition));
    if (read && isAt(await read(tag), startPosition)) return { read, latency: performance.now() - sent };
    if (performance.now() > deadline) return { read, latency: undefined };
    await wait(sampleMs);
  }
};

interface Movement {
  /** Positions with the latest time at which each may have been read, in milliseconds since the call. */
  readonly samples: readonly { readonly at: number; readonly position: Position }[];
  /** When the object was first seen at its end position, at the earliest. */
  readonly arrivedAfter: number | undefined;
  /** The longest duration of a read. */
  readonly slowestRead: number;
}

/** Starts a tween, and reads the position until the object has arrived. */
const watchTween = async (
  t: AuditTools,
  { tag, to, read }: { tag: string; to: Position; read: ReadPosition },
): Promise<Movement> => {
  const samples: { at: number; position: Position }[] = [];
  let arrivedAfter: number | undefined;
  let slowestRead = 0;
  const started = performance.now();
  await startTweenTo(t, tag, to, tweenSeconds);
  const end = started + tweenSeconds * 2000 + t.manifest.timeouts.event;
  while (performance.now() < end && arrivedAfter === undefined) {
    const asked = performance.now();
    const position = await read(tag);
    const at = performance.now() - started;
    slowestRead = Math.max(slowestRead, performance.now() - asked);
    if (position) samples.push({ at, position });
    if (isAt(position, to)) arrivedAfter ??= asked - started;
    await wait(sampleMs);
  }
  return { samples, arrivedAfter, slowestRead };
};

export const audits = [
  tweens.audit('tween-moves', ['ACT-019', 'ACT-020', 'ACT-021'], async (t) => {
    const tag = await spawnObject(t);
    const { read, latency } = await moveToStart(t, tag);
    if (!read)
      return t.unverified(
        'the position of an object among the properties of its components (choices.effects "tween.position")',
      );
    const reaches = t.for('ACT-019');
    if (
      !reaches.must(latency !== undefined, 'an object is at the position of a tween that takes no time', {
        expected: startPosition,
        actual: await read(tag),
      })
    )
      return;
    const ms = tweenSeconds * 1000;
    let from = startPosition;
    for (const [attempt, to] of endPositions.entries()) {
      const { samples, arrivedAfter, slowestRead } = await watchTween(t, { tag, to, read });
      const last = samples.at(-1)?.position;
      if (
        !reaches.must(arrivedAfter !== undefined, 'a tween ends at its position', {
          expected: to,
          actual: last,
        })
      )
        return;
      const lasts = t.for('ACT-020');
      const early = samples.find(({ at, position }) => at < ms * 0.4 && isAt(position, to));
      lasts.must(
        early === undefined,
        `a tween of ${tweenSeconds} s is not at its end before two fifths of the time`,
        { actual: early },
      );
      const limit = ms * 1.4 + 2 * Number(latency) + 2 * slowestRead + 300;
      const isLate = Number(arrivedAfter) > limit;
      t.observe('milliseconds until the end of a tween of 2 s', Math.round(Number(arrivedAfter)));
      // A busy machine may delay one tween.
      if (isLate && attempt === 0) {
        from = to;
        continue;
      }
      lasts.must(!isLate, `a tween of ${tweenSeconds} s is at its end soon after this time`, {
        expected: `at most ${Math.round(limit)} ms`,
        actual: `more than ${Math.round(Number(arrivedAfter))} ms`,
      });
      const moving = samples.filter(({ at }) => at < ms * 0.9);
      if (moving.length < 3) t.for('ACT-021').given(false, 'three reads of the position during a tween');
      t.for('ACT-021').should(
        moving.some(({ position }) => isBetween(position, from, to)),
        'an object is between start and end during a tween',
        { actual: moving.map(({ position }) => position).slice(-3) },
      );
      return;
    }
  }),
];
