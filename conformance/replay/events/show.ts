import { connect, quietWindow } from '../../lab/hub-client.ts';
import { consoleWriter, newMarker } from '../../lab/console-writer.ts';
import { isNotGiven } from '../../engine/stop.ts';
import { readCatalog } from './catalog.ts';
import { eventOfAct, isOwn } from './correlate.ts';
import { whyNoRecipe } from './kinds.ts';
import { performKind } from './perform.ts';
import { eventRecipes, lackingFor, recipeOf } from './recipes.ts';
import { createStage } from './stage.ts';
import type { AuditTools } from '../../audit.ts';
import type { HubClient } from '../../lab/hub-client.ts';
import type { HubEvent } from '../../target/hub/events.ts';
import type { EventCell, EventColumn } from './cells.ts';
import type { Start } from './perform.ts';
import type { EventRecipe } from './recipes.ts';
import type { Happening, Stage } from './stage.ts';

/** What shows that a connection goes on receiving events. */
const barrierKind = 'console.log';

/** What came of the act for one kind. */
export interface Scene {
  readonly kind: string;
  readonly happening: Happening;
  /** As the witness received it; undefined when none came. */
  readonly event: HubEvent | undefined;
}

/**
 * Sets off every kind of the target's catalog for which there is a way, in the sight of a witness that subscribed to
 * all of them by name. Who else is to watch takes a seat before.
 */
export const openShow = async (t: AuditTools, suits: (kind: string) => boolean = () => true) => {
  const catalog = await readCatalog(t);
  t.given(catalog.document !== undefined, 'the event catalog, GET /api/events/types');
  const listed = catalog.kinds.filter(suits);
  /** Kinds that are not set off, with the reason. */
  const untried = new Map<string, string>();
  for (const kind of listed) {
    const recipe = eventRecipes[kind];
    const lacking = recipe && lackingFor(recipe, t);
    if (recipe === undefined) untried.set(kind, whyNoRecipe(kind));
    else if (lacking !== undefined) untried.set(kind, `needs ${lacking}`);
  }
  const tried = Object.keys(eventRecipes).filter((kind) => listed.includes(kind) && !untried.has(kind));
  const witness = await connect(t);
  if (tried.length > 0) await witness.subscribe(...tried);
  const barriers = new Map<HubClient, number>();

  /** One kind after another; what cannot be set off is untried from then on. */
  const play = async (stage: Stage = createStage(t)): Promise<readonly Scene[]> => {
    const scenes: Scene[] = [];
    const begun = new Map<EventRecipe['act'], Start>();
    for (const kind of tried) {
      const { act } = recipeOf(kind);
      const outcome = await performKind(t, kind, { stage, client: witness, earlier: begun.get(act) }).catch(
        reasonOf,
      );
      if (typeof outcome === 'string') {
        untried.set(kind, outcome);
        continue;
      }
      const { happening, event, missing, start } = outcome;
      begun.set(act, start);
      if (missing === undefined) scenes.push({ kind, happening, event });
      else untried.set(kind, `Not given: ${missing}`);
    }
    return scenes;
  };

  /** Does what would raise kinds that the catalog does not list, and waits for none of them. */
  const playUnlisted = async (stage: Stage): Promise<void> => {
    for (const [kind, recipe] of Object.entries(eventRecipes)) {
      if (catalog.kinds.includes(kind) || lackingFor(recipe, t) !== undefined) continue;
      try {
        await recipe.prepare?.(stage);
        await recipe.act(stage);
      } catch (error) {
        reasonOf(error);
      }
    }
    await quietWindow();
  };

  /** A later event reaches each of these connections, and a quiet window passes: what they lack will not come. */
  const settle = async (clients: readonly HubClient[]): Promise<void> => {
    for (const client of clients) {
      barriers.set(client, client.callbacks.all.length);
      await client.subscribe(barrierKind);
    }
    const marker = newMarker(t);
    await (await consoleWriter(t))(marker);
    for (const client of clients) {
      const behind = { happening: { about: [marker] }, from: barriers.get(client) ?? 0 };
      const late = await eventOfAct(t, client, barrierKind, behind);
      t.given(late !== undefined, 'a connection goes on receiving events');
    }
    await quietWindow();
  };

  /** Whether events of the scene can be told from others. */
  const isNamed = ({ event, happening }: Scene): boolean => event !== undefined && isOwn(event, happening);

  /** What becomes a cell of the report. */
  const tell = (cell: Omit<EventCell, 'trigger'>): void => {
    const trigger = eventRecipes[cell.kind]?.trigger;
    t.observe(`${cell.kind}: ${cell.column}`, { ...cell, ...(trigger !== undefined && { trigger }) });
  };

  return {
    catalog,
    tried,
    witness,
    play,
    playUnlisted,
    settle,
    isNamed,
    tell,
    /** Tells of the kinds that were not set off. */
    tellUntried: (...columns: readonly EventColumn[]): void => {
      for (const [kind, reason] of untried)
        for (const column of columns) tell({ kind, column, state: 'unreachable', reason });
    },
    /** Whether the event of a scene comes over a connection, now or a little later. */
    reaches: async (client: HubClient, scene: Scene): Promise<boolean> => {
      const { kind, happening } = scene;
      const event = await eventOfAct(t, client, kind, { happening, from: 0 });
      return event !== undefined && (!isNamed(scene) || isOwn(event, happening));
    },
    /**
     * Whether the event of a scene has come over a connection. What came behind the barrier counts only where it cannot
     * belong to it: a hub may tell of past entries when it is subscribed to.
     */
    hasReached: (client: HubClient, scene: Scene): boolean => {
      const barrier = barriers.get(client) ?? Number.POSITIVE_INFINITY;
      const isTellable = isNamed(scene) && scene.kind !== barrierKind;
      return client
        .events(scene.kind)
        .filter(({ index }) => isTellable || index < barrier)
        .some((event) => !isNamed(scene) || isOwn(event, scene.happening));
    },
  };
};

/** Why an act could not be done; whatever else went wrong goes on. */
const reasonOf = (error: unknown): string => {
  if (isNotGiven(error)) return error.message;
  throw error;
};

export type Show = Awaited<ReturnType<typeof openShow>>;
