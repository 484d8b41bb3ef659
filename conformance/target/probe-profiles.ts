import { includesDeep } from '../json.ts';
import { findAction } from './action-schema.ts';
import type { Profile } from '../requirements/requirement.ts';
import type { Session } from './session.ts';

/** The profiles that a target without a manifest is assumed to claim. */
export const defaultProfiles: readonly Profile[] = ['CORE', 'AUTH', 'L1-EDIT', 'L1-RUN', 'L2', 'L3'];

/** Returns the profiles that are visible in the target's table of contents and action schema. */
export const probeProfiles = async (
  session: Session,
  routes: ReadonlySet<string>,
): Promise<ReadonlySet<Profile>> => {
  const lists = (part: string): boolean => [...routes].some((route) => route.includes(part));
  const { json } = await session.silent.get('/api/actions/schema');
  const optional: readonly (readonly [Profile, boolean])[] = [
    ['PROPS', lists(' /api/assets/') || lists(' /api/objects/{}/components')],
    ['ANIM', findAction(json, 'animation.play') !== undefined || includesDeep(json, 'animation.play')],
    ['DEV', lists(' /api/dev/')],
    ['LAN', session.manifest.instances.lan !== undefined],
  ];
  return new Set([
    ...defaultProfiles,
    ...optional.filter(([, isPresent]) => isPresent).map(([profile]) => profile),
  ]);
};
