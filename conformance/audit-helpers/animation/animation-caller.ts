/** Calls of animation actions, with what the description does not name spelled as the target's own schema spells it. */
import { isRecord, filterStrings } from '../../json.ts';
import { isActionListed } from '../../target/find-action.ts';
import { parseActionSchema } from '../../target/action-schema.ts';
import { runAction } from '../run-action.ts';
import { createSampleValue } from '../action-trials.ts';
import type { AuditTools } from '../../audit.ts';
import type { JsonRecord } from '../../json.ts';
import type { Reply } from '../../target/http/exchange.ts';
import type { ActionParameter } from '../../target/action-schema.ts';

/** The actions of the description. */
export const animationActions = [
  'play',
  'pause',
  'resume',
  'stop',
  'seek',
  'setWeight',
  'setSpeed',
  'transition',
  'playSet',
] as const;

type AnimationAction = (typeof animationActions)[number];

/** What a call says, by what it means; undefined is left out. */
type ParametersByMeaning = Readonly<Record<string, unknown>>;

/** Usual names of what the description has no name for; the first where the schema cannot be read. */
const parameterNames: Readonly<Record<string, readonly string[]>> = {
  object: ['object', 'sceneObject', 'tag'],
  clip: ['clip', 'clipName', 'to', 'toClip', 'animation', 'name'],
  items: ['items', 'clips', 'set', 'playbacks', 'animations', 'entries'],
};

/** What is left out where the schema has no such parameter. */
const optionalParameterNames: Readonly<Record<string, readonly string[]>> = {
  playback: ['playbackId', 'playback', 'id', 'handle'],
  speed: ['speed', 'playbackSpeed', 'rate'],
  duration: ['duration', 'fadeDuration', 'time', 'fade', 'seconds'],
};

export type LoopMode = 'once' | 'loop' | 'pingPong' | 'clampForever';

const loopModePatterns: Readonly<Record<LoopMode, RegExp>> = {
  once: /^(once|none|single|default|play_?once)$/i,
  loop: /^(loop(ing)?|repeat|wrap)$/i,
  pingPong: /^ping[_-]?pong$/i,
  clampForever: /^clamp[_-]?forever$/i,
};

/** As the description spells them. */
const documentedLoopModes: Readonly<Record<LoopMode, string | undefined>> = {
  once: undefined,
  loop: 'loop',
  pingPong: 'PingPong',
  clampForever: 'ClampForever',
};

/** Reads the action schema, and calls by it. */
export const createAnimationCaller = async (t: AuditTools) => {
  const { json } = await t.http.get('/api/actions/schema');
  t.given(isActionListed(json, 'animation.play'), 'animation.play in the schema of the actions');
  const served = parseActionSchema(json, t.fields);
  const parametersOf = (action: AnimationAction): readonly ActionParameter[] | undefined =>
    served.find(({ name }) => name.toLowerCase() === `animation.${action}`.toLowerCase())?.parameters;

  const parameter = (action: AnimationAction, meaning: string): ActionParameter | undefined => {
    const names = parameterNames[meaning] ?? optionalParameterNames[meaning] ?? [meaning];
    return names
      .map((name) => parametersOf(action)?.find((one) => one.name.toLowerCase() === name.toLowerCase()))
      .find((found) => found !== undefined);
  };

  const spelled = (meant: ParametersByMeaning, nameOf: (meaning: string) => string | undefined): JsonRecord =>
    Object.fromEntries(
      Object.entries(meant).flatMap(([meaning, value]) => {
        const name = value === undefined ? undefined : nameOf(meaning);
        return name === undefined ? [] : [[name, value]];
      }),
    );

  /** Names that the description gives are sent whether the schema tells them or not. */
  const nameIn =
    (action: AnimationAction) =>
    (meaning: string): string | undefined =>
      parameter(action, meaning)?.name ??
      (optionalParameterNames[meaning] ? undefined : (parameterNames[meaning]?.[0] ?? meaning));

  const call = (action: AnimationAction, meant: ParametersByMeaning): Promise<Reply> => {
    const said = spelled(meant, nameIn(action));
    const usual = t.manifest.choices.actions[`animation.${action}`] ?? {};
    const required = (parametersOf(action) ?? []).filter((one) => one.required && !(one.name in said));
    const rest = Object.fromEntries(required.map(({ name, schema }) => [name, createSampleValue(t, schema)]));
    return runAction(t, `animation.${action}`, { ...rest, ...usual, ...said });
  };

  /** What the schema of an item of a set calls something; undefined where it tells no such thing. */
  const itemParameter = (meaning: string): string | undefined => {
    const shape = parameter('playSet', 'items')?.schema.items;
    const told = isRecord(shape) && isRecord(shape.properties) ? Object.keys(shape.properties) : [];
    const names = parameterNames[meaning] ?? optionalParameterNames[meaning] ?? [meaning];
    return names.find((name) => told.some((own) => own.toLowerCase() === name.toLowerCase()));
  };

  const nameInItem = (meaning: string): string | undefined =>
    itemParameter(meaning) ??
    (optionalParameterNames[meaning] ? undefined : (parameterNames[meaning]?.[0] ?? meaning));

  return {
    parameter,
    itemParameter,
    call,
    /** Whether a set takes markers as a whole, by its schema; otherwise its items do. */
    takesMarkersOfSet: (): boolean => parameter('playSet', 'markers') !== undefined,
    /** The loop modes that the schema of animation.play tells; those of the description where it tells none. */
    loopModes: (): readonly (string | undefined)[] => {
      const told = filterStrings(parameter('play', 'loopMode')?.schema.enum);
      return told.length > 0 ? told : Object.values(documentedLoopModes);
    },
    playSet: (meant: ParametersByMeaning, items: readonly ParametersByMeaning[]): Promise<Reply> =>
      call('playSet', { ...meant, items: items.map((item) => spelled(item, nameInItem)) }),
    /** How the target spells a loop mode; undefined is left out, and null where it offers none such. */
    loopMode: (mode: LoopMode): string | undefined | null => {
      const told = parameter('play', 'loopMode')?.schema;
      const labels = filterStrings(told?.enum);
      if (labels.length === 0) return documentedLoopModes[mode];
      const label = labels.find((one) => loopModePatterns[mode].test(one));
      if (label !== undefined || mode !== 'once') return label ?? null;
      const isOther = Object.values(loopModePatterns).some((words) =>
        words.test(String(told?.default ?? '')),
      );
      return isOther ? null : undefined;
    },
  };
};
