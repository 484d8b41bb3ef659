/**
 * Builds the paths of actions. The description shows no path for names of more than two parts, so the kit tries several
 * paths.
 */

/**
 * The pattern of `choices.actionRoute`. This pattern contains the path of scene.objects.destroy, from which the paths
 * of other actions are derived.
 */
export const actionRoutePattern = /^(.*)scene(.+?)objects(.*?)destroy(.*)$/i;

/** Returns the paths at which an action may be called. The most likely path comes first. */
export const buildActionPaths = (name: string, example?: string): readonly [string, ...string[]] => {
  const [category = '', ...parts] = name.split('.');
  if (parts.length < 2) return [`/api/actions/${name.replace('.', '/')}`];
  const [, before, first, between, after] = actionRoutePattern.exec(example ?? '') ?? [];
  if (before === undefined || first === undefined || between === undefined) {
    return [`/api/actions/${category}/${parts.join('.')}`, `/api/actions/${name.replaceAll('.', '/')}`];
  }
  const isCamel = between === '' && /objectsDestroy/.test(example ?? '');
  const actionName = isCamel
    ? parts.map((part, index) => (index === 0 ? part : capitalize(part))).join('')
    : parts.join(between);
  return [`${before}${category}${first}${actionName}${after ?? ''}`];
};

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
