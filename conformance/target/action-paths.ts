/** Where actions are called. That of names with more than two parts is not shown, so several ways may be tried. */

/** What `choices.actionRoute` has to look like: the path of scene.objects.destroy, from which the others are made. */
export const actionRoutePattern = /^(.*)scene(.+?)objects(.*?)destroy(.*)$/i;

/** The paths at which an action may be called, the likeliest first. */
export const buildActionPaths = (name: string, example?: string): readonly [string, ...string[]] => {
  const [category = '', ...parts] = name.split('.');
  if (parts.length < 2) return [`/api/actions/${name.replace('.', '/')}`];
  const [, before, first, between, after] = actionRoutePattern.exec(example ?? '') ?? [];
  if (before === undefined || first === undefined || between === undefined) {
    return [`/api/actions/${category}/${parts.join('.')}`, `/api/actions/${name.replaceAll('.', '/')}`];
  }
  const isCamel = between === '' && /objectsDestroy/.test(example ?? '');
  const joined = isCamel
    ? parts.map((part, index) => (index === 0 ? part : capitalize(part))).join('')
    : parts.join(between);
  return [`${before}${category}${first}${joined}${after ?? ''}`];
};

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
