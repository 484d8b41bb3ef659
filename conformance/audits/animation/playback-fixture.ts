/** What audits of animation begin with. */
import { trackPlaybacks } from '../../audit-helpers/animation/playback-events.ts';
import { createClipPlayer } from '../../audit-helpers/animation/clip-player.ts';
import { truncateJson } from '../../json.ts';
import type { AuditTools } from '../../audit.ts';
import type { PlaybackEvent } from '../../audit-helpers/animation/playback-events.ts';

/** Long clips that cannot be hastened take their time. */
export const longTimeout = { timeout: 300_000 };

/** Seconds from one end of a clip to the other where it is waited for; long enough for ticks of a tenth of a second. */
export const shortClipSeconds = 0.3;

/** The same where nothing is to end. */
export const longClipSeconds = 60;

/** A fresh object with clips, who plays them, and who hears of it. */
export const createPlaybackFixture = async (t: AuditTools) => {
  const player = await createClipPlayer(t);
  const { object, clips, unreadable } = await player.object();
  const [clip, other = clip] = clips;
  return { player, object, clip, other, unreadable, listener: await trackPlaybacks(t) };
};

/** For messages: what was told of a playback, in order. */
export const describeReceivedKinds = (story: readonly PlaybackEvent[]) => ({
  actual: truncateJson(
    story.map(({ kind }) => kind),
    600,
  ),
});
