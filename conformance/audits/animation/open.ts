/** What audits of animation begin with. */
import { listen } from '../../lab/animation/stories.ts';
import { openPlayer } from '../../lab/animation/player.ts';
import { brief } from '../../json.ts';
import type { AuditTools } from '../../audit.ts';
import type { Told } from '../../lab/animation/stories.ts';

/** Long clips that cannot be hastened take their time. */
export const patient = { timeout: 300_000 };

/** Seconds from one end of a clip to the other where it is waited for; long enough for ticks of a tenth of a second. */
export const soon = 0.3;

/** The same where nothing is to end. */
export const late = 60;

/** A fresh object with clips, who plays them, and who hears of it. */
export const open = async (t: AuditTools) => {
  const player = await openPlayer(t);
  const { object, clips, unreadable } = await player.object();
  const [clip, other = clip] = clips;
  return { player, object, clip, other, unreadable, listener: await listen(t) };
};

/** For messages: what was told of a playback, in order. */
export const heard = (story: readonly Told[]) => ({
  actual: brief(
    story.map(({ kind }) => kind),
    600,
  ),
});
