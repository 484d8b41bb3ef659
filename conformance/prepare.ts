import { createGate } from './engine/gate.ts';
import { Interrupted, type Interruption, unless } from './engine/interruption.ts';
import { createTakeAway, type LeftBehind } from './engine/take-away.ts';
import { isThere, surveyPalette } from './lab/palette.ts';
import { probeProfiles } from './target/capabilities.ts';
import { TransportFailure } from './target/http/client.ts';
import { learnReaders } from './target/readers/learn.ts';
import type { Shared } from './engine/context.ts';
import type { Inventory } from './engine/inventory.ts';
import type { Palette } from './lab/palette.ts';
import type { Session } from './target/session.ts';

/** How long a run that ended may take to take away what its audits left, in milliseconds. */
const sweepMs = 60_000;

/** What all audits of a run share, and what takes away in the end whatever is still there of theirs. */
export const prepare = async (session: Session, interruption: Interruption) => {
  const { source, fields, manifest, target } = session;
  const health = await session.readHealth();
  const routes = await session.readRoutes();
  const present = await probeProfiles(session, routes);
  const takeAway = await createTakeAway(session, routes);
  const inventories: Inventory[] = [];
  const inventory = (): Inventory => {
    const made = takeAway.inventory();
    inventories.push(made);
    return made;
  };
  const surveyed = inventory();
  const gate = createGate();
  const http = gate.of(session.clientOf((exchange) => surveyed.see(target, exchange)));

  /** Finds out where the target puts what is not shown; a target that lets nobody stays as it is. */
  const learn = async (): Promise<void> => {
    const graphName = `${manifest.namespace}-readers`;
    try {
      await unless(interruption.signal, () => learnReaders({ http, source, fields, graphName }));
    } catch (error) {
      if (!(error instanceof TransportFailure || error instanceof Interrupted)) throw error;
    }
    await takeAway.empty(surveyed, AbortSignal.timeout(interruption.patience(sweepMs)));
  };

  /**
   * The survey of node types is long, so it is made when first asked for, and again only when an audit has taken the project
   * away from under it.
   */
  let survey: Promise<Palette | undefined> = Promise.resolve(undefined);
  const palette = (): Promise<Palette> => {
    const next = survey.then(async (known) =>
      known && (await isThere(known, http))
        ? known
        : surveyPalette(http, fields, `${manifest.namespace}-palette`),
    );
    survey = next.catch(() => undefined);
    return next;
  };

  /** Takes away what is left of all; answers what cannot be. */
  const empty = async (): Promise<readonly LeftBehind[]> => {
    const end = AbortSignal.timeout(interruption.patience(sweepMs));
    await unless(end, gate.close).catch(() => {});
    const left: LeftBehind[] = [];
    for (const made of inventories) left.push(...(await takeAway.empty(made, end)));
    return [...new Map(left.map((one) => [`${one.on} ${one.what}`, one])).values()];
  };

  const shared: Shared = { session, health, routes, palette, takeAway, inventory, interruption };
  return { present, shared, learn, empty };
};
