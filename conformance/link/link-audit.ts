/**
 * Audits of a runtime over the runtime link. They are declared in the same way as the audits of a service (`audit.ts`),
 * send commands over `t.line()`, and use the same assertions. Additional rules:
 * - An audit checks only abilities that the runtime claims in hello. It lists these abilities in its needs, and is
 * NOT_APPLICABLE for other runtimes.
 * - To show that nothing arrives, an audit waits for a number of steps (`line.steps`) and never for a duration.
 */
import type { Assertions } from '../audit.ts';
import type { RequirementId } from '../requirements/index.ts';
import type { AssertionDetail } from '../runner/audit-outcome.ts';
import type { Exchange } from '../target/http/exchange.ts';
import type { LinkClient } from './link-client.ts';
import type { Encoding, LinkConnection, ReceivedEvent } from './link-connection.ts';
import type { LinkFixtures } from './link-fixtures.ts';
import type { LinkTimeouts, RuntimeCapabilities, RuntimeUnderTest } from './runtime-under-test.ts';

/** What an audit requires the runtime to claim in hello. */
export type LinkNeed =
  | `node:${string}`
  | `event:${string}`
  | `action:${string}`
  | `can:${'properties' | 'playbacks' | 'input' | 'discovery' | 'projects' | 'changes' | 'pictures' | 'customEvents'}`
  | 'messagepack';

type LinkAssertions = Pick<Assertions, 'must' | 'mustEqual' | 'should'>;

interface LinkAuditTools {
  readonly runtime: RuntimeUnderTest;
  readonly capabilities: RuntimeCapabilities;
  readonly timeouts: LinkTimeouts;
  /** Returns the current connection. If no connection is open, waits for the next one. */
  connect(encoding?: Encoding): Promise<LinkClient>;
  /** Creates a client for a connection that the audit itself has accepted. */
  connectOver(connection: LinkConnection): Promise<LinkClient>;
  /** Creates graphs and variables that are deleted when the audit ends. */
  createFixtures(line: LinkClient): LinkFixtures;
  /** Returns the current connection, and its fixtures. */
  connectWithFixtures(): Promise<{ readonly line: LinkClient; readonly fixtures: LinkFixtures }>;
  given(condition: boolean, message: string, detail?: AssertionDetail): void;
  notApplicable(reason: string): never;
  observe(name: string, value: unknown): void;
  record(exchange: Exchange): void;
}

/** The context of an audit of one requirement, or the assertions about the requirements that were passed to `of`. */
export interface LinkContext extends LinkAuditTools, LinkAssertions {}

/** The context of an audit that checks several requirements. */
export interface MultiRequirementLinkContext<Id extends string> extends LinkAuditTools {
  for(...ids: readonly Id[]): LinkContext;
}

export interface LinkAudit {
  readonly id: string;
  readonly requirements: readonly [RequirementId, ...RequirementId[]];
  readonly needs: readonly LinkNeed[];
  /** Set for audits that check the messages of all connections of the run. */
  readonly phase?: 'traffic';
  /** The audit's time limit in milliseconds. */
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

interface LinkAuditArea {
  /** Returns the same area, for audits with these details and additional needs. */
  with(details: LinkAuditDetails): LinkAuditArea;
  audit<const R extends Ids>(id: string, requirements: R, run: LinkAuditBody<R>): LinkAudit;
}

const createArea = (name: string, details: LinkAuditDetails & Pick<LinkAudit, 'needs'>): LinkAuditArea => ({
  with: ({ needs = [], ...more }) =>
    createArea(name, { ...details, ...more, needs: [...details.needs, ...needs] }),
  audit: (id, requirements, run) => ({
    ...{ id: `${name}/${id}`, requirements, ...details },
    run: run as LinkAudit['run'],
  }),
});

/** Declares the audits of one area. Their ids begin with the area's name, and all of them have the same needs. */
export const defineLinkAuditArea = (name: string, ...needs: readonly LinkNeed[]): LinkAuditArea =>
  createArea(name, { needs });

/** Creates a function that checks whether an event is of a given kind and, if a graph is given, about that graph. */
export const isEventAbout =
  (kind: string, graphId?: string) =>
  ({ type, data }: ReceivedEvent): boolean =>
    type === kind && (graphId === undefined || data.graphId === graphId);
