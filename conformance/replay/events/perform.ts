import { quietWindow } from '../../lab/hub-client.ts';
import { eventOfAct } from './correlate.ts';
import { recipeOf } from './recipes.ts';
import type { AuditTools } from '../../audit.ts';
import type { HubClient } from '../../lab/hub-client.ts';
import type { HubEvent } from '../../target/hub/events.ts';
import type { Happening, Stage } from './stage.ts';

/** What came of an act. */
interface Performance {
  readonly happening: Happening;
  readonly start: Start;
  /** Undefined when none came. */
  readonly event: HubEvent | undefined;
  /** What was not given, so that nobody can be blamed for an event that did not come. */
  readonly missing: string | undefined;
}

/** How many callbacks the client had when a recipe began to make ready, and at its act. */
export interface Start {
  readonly prepared: number;
  readonly acted: number;
}

interface Setting {
  readonly stage: Stage;
  readonly client: HubClient;
  /** Leaves what comes before the act the time to come. */
  readonly pause?: true | undefined;
  /** Where the same act began that was done for another kind. */
  readonly earlier?: Start | undefined;
}

/** Sets off an event of a kind that a client has subscribed to, and waits for it. */
export const performKind = async (
  t: AuditTools,
  kind: string,
  { stage, client, pause, earlier }: Setting,
): Promise<Performance> => {
  const { prepare, act, excuse } = recipeOf(kind);
  const position = (): number => client.callbacks.all.length;
  const prepared = earlier?.prepared ?? position();
  await prepare?.(stage);
  if (pause) await quietWindow();
  const acted = earlier?.acted ?? position();
  const happening = await act(stage);
  const event = await eventOfAct(t, client, kind, { happening, from: acted });
  const since = (from: number): ReadonlySet<string> =>
    new Set(client.events().flatMap(({ index, type }) => (index >= from && type ? [type] : [])));
  const missing = event
    ? undefined
    : await excuse?.(stage, { sincePrepared: since(prepared), sinceActed: since(acted) });
  return { happening, start: { prepared, acted }, event, missing };
};
