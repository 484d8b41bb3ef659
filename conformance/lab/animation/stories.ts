/** What events tell of playbacks. */
import { eventKinds } from '../../target/hub/event-kinds.ts';
import { names } from '../../target/hub/events.ts';
import { walk } from '../../json.ts';
import { connect } from '../hub-client.ts';
import type { AuditTools } from '../../audit.ts';
import type { HubClient } from '../hub-client.ts';
import type { Id } from '../../target/id.ts';
import type { HubEvent } from '../../target/hub/events.ts';
import type { Playing } from './player.ts';

const family = 'animation.playback.';

/** The kinds of event about playbacks that the description names. */
export const playbackKinds: readonly string[] = eventKinds.filter((kind) => kind.startsWith(family));

/** What comes of a call at once, whatever the clip. */
const asked: readonly string[] = ['started', 'paused', 'resumed', 'stopped'];

/** An event of a playback, by the last part of its kind: `started`, `direction.changed`. */
export interface Told {
  readonly kind: string;
  readonly event: HubEvent;
}

/** Whether a text stands in an event by itself, in any letter case. */
export const says = ({ args }: HubEvent, text: string): boolean =>
  [...walk(args)].some((value) => typeof value === 'string' && value.toLowerCase() === text.toLowerCase());

/** Whether a number stands in an event. */
export const saysNumber = ({ args }: HubEvent, number: number): boolean =>
  [...walk(args)].some((value) => typeof value === 'number' && Math.abs(value - number) < 1e-6);

export const isMarker =
  (name: string) =>
  ({ kind, event }: Told): boolean =>
    kind === 'marker' && says(event, name);

/** A connection that follows playbacks. */
export const listen = async (t: AuditTools) => followed(t, await subscribed(t));

const subscribed = async (t: AuditTools): Promise<HubClient> => {
  const client = await connect(t);
  await client.subscribe(...playbackKinds);
  return client;
};

export const followed = (t: AuditTools, client: HubClient) => {
  /** What came of playbacks from a position on. */
  const all = (from: number): readonly Told[] =>
    client
      .events()
      .filter(({ type, index }) => index >= from && type !== undefined && playbackKinds.includes(type))
      .map((event) => ({ kind: String(event.type).slice(family.length), event }));

  /** Whether events of this target name nothing that they are about: then all of them are taken. */
  let areNameless = false;

  const nameOf = ({ about }: Pick<Playing, 'about'>): Id | undefined =>
    about.find((id) => all(0).some(({ event }) => names(event.args, id)));

  /** What came of a playback: all that names it by the surest thing that any event names. */
  const story = (playing: Pick<Playing, 'about'>, from = 0): readonly Told[] => {
    const named = nameOf(playing);
    if (named === undefined) return areNameless ? all(from) : [];
    return all(from).filter(({ event }) => names(event.args, named));
  };

  const count = (playing: Pick<Playing, 'about'>, kind: string, from = 0): number =>
    story(playing, from).filter((told) => told.kind === kind).length;

  /** Waits until the story of a playback is as wanted; false when it does not become so in time. */
  const until = async (
    playing: Pick<Playing, 'about' | 'seconds'>,
    ways: number,
    suits: (story: readonly Told[]) => boolean,
    from = 0,
  ): Promise<boolean> => {
    const isThere = (): boolean => suits(story(playing, from));
    const patience = t.manifest.timeouts.event + playing.seconds * ways * 2_000;
    if ((await client.callbacks.until(isThere, patience)) !== undefined) return true;
    areNameless ||= nameOf(playing) === undefined;
    return isThere();
  };

  return {
    client,
    story,
    count,
    until,
    /** How much has come so far. */
    position: (): number => client.callbacks.all.length,
    /** Waits until a kind has come so often since a position, if it is to come within so many ways through the clip. */
    untilCount: (
      playing: Pick<Playing, 'about' | 'seconds'>,
      kind: string,
      {
        times = 1,
        from = 0,
        ways = asked.includes(kind) ? 0 : 1,
      }: { times?: number; from?: number; ways?: number } = {},
    ): Promise<boolean> =>
      until(playing, ways, (told) => told.filter((one) => one.kind === kind).length >= times, from),
  };
};
