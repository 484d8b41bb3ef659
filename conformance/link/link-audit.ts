/**
 * Audits of a runtime over the runtime link. They are declared like those of a service (`audit.ts`), send commands over
 * `t.line()`, and use the same assertions. Additional rules:
 *
 * - Check only what the runtime claims in hello. An audit lists that in its needs, and is NOT_APPLICABLE for other
 *   runtimes.
 * - To show that nothing arrives, wait for steps (`line.steps`) and never for a duration.
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

/** What an audit needs from hello. */
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
  /** The current connection, or the next one. */
  connect(encoding?: Encoding): Promise<LinkClient>;
  /** Creates a client for a connection that the audit itself has accepted. */
  connectOver(connection: LinkConnection): Promise<LinkClient>;
  /** Graphs and variables that are deleted when the audit ends. */
  createFixtures(line: LinkClient): LinkFixtures;
  given(condition: boolean, message: string, detail?: AssertionDetail): void;
  notApplicable(reason: string): never;
  observe(name: string, value: unknown): void;
  record(exchange: Exchange): void;
}

/** The context of an audit of one requirement, or the assertions for the requirements given to `of`. */
export interface LinkContext extends LinkAuditTools, LinkAssertions {}

/** The context of an audit of several requirements. */
export interface MultiRequirementLinkContext<Id extends string> extends LinkAuditTools {
  for(...ids: readonly Id[]): LinkContext;
}

export interface LinkAudit {
  readonly id: string;
  readonly requirements: readonly [RequirementId, ...RequirementId[]];
  readonly needs: readonly LinkNeed[];
  /** Checks the messages of all connections of the run. */
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

/** Declares the audits of one area: their ids begin with its name, and all have the same needs. */
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

/** Whether an event is of a kind, and about a graph if one is given. */
export const isEventAbout =
  (kind: string, graphId?: string) =>
  ({ type, data }: ReceivedEvent): boolean =>
    type === kind && (graphId === undefined || data.graphId === graphId);
