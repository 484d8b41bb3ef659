/**
 * Audits of a runtime over the runtime link. They are declared like those of a service (`audit.ts`), ask over `t.line()`, and
 * judge by the same lines. Rules beside those:
 *
 * - Judge only what the runtime claims in hello: an audit says in its needs what it takes of it, and is NOT_APPLICABLE elsewhere.
 * - That nothing comes shows once steps have passed (`line.steps`), never after a while.
 */
import type { Judgements } from '../audit.ts';
import type { RequirementId } from '../requirements/index.ts';
import type { Told, LinkConnection } from './connection.ts';
import type { Encoding } from './encoding.ts';
import type { Abilities, Guest, Patience } from './guest.ts';
import type { Line } from './line.ts';
import type { LinkLab } from './lab.ts';
import type { Detail } from '../engine/outcome.ts';
import type { Exchange } from '../target/http/exchange.ts';

/** What of hello an audit takes. */
export type LinkNeed =
  | `node:${string}`
  | `event:${string}`
  | `action:${string}`
  | `can:${'properties' | 'playbacks' | 'input' | 'discovery' | 'projects' | 'changes'}`
  | 'messagepack';

type LinkJudgements = Pick<Judgements, 'must' | 'mustEqual' | 'should'>;

interface LinkTools {
  readonly guest: Guest;
  readonly can: Abilities;
  readonly patience: Patience;
  /** The connection that is up, or the next that comes up. */
  line(encoding?: Encoding): Promise<Line>;
  /** Makes a line of a connection that the audit itself has taken up. */
  lineOver(connection: LinkConnection): Promise<Line>;
  /** Graphs and variables that are taken away when the audit ends. */
  lab(line: Line): LinkLab;
  given(condition: boolean, message: string, detail?: Detail): void;
  notApplicable(reason: string): never;
  observe(name: string, value: unknown): void;
  record(exchange: Exchange): void;
}

/** What an audit of one requirement works with, and what judges for those that `of` named. */
export interface LinkContext extends LinkTools, LinkJudgements {}

/** What an audit of several requirements works with. */
export interface SharedLinkContext<Id extends string> extends LinkTools {
  of(...ids: readonly Id[]): LinkContext;
}

export interface LinkAudit {
  readonly id: string;
  readonly requirements: readonly [RequirementId, ...RequirementId[]];
  readonly needs: readonly LinkNeed[];
  /** Judges what came over all connections of the run. */
  readonly last?: 'traffic';
  /** Milliseconds. */
  readonly timeout?: number;
  readonly likelyCause?: string;
  run(t: LinkContext & SharedLinkContext<RequirementId>): Promise<unknown>;
}

type Ids = LinkAudit['requirements'];
type Context<R extends Ids> = R extends readonly [RequirementId] ? LinkContext : SharedLinkContext<R[number]>;
type Run<R extends Ids> = (t: Context<R>) => Promise<unknown>;
type Details = Partial<Pick<LinkAudit, 'last' | 'timeout' | 'likelyCause' | 'needs'>>;

/** Declares the audits of one area: their ids begin with its name, and all need the same. */
export const linkArea = (name: string, ...needs: readonly LinkNeed[]) => ({
  audit: <const R extends Ids>(
    id: string,
    requirements: R,
    ...[first, run]: readonly [Run<R>] | readonly [Details, Run<R>]
  ): LinkAudit => {
    const details = typeof first === 'function' ? {} : first;
    return {
      ...{ id: `${name}/${id}`, requirements },
      ...details,
      needs: [...needs, ...(details.needs ?? [])],
      run: (typeof first === 'function' ? first : run) as LinkAudit['run'],
    };
  },
});

/** Whether an event is of a kind, and about a graph where one is named. */
export const isOf =
  (kind: string, graphId?: string) =>
  ({ type, data }: Told): boolean =>
    type === kind && (graphId === undefined || data.graphId === graphId);
