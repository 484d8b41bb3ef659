/** Fixtures for the animation audits. */
import { trackPlaybacks } from '../../audit-helpers/animation/playback-events.ts';
import { createClipPlayer } from '../../audit-helpers/animation/clip-player.ts';
import { truncateJson } from '../../json.ts';
import type { AuditTools } from '../../audit.ts';
import type { PlaybackEvent } from '../../audit-helpers/animation/playback-events.ts';

/** The timeout for audits that play long clips in real time. */
export const longTimeout = { timeout: 300_000 };

/** Duration in seconds of a clip whose end an audit waits for. The clip is long enough for ticks of 0.1 s. */
export const shortClipSeconds = 0.3;

/** Duration in seconds of a clip that must not end during the audit. */
export const longClipSeconds = 60;

/** Creates an object with clips, a player for these clips and a listener for their events. */
export const createPlaybackFixture = async (t: AuditTools) => {
  const player = await createClipPlayer(t);
  const { object, clips, unreadable } = await player.object();
  const [clip, other = clip] = clips;
  return { player, object, clip, other, unreadable, listener: await trackPlaybacks(t) };
};

/** Describes, for use in messages, the events received for a playback in order. */
export const describeReceivedKinds = (events: readonly PlaybackEvent[]) => ({
  actual: truncateJson(
    events.map(({ kind }) => kind),
    600,
  ),
});
