import type { Outside } from '../engine/jobs.ts';
import type { RuntimeCommand, RuntimeCommands } from '../link/protocol.ts';
import type { News } from '../outside/news.ts';
import type { AssetNews } from '../scene/assets/asset-news.ts';
import type { Overload } from './overload.ts';

/**
 * Where the world reaches into a runtime. Every input passes here between two ticks, in the order in which it takes
 * effect, and some can be replaced: that is how a journal is recorded and replayed.
 */
export interface Seams {
  /** Before each tick: the last moment at which commands can be executed for it. */
  beforeTick(): void;
  tickBegins(tick: number): void;
  /** Before each command. */
  commanded<C extends RuntimeCommand>(command: C, params: RuntimeCommands[C]['params'], tick: number): void;
  /** Before time and all graphs are stopped. */
  stopped(tick: number): void;
  /**
   * Every reading of the wall clock that something is about to use.
   * @param unixMs milliseconds since 1970.
   * @returns the reading to use.
   */
  reading(unixMs: number, tick: number): number;
  /** The loop fell behind real time by this much and gave it up. */
  timeDropped(milliseconds: number, tick: number): void;
  /** Frames take longer than their share of real time. */
  overloaded(overload: Overload, tick: number): void;
  /** What has come to be known of the files of assets. */
  assetsCame(news: AssetNews, tick: number): void;
  /** What a device has told. */
  newsCame(news: News, tick: number): void;
  /** The place where jobs are done and where their outcomes come from. */
  outside(outside: Outside): Outside;
}

/** Lets everything through. */
export const openSeams: Seams = {
  beforeTick() {},
  tickBegins() {},
  commanded() {},
  stopped() {},
  reading: (unixMs) => unixMs,
  timeDropped() {},
  overloaded() {},
  assetsCame() {},
  newsCame() {},
  outside: (outside) => outside,
};
