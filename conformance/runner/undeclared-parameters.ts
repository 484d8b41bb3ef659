import { isRecord, tryParseJson } from '../json.ts';
import type { ActionDefinition } from '../target/action-schema.ts';
import type { Exchange } from '../target/http/exchange.ts';
import type { Manifest } from '../target/manifest.ts';

/** The parameters that the description names, keyed by action, in lower case. */
const describedParameters: Readonly<Record<string, readonly string[]>> = {
  'scene.spawn': ['type', 'sceneobject', 'asset'],
  'scene.clear': ['preserve'],
  'assets.delete': ['confirm'],
  'tween.position': ['object', 'position', 'time', 'ease'],
  'animation.play': ['loopmode', 'additive', 'layer', 'group'],
  'animation.playSet': ['loopmode', 'additive', 'layer', 'group'],
};

/** Removes everything from a name by which its spellings in paths differ. */
const normalizeName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

const actionPathPattern = /\/api\/actions\/([^?#]+)/;

/**
 * Creates a function that finds a parameter of an action call that neither the description, nor the target's action
 * schema, nor the manifest names. What a target does with such a parameter proves nothing. The function returns
 * `undefined` for every other request, and for an action whose parameters the kit could not read.
 */
export const createParameterCheck = (actions: readonly ActionDefinition[], { choices }: Manifest) => {
  const allowedNames = new Map(
    actions
      .filter(({ parameters }) => parameters.length > 0)
      .map(({ name, parameters }) => [
        normalizeName(name),
        new Set(parameters.map((parameter) => parameter.name.toLowerCase())),
      ]),
  );
  const allow = (action: string, names: readonly string[]): void => {
    const allowed = allowedNames.get(normalizeName(action));
    for (const name of names) allowed?.add(name.toLowerCase());
  };
  for (const [name, names] of Object.entries(describedParameters)) allow(name, names);
  for (const [name, parameters] of Object.entries(choices.actions)) allow(name, Object.keys(parameters));
  for (const [name, names] of Object.entries(choices.parameters)) allow(name, Object.values(names));
  if (choices.playSet) allow('animation.playSet', [choices.playSet.list]);
  const calls = [
    ...Object.values(choices.preparations).flat(),
    ...(choices.animated?.calls ?? []),
    ...Object.values(choices.events),
    ...Object.values(choices.effects).flatMap((effect) => ('action' in effect ? [effect] : [])),
  ];
  for (const { action, parameters } of calls) allow(action, ['object', ...Object.keys(parameters)]);

  return ({ request }: Exchange): string | undefined => {
    const [, path] = (request.method === 'POST' && actionPathPattern.exec(request.url)) || [];
    if (path === undefined) return undefined;
    const allowed = allowedNames.get(normalizeName(path));
    const body = tryParseJson(request.body ?? '');
    if (allowed === undefined || !isRecord(body)) return undefined;
    const undeclared = Object.keys(body).find((name) => !allowed.has(name.toLowerCase()));
    return undeclared === undefined ? undefined : `"${undeclared}" of ${path.replaceAll('/', '.')}`;
  };
};

export type ParameterCheck = ReturnType<typeof createParameterCheck>;
