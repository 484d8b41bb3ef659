/**
 * Audits of a runtime over the runtime link. They are declared like those of a service (`audit.ts`), ask over `t.line()`, and
 * judge by the same lines. Rules beside those:
 *
 * - Judge only what the runtime claims in hello: an audit says in its needs what it takes of it, and is NOT_APPLICABLE elsewhere.
 * - That nothing comes shows once steps have passed (`line.steps`), never after a while.
 */
import type { Assertions } from '../audit.ts';
import type { RequirementId } from '../requirements/index.ts';
import type { ReceivedEvent, LinkConnection } from './link-connection.ts';
import type { Encoding } from './message-encoding.ts';
import type { RuntimeCapabilities, RuntimeUnderTest, LinkTimeouts } from './runtime-under-test.ts';
import type { LinkClient } from './link-client.ts';
import type { LinkFixtures } from './link-fixtures.ts';
import type { AssertionDetail } from '../runner/audit-outcome.ts';
import type { Exchange } from '../target/http/exchange.ts';

/** What of hello an audit takes. */
export type LinkNeed =
  | `node:${string}`
  | `event:${string}`
  | `action:${string}`
  | `can:${'properties' | 'playbacks' | 'input' | 'discovery' | 'projects' | 'changes'}`
  | 'messagepack';

type LinkAssertions = Pick<Assertions, 'must' | 'mustEqual' | 'should'>;

interface LinkAuditTools {
  readonly runtime: RuntimeUnderTest;
  readonly capabilities: RuntimeCapabilities;
  readonly timeouts: LinkTimeouts;
  /** The connection that is up, or the next that comes up. */
  connect(encoding?: Encoding): Promise<LinkClient>;
  /** Makes a line of a connection that the audit itself has taken up. */
  connectOver(connection: LinkConnection): Promise<LinkClient>;
  /** Graphs and variables that are taken away when the audit ends. */
  createFixtures(line: LinkClient): LinkFixtures;
  given(condition: boolean, message: string, detail?: AssertionDetail): void;
  notApplicable(reason: string): never;
  observe(name: string, value: unknown): void;
  record(exchange: Exchange): void;
}

/** What an audit of one requirement works with, and what judges for those that `of` named. */
export interface LinkContext extends LinkAuditTools, LinkAssertions {}

/** What an audit of several requirements works with. */
export interface MultiRequirementLinkContext<Id extends string> extends LinkAuditTools {
  for(...ids: readonly Id[]): LinkContext;
}

export interface LinkAudit {
  readonly id: string;
  readonly requirements: readonly [RequirementId, ...RequirementId[]];
  readonly needs: readonly LinkNeed[];
  /** Judges what came over all connections of the run. */
  readonly phase?: 'traffic';
  /** Milliseconds. */
  readonly timeout?: number;
  readonly likelyCause?: string;
  run(t: LinkContext & MultiRequirementLinkContext<RequirementId>): Promise<unknown>;
}

type Ids = LinkAudit['requirements'];
type ContextFor<R extends Ids> = R extends readonly [RequirementId]
  ? LinkContext
  : MultiRequirementLinkContext<R[number]>;
type LinkAuditBody<R extends Ids> = (t: ContextFor<R>) => Promise<unknown>;
type LinkAuditDetails = Partial<Pick<LinkAudit, 'phase' | 'timeout' | 'likelyCause' | 'needs'>>;

/** Declares the audits of one area: their ids begin with its name, and all need the same. */
export const defineLinkAuditArea = (name: string, ...needs: readonly LinkNeed[]) => ({
  audit: <const R extends Ids>(
    id: string,
    requirements: R,
    ...[first, run]: readonly [LinkAuditBody<R>] | readonly [LinkAuditDetails, LinkAuditBody<R>]
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
export const isEventAbout =
  (kind: string, graphId?: string) =>
  ({ type, data }: ReceivedEvent): boolean =>
    type === kind && (graphId === undefined || data.graphId === graphId);
