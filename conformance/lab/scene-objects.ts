import { inShort } from '../target/http/in-short.ts';
import { at, isRecord, recordsOf, stringsOf, walk } from '../json.ts';
import { likelyTagsIn } from '../target/likely-tags.ts';
import { runAction } from './action-calls.ts';
import type { AuditTools } from '../audit.ts';
import type { JsonRecord } from '../json.ts';
import type { Reply } from '../target/http/exchange.ts';

/** The first element that the target lists whose menu path has one of these words, the first word coming first. */
const elementLike = async (t: AuditTools, words: readonly string[]): Promise<JsonRecord | undefined> => {
  const reply = await t.http.get('/api/discovery/spawnables');
  const paths = [...walk(reply.json)].filter(isRecord).map(({ menuPath }) => menuPath);
  const [type] = words.flatMap((word) =>
    stringsOf(paths).filter((path) => path.toLowerCase().includes(word)),
  );
  return reply.ok && type !== undefined ? { type } : undefined;
};

/** Parameters of scene.spawn that name an element; undefined where none is listed. */
export const spawnParameters = async (t: AuditTools): Promise<JsonRecord | undefined> =>
  t.manifest.choices.actions['scene.spawn'] ?? elementLike(t, ['cube', 'sphere', 'empty', '']);

/** Easing names differ, so the first spelling that is accepted is used. */
const eases: readonly JsonRecord[] = [{ ease: 'linear' }, { ease: 'Linear' }, {}];

/** Starts a tween of an object's position; false when every spelling of it is refused. */
export const tween = async (t: AuditTools, object: string, time: number): Promise<boolean> => {
  const named = t.manifest.choices.actions['tween.position'];
  const position = { x: 1 + Math.random(), y: 0, z: 0 };
  for (const ease of named?.ease === undefined ? eases : [{ ease: named.ease }]) {
    const reply = await runAction(t, 'tween.position', { object, position, time, ...ease });
    if (reply.ok) return true;
  }
  return false;
};

/** The texts in an answer that may be the tag of the new object, the likeliest first. */
export const tagsIn = (t: AuditTools, answer: unknown): readonly string[] => {
  const told = t.fields.read(answer, 'spawn.tag');
  if (t.manifest.choices.paths['spawn.tag'] !== undefined) return stringsOf([told]);
  return likelyTagsIn(answer);
};

/** A fresh scene object that can be tweened; taken away when the audit ends, where that is possible. */
export const spawn = async (t: AuditTools): Promise<string> => {
  const parameters =
    (await spawnParameters(t)) ??
    t.unverified('an element to spawn (GET /api/discovery/spawnables, or choices.actions "scene.spawn")');
  return spawnBy(t, parameters);
};

/** A fresh camera; taken away when the audit ends, where that is possible. */
export const spawnCamera = async (t: AuditTools): Promise<string> =>
  spawnBy(
    t,
    (await elementLike(t, ['camera'])) ?? t.unverified('a camera to spawn (GET /api/discovery/spawnables)'),
  );

const spawnBy = async (t: AuditTools, parameters: JsonRecord): Promise<string> => {
  const reply = await runAction(t, 'scene.spawn', parameters);
  t.given(reply.ok, 'scene.spawn succeeds', inShort(reply));
  return (
    (await tagOf(t, reply)) ??
    t.unverified('the tag of a spawned object, and a tween of it (choices.paths "spawn.tag")')
  );
};

/** {@link spawn}; undefined where it is not possible. */
export const trySpawn = async (t: AuditTools): Promise<string | undefined> => {
  const parameters = await spawnParameters(t);
  const reply = parameters && (await runAction(t, 'scene.spawn', parameters));
  return reply?.ok ? tagOf(t, reply) : undefined;
};

/** The tag of the object that an answer tells of, which is taken away when the audit ends; undefined where it tells none. */
export const tagOf = async (t: AuditTools, reply: Reply): Promise<string | undefined> => {
  for (const tag of tagsIn(t, reply.json)) {
    if (!(await tween(t, tag, 0))) continue;
    t.defer(() => runAction(t, 'scene.objects.destroy', { object: tag }));
    return tag;
  }
  return undefined;
};

/** The names of the target's own actions of a category. */
export const offeredActions = async (t: AuditTools, category: string): Promise<readonly string[]> => {
  const { json } = await t.http.get('/api/actions/schema');
  const names = [...walk(json)].flatMap((value) =>
    isRecord(value) ? [...Object.keys(value), value.name] : [],
  );
  const full = stringsOf(names).filter((name) => name.startsWith(`${category}.`));
  const records = recordsOf([...walk(json)].filter((value) => at(value, 'category') === category));
  return [
    ...new Set([...full, ...stringsOf(records.map(({ name }) => name)).map((name) => `${category}.${name}`)]),
  ];
};
