/** Finds the events that belong to a playback. */
import { eventKinds } from '../../target/hub/event-catalog.ts';
import { includesText } from '../../target/hub/hub-event.ts';
import { truncateJson, walkJson } from '../../json.ts';
import { connectHub } from '../hub-client.ts';
import type { AuditTools } from '../../audit.ts';
import type { HubClient } from '../hub-client.ts';
import type { Id } from '../../target/id.ts';
import type { HubEvent } from '../../target/hub/hub-event.ts';
import { createClipPlayer, createMarkers, type StartedPlayback } from './clip-player.ts';
import type { LoopMode } from './animation-caller.ts';

const kindPrefix = 'animation.playback.';

/** The documented event kinds that are about playbacks. */
export const playbackEventKinds: readonly string[] = eventKinds.filter((kind) => kind.startsWith(kindPrefix));

/** Kinds of events that follow a call immediately, regardless of the clip. */
const immediateKinds: readonly string[] = ['started', 'paused', 'resumed', 'stopped'];

/** An event about a playback, identified by the last part of its kind: `started`, `direction.changed`. */
export interface PlaybackEvent {
  readonly kind: string;
  readonly event: HubEvent;
}

/** Whether an event contains a text as a complete string, ignoring letter case. */
export const eventHasText = ({ args }: HubEvent, text: string): boolean =>
  [...walkJson(args)].some(
    (value) => typeof value === 'string' && value.toLowerCase() === text.toLowerCase(),
  );

/** Whether an event contains a number. */
export const eventHasNumber = ({ args }: HubEvent, number: number): boolean =>
  [...walkJson(args)].some((value) => typeof value === 'number' && Math.abs(value - number) < 1e-6);

export const isMarkerEvent =
  (name: string) =>
  ({ kind, event }: PlaybackEvent): boolean =>
    kind === 'marker' && eventHasText(event, name);

/** Opens a connection that receives playback events. */
export const trackPlaybacks = async (t: AuditTools) =>
  createPlaybackTracker(t, await connectToPlaybackEvents(t));

const connectToPlaybackEvents = async (t: AuditTools): Promise<HubClient> => {
  const client = await connectHub(t);
  await client.subscribe(...playbackEventKinds);
  return client;
};

export const createPlaybackTracker = (t: AuditTools, client: HubClient) => {
  /** Returns the playback events from a position onwards. */
  const all = (from: number): readonly PlaybackEvent[] =>
    client
      .events()
      .filter(({ type, index }) => index >= from && type !== undefined && playbackEventKinds.includes(type))
      .map((event) => ({ kind: String(event.type).slice(kindPrefix.length), event }));

  /** Whether this target's events don't name their subjects. If they don't, all events must be used. */
  let areUnidentified = false;

  const getIdentifier = ({ subjects }: Pick<StartedPlayback, 'subjects'>): Id | undefined =>
    subjects.find((id) => all(0).some(({ event }) => includesText(event.args, id)));

  /**
   * Returns the events of a playback. Selects the most specific subject that occurs in any event, and returns all
   * events that contain this subject.
   */
  const listEvents = (playing: Pick<StartedPlayback, 'subjects'>, from = 0): readonly PlaybackEvent[] => {
    const identifier = getIdentifier(playing);
    if (identifier === undefined) return areUnidentified ? all(from) : [];
    return all(from).filter(({ event }) => includesText(event.args, identifier));
  };

  const count = (playing: Pick<StartedPlayback, 'subjects'>, kind: string, from = 0): number =>
    listEvents(playing, from).filter((event) => event.kind === kind).length;

  /**
   * Waits until the events of a playback meet a condition. Returns false if the events do not meet the condition in
   * time.
   */
  const until = async (
    playing: Pick<StartedPlayback, 'subjects' | 'seconds'>,
    passes: number,
    matches: (events: readonly PlaybackEvent[]) => boolean,
    from = 0,
  ): Promise<boolean> => {
    const isMet = (): boolean => matches(listEvents(playing, from));
    const timeoutMs = t.manifest.timeouts.event + playing.seconds * passes * 2_000;
    if ((await client.callbacks.until(isMet, timeoutMs)) !== undefined) return true;
    areUnidentified ||= getIdentifier(playing) === undefined;
    return isMet();
  };

  return {
    client,
    events: listEvents,
    /** Describes, for use in messages, the events received for a playback in order. */
    describe: (playing: Pick<StartedPlayback, 'subjects'>, from?: number) =>
      describeReceivedKinds(listEvents(playing, from)),
    count,
    until,
    /** Returns the number of events so far. */
    position: (): number => client.callbacks.all.length,
    /**
     * Waits until a given number of events of a kind have arrived since a position. The wait lasts at most the given
     * number of passes through the clip.
     */
    untilCount: (
      playing: Pick<StartedPlayback, 'subjects' | 'seconds'>,
      kind: string,
      {
        times = 1,
        from = 0,
        passes = immediateKinds.includes(kind) ? 0 : 1,
      }: { times?: number; from?: number; passes?: number } = {},
    ): Promise<boolean> =>
      until(playing, passes, (events) => events.filter((one) => one.kind === kind).length >= times, from),
  };
};

/** The timeout for audits that play long clips in real time. */
export const longTimeout = { timeout: 300_000 };

/** Duration in seconds of a clip whose end an audit waits for. The clip is long enough for ticks of 0.1 s. */
export const shortClipSeconds = 0.3;

/** Duration in seconds of a clip that must not end during the audit. */
export const longClipSeconds = 60;

/** Creates an object with clips, a player for these clips and a listener for their events. */
export const createPlaybackFixture = async (t: AuditTools) => {
  const player = await createClipPlayer(t);
  const { object, clips } = await player.object();
  const [clip, other = clip] = clips;
  const listener = await trackPlaybacks(t);
  return {
    ...{ player, object, clip, other, listener },
    /** Plays the first clip with two markers, in a short time. */
    async playWithMarkers(loopMode: LoopMode) {
      const markers = createMarkers(t, clip);
      const playing = await player.play({ object, clip, loopMode, markers, within: shortClipSeconds });
      return { playing, markers };
    },
  };
};

/** Describes events in order, for use in messages. */
export const describeReceivedKinds = (events: readonly PlaybackEvent[]) => ({
  actual: truncateJson(
    events.map(({ kind }) => kind),
    600,
  ),
});
