/**
 * # How to add an audit
 *
 * An audit asks one question of a target over its public interface, and answers for the requirements it names.
 *
 * 1. Find the row (or add one) in `requirements/`; delete its `planned` text, since an audit now names it.
 * 2. Declare the audit in a file under `audits/`, in an {@link area}, and list that file's array in `audits/index.ts`:
 *
 * ```ts
 * const connections = area('connections', 'token', 'project');
 *
 * export const connectionAudits = [
 *   connections.audit('unknown-graph', ['CONN-CREATE-004'], async (t) => {
 *     const { graph, output, input } = await t.fixtures.wirablePair();
 *     const known = await t.http.post(pathTo`/api/graphs/${graph.id}/connections/validate`, pair(output, input));
 *     t.given(known.ok, 'a pair that validates');              // otherwise NOT_VERIFIED: nobody is blamed
 *     const reply = await t.http.post(pathTo`/api/graphs/${absentId}/connections`, pair(output, input));
 *     t.mustFail(reply, 404, 'GRAPH_NOT_FOUND');               // otherwise FAIL
 *   }),
 * ];
 * ```
 *
 * Rules that keep verdicts right:
 *
 * - Prove the valid request first (`t.given`), change one factor, then judge (`t.must`). An audit that only sees
 *   failures would pass against a server that always fails. What is refused leaves no trace: `refusedWithoutTrace`.
 * - An audit of several requirements says of each line which it settles: `t.for('CONN-CREATE-004').mustEqual(…)`.
 * - Judge only what the description states or what follows from it. What it leaves open goes to `t.observe`.
 *   A requirement of provenance NOT_SHOWN or SILENT never fails, whatever the audit says.
 * - Read fields that the description does not show through `t.fields`, so that a manifest can name them.
 * - What shows only in a special condition is asked in an area that needs `condition:noRuntime`, with `t.under('noRuntime')`.
 * - What is created over `t.http` is known by its traffic and taken away (`engine/inventory.ts`), and has a name in the
 *   manifest's namespace, by `t.manifest`. What no route creates or deletes is undone with `t.defer`.
 * - Audits run side by side unless their needs say that they disturb others (`engine/side-by-side.ts`). One that does
 *   not pass beside another is asked again alone, so that nobody is blamed for what another did; it must not pass by
 *   what another did either: know what is yours by its id.
 * - Hub traffic is recorded with `t.record`: a PASS without a recorded exchange is a HARNESS_ERROR.
 */
import type { Snapshot } from './runner/snapshot.ts';
import type { AssertionDetail } from './runner/audit-outcome.ts';
import type { PropertyRunner } from './runner/property-runner.ts';
import type { Exchange, HttpClient, Reply } from './target/http/exchange.ts';
import type { EventLog } from './target/hub/event-log.ts';
import type { RequirementId } from './requirements/index.ts';
import type { Health, TargetInfo, Traffic } from './target/session.ts';
import type { ConditionName, Manifest } from './target/manifest.ts';
import type { Route, RouteName } from './target/optional-routes.ts';
import type { Preconditions, Fixtures } from './audit-helpers/fixtures.ts';

/** A precondition that, when it does not hold, leaves an audit NOT_VERIFIED and is named in the report. */
export type Need =
  | 'token'
  | 'runtime'
  | 'project'
  | 'events'
  | 'destructive'
  | 'defaultSettings'
  | `condition:${ConditionName}`
  | `control:${ConditionName}`;

export interface Audit {
  /** Area and name, such as `batch/order`. Never changes. */
  readonly id: string;
  readonly requirements: readonly [RequirementId, ...RequirementId[]];
  readonly needs?: readonly Need[];
  /**
   * Why it runs after all others: `traffic` judges what they asked; `end` may bring the target to shut the kit out, and
   * comes when nothing else is left.
   */
  readonly phase?: 'traffic' | 'end';
  /** Conditions that it brings the target itself into where the manifest says how, and goes without elsewhere. */
  readonly entersConditions?: readonly ConditionName[];
  /** Longest duration in milliseconds; the manifest's `timeouts.audit` when absent. */
  readonly timeout?: number;
  /** What is probably wrong when this audit fails; shown with the failure. */
  readonly likelyCause?: string;
  run(t: AuditContext & MultiRequirementContext<RequirementId>): Promise<unknown>;
}

/**
 * Lines that judge. In an audit of one requirement the first that does not hold ends it; where an audit has several,
 * a line settles those that `t.of` names, and the audit goes on, since the others are settled by lines of their own.
 * Each answers whether it holds.
 */
export interface Assertions {
  /** FAIL when it does not hold. */
  must(holds: boolean, message: string, detail?: AssertionDetail): boolean;
  /** {@link must} for equality of JSON values. */
  mustEqual(actual: unknown, expected: unknown, message: string): boolean;
  /**
   * A thing that was kept is as it was, as far as the description speaks of it: what moves by itself may have moved, and
   * lists may come in another order.
   */
  mustBeUnchanged(kept: Snapshot, message: string): Promise<boolean>;
  /** The answer has this status and, when a code is given, this error code; its body is the error envelope. */
  mustFail(reply: Reply, status: number, code?: string): boolean;
  /** The answer is not a success, whatever its status; its body is the error envelope. */
  mustNotSucceed(reply: Reply, message: string): boolean;
  /** A recommendation: WARN when it does not hold; the audit goes on. */
  should(holds: boolean, message: string, detail?: AssertionDetail): boolean;
}

/** What an audit of one requirement works with, and what judges for those that `of` named. */
export interface AuditContext extends AuditTools, Assertions {}

/** What an audit of several requirements works with. */
export interface MultiRequirementContext<Id extends string> extends AuditTools {
  /** Judges for these requirements alone. */
  for(...ids: readonly Id[]): AuditContext;
}

/** All of it but judging. `given` and the like end the audit where they do not hold. */
export interface AuditTools extends Preconditions {
  readonly target: TargetInfo;
  readonly manifest: Manifest;
  /** Health as reported when the run began. */
  readonly health: Health | undefined;
  readonly http: HttpClient;
  /** Graphs, nodes and ports to work on. */
  readonly fixtures: Fixtures;
  readonly seed: number;
  /** A route that the description does not show, by the manifest or by the target's own table of contents. */
  route(name: RouteName): Route | undefined;
  /** All exchanges of the run so far. */
  traffic(): Traffic;
  /** The events that the run has received so far, over connections that are closed again. */
  readonly events: EventLog;
  /** Remembers what a read shows, and which parts of it move by themselves. */
  snapshot(read: () => Promise<unknown>): Promise<Snapshot>;
  /** Notes what the target does where the description leaves it open. */
  observe(name: string, value: unknown): void;
  /** Ends the audit as NOT_APPLICABLE: not claimed, and probed absent. */
  notApplicable(reason: string): never;
  /** Runs when the audit ends, whatever its result; the last deferred first. */
  defer(undo: () => Promise<unknown>): void;
  /** Keeps an exchange that did not go through `http`. Secrets are masked. */
  record(exchange: Exchange): void;
  /** Tries a property on many generated inputs; a failure is shrunk, and replayed by seed and path. */
  readonly property: PropertyRunner;
  /**
   * The target in a condition, confirmed by what shows of it; `needs` must name it. It is a copy, or the target itself
   * until the audit ends. What the audit uses of the target as it usually is, it must have fetched before.
   */
  underCondition(name: ConditionName): Promise<TargetInCondition>;
  /** A client of the target at another address, such as one at which the kit is not let in. */
  createClientAt(place: TargetInfo): HttpClient;
  /**
   * Brings the target itself into a condition, for what shows in the change alone; `needs` must name `control:` and the
   * condition. Answers what brings it back, which otherwise happens when the audit ends.
   */
  enterCondition(name: ConditionName): Promise<() => Promise<void>>;
  /** Ends the audit as HARNESS_ERROR: a condition that the manifest promises did not come about. */
  harnessError(reason: string): never;
}

export interface TargetInCondition {
  readonly target: TargetInfo;
  readonly http: HttpClient;
  readonly fixtures: Fixtures;
}
