/**
 * Calls animation actions. For parameters that the description does not name, uses the names in the target's schema.
 */
import { filterStrings, isRecord, type JsonRecord } from '../../json.ts';
import { type ActionParameter, isActionListed, parseActionSchema } from '../../target/action-schema.ts';
import { createSampleValue } from '../action-trials.ts';
import { runAction } from '../run-action.ts';
import type { AuditTools } from '../../audit.ts';
import type { Reply } from '../../target/http/exchange.ts';

/** The animation actions that the description names. */
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

/** The arguments of a call, keyed by meaning. Arguments that are `undefined` are not sent. */
type ParametersByMeaning = Readonly<Record<string, unknown>>;

/** Parameters that the description names. They may be sent although the schema does not declare them. */
const documentedParameters: readonly string[] = ['loopMode', 'additive', 'layer', 'group', 'weight'];

/** Usual names of parameters that the description does not name. A name counts only if the schema declares it. */
const parameterNames: Readonly<Record<string, readonly string[]>> = {
  object: ['object', 'sceneObject', 'tag'],
  clip: ['clip', 'clipName', 'to', 'toClip', 'animation', 'name'],
  items: ['items', 'clips', 'set', 'playbacks', 'animations', 'entries'],
};

/** Usual names of parameters that are not sent if the schema does not have them. */
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

/** Loop modes as the description spells them. */
const documentedLoopModes: Readonly<Record<LoopMode, string | undefined>> = {
  once: undefined,
  loop: 'loop',
  pingPong: 'PingPong',
  clampForever: 'ClampForever',
};

/** Reads the action schema, and creates a caller that builds calls from the schema. */
export const createAnimationCaller = async (t: AuditTools) => {
  const { json } = await t.http.get('/api/actions/schema');
  t.given(isActionListed(json, 'animation.play'), 'animation.play in the schema of the actions');
  const served = parseActionSchema(json, t.fields);
  const getParameters = (action: AnimationAction): readonly ActionParameter[] | undefined =>
    served.find(({ name }) => name.toLowerCase() === `animation.${action}`.toLowerCase())?.parameters;

  /** Returns the name that the manifest gives to a parameter. Parameters of a set's items are keyed `items.clip`. */
  const getConfiguredName = (action: AnimationAction, meaning: string): string | undefined =>
    t.manifest.choices.parameters[`animation.${action}`]?.[meaning] ??
    (action === 'playSet' && meaning === 'items' ? t.manifest.choices.playSet?.list : undefined);

  const listNames = (action: AnimationAction, meaning: string, key = meaning): readonly string[] => {
    const configured = getConfiguredName(action, key);
    return configured === undefined
      ? (parameterNames[meaning] ?? optionalParameterNames[meaning] ?? [meaning])
      : [configured];
  };

  /** The list of a set, recognized by its type if its name is unusual. */
  const findOnlyList = (): ActionParameter | undefined => {
    const lists = (getParameters('playSet') ?? []).filter(
      ({ name, schema }) => schema.type === 'array' && name.toLowerCase() !== 'markers',
    );
    return lists.length === 1 ? lists[0] : undefined;
  };

  const parameter = (action: AnimationAction, meaning: string): ActionParameter | undefined =>
    findDeclared(action, meaning) ?? (meaning === 'items' ? findOnlyList() : undefined);

  const findDeclared = (action: AnimationAction, meaning: string): ActionParameter | undefined =>
    listNames(action, meaning)
      .map((name) => getParameters(action)?.find((one) => one.name.toLowerCase() === name.toLowerCase()))
      .find((found) => found !== undefined);

  /**
   * Returns the name of a parameter that was not found in the schema. Returns `undefined` for a parameter that a call
   * can do without. Anything else that neither the description nor the manifest names must not be sent.
   */
  const getUndeclaredName = (action: AnimationAction, meaning: string, key = meaning): string | undefined =>
    getConfiguredName(action, key) ??
    (documentedParameters.includes(meaning)
      ? meaning
      : optionalParameterNames[meaning]
        ? undefined
        : t.unverified(
            `a parameter of animation.${action} for the ${key}, in the action schema (choices.parameters "animation.${action}", with the key "${key}")`,
          ));

  const toCallParameters = (
    parameters: ParametersByMeaning,
    getName: (meaning: string) => string | undefined,
  ): JsonRecord =>
    Object.fromEntries(
      Object.entries(parameters).flatMap(([meaning, value]) => {
        const name = value === undefined ? undefined : getName(meaning);
        return name === undefined ? [] : [[name, value]];
      }),
    );

  const getParameterName =
    (action: AnimationAction) =>
    (meaning: string): string | undefined =>
      parameter(action, meaning)?.name ?? getUndeclaredName(action, meaning);

  const call = (action: AnimationAction, parameters: ParametersByMeaning): Promise<Reply> => {
    const callParameters = toCallParameters(parameters, getParameterName(action));
    const configured = t.manifest.choices.actions[`animation.${action}`] ?? {};
    const required = (getParameters(action) ?? []).filter(
      (one) => one.required && !(one.name in callParameters),
    );
    const defaults = Object.fromEntries(
      required.map(({ name, schema }) => [name, createSampleValue(t, schema)]),
    );
    return runAction(t, `animation.${action}`, { ...defaults, ...configured, ...callParameters });
  };

  /**
   * Returns the names of the parameters of a set's items: as the schema declares them, or as its example shows them. If
   * it does neither, the items are assumed to have the parameters of animation.play, which a set that starts confirms.
   */
  const listItemNames = (): readonly string[] => {
    const schema = parameter('playSet', 'items')?.schema ?? {};
    const { items } = schema;
    const shape = isRecord(items) ? (items.properties ?? ('type' in items ? undefined : items)) : undefined;
    const examples = [schema.example, schema.default].flat().filter(isRecord);
    const declared = [...(isRecord(shape) ? [shape] : []), ...examples].flatMap(Object.keys);
    return declared.length > 0 ? declared : (getParameters('play') ?? []).map(({ name }) => name);
  };

  /** Returns the name of a parameter of a set's items. Returns `undefined` if the items have no such parameter. */
  const itemParameter = (meaning: string): string | undefined => {
    const itemNames = listItemNames();
    return listNames('playSet', meaning, `items.${meaning}`)
      .map((name) => itemNames.find((itemName) => itemName.toLowerCase() === name.toLowerCase()))
      .find((found) => found !== undefined);
  };

  const getItemParameterName = (meaning: string): string | undefined =>
    itemParameter(meaning) ?? getUndeclaredName('playSet', meaning, `items.${meaning}`);

  return {
    parameter,
    itemParameter,
    call,
    /** Whether a set itself accepts markers, according to its schema. Otherwise, the set's items accept the markers. */
    takesMarkersOfSet: (): boolean => parameter('playSet', 'markers') !== undefined,
    /**
     * Returns the loop modes in the schema of animation.play, or the description's loop modes if the schema has none.
     */
    loopModes: (): readonly (string | undefined)[] => {
      const documentedModes = filterStrings(parameter('play', 'loopMode')?.schema.enum);
      return documentedModes.length > 0 ? documentedModes : Object.values(documentedLoopModes);
    },
    playSet: (parameters: ParametersByMeaning, items: readonly ParametersByMeaning[]): Promise<Reply> =>
      call('playSet', {
        ...parameters,
        items: items.map((item) => toCallParameters(item, getItemParameterName)),
      }),
    /**
     * Returns the target's spelling of a loop mode. `undefined` means that the parameter is not sent, and `null` means
     * that the target has no such mode.
     */
    loopMode: (mode: LoopMode): string | undefined | null => {
      const schema = parameter('play', 'loopMode')?.schema;
      const labels = filterStrings(schema?.enum);
      if (labels.length === 0) return documentedLoopModes[mode];
      const label = labels.find((one) => loopModePatterns[mode].test(one));
      if (label !== undefined || mode !== 'once') return label ?? null;
      const isOtherMode = Object.values(loopModePatterns).some((words) =>
        words.test(String(schema?.default ?? '')),
      );
      return isOtherMode ? null : undefined;
    },
  };
};
