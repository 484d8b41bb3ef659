/**
 * # How to add an audit
 *
 * An audit asks one question of a target over its public interface, and answers for the requirements it names.
 *
 * 1. Find the row (or add one) in `requirements/`; delete its `planned` text, since an audit now names it.
 * 2. Declare the audit in a file under `audits/`, in a {@link defineAuditArea}, and list that file's array in
 * `audits/index.ts`:
 *
 * ```ts const connections = defineAuditArea('connections', 'token', 'project');
 *
 * export const connectionAudits = [ connections.audit('unknown-graph', ['CONN-CREATE-004'], async (t) => { const {
 * graph, output, input } = await t.fixtures.wirablePair(); const known = await
 * t.http.post(pathTo`/api/graphs/${graph.id}/connections/validate`, pair(output, input)); t.given(known.ok, 'a pair
 * that validates'); // otherwise NOT_VERIFIED const reply = await
 * t.http.post(pathTo`/api/graphs/${nonexistentId}/connections`, pair(output, input)); t.mustFail(reply, 404,
 * 'GRAPH_NOT_FOUND'); // otherwise FAIL }), ];
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
 * - Check special conditions in an area that needs `condition:noRuntime`, with `t.underCondition('noRuntime')`.
 * - What is created over `t.http` is tracked and deleted (`runner/resource-tracker.ts`). Its name starts with the
 * namespace in `t.manifest`. What no route creates or deletes is undone with `t.defer`.
 * - Audits run concurrently unless their needs say that they disturb others (`runner/concurrent-lanes.ts`). One that
 * fails beside another runs again alone, so that no audit fails because of another. It must not pass because of another
 * either: recognize your own objects by id.
 * - Record hub traffic with `t.record`: a PASS without a recorded exchange is a HARNESS_ERROR.
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

/** A precondition of an audit. If it does not hold, the audit is NOT_VERIFIED and the report names it. */
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
   * Runs it after all others: `traffic` checks the requests of the others; `end` may make the target lock the kit out,
   * and runs last.
   */
  readonly phase?: 'traffic' | 'end';
  /** Conditions that it puts the target itself into if the manifest says how; it runs without them otherwise. */
  readonly entersConditions?: readonly ConditionName[];
  /** Time limit in milliseconds; the manifest's `timeouts.audit` by default. */
  readonly timeout?: number;
  /** The likely cause of a failure of this audit, shown with the failure. */
  readonly likelyCause?: string;
  run(t: AuditContext & MultiRequirementContext<RequirementId>): Promise<unknown>;
}

/**
 * Assertions. In an audit of one requirement, the first that fails ends it. In an audit of several, an assertion
 * decides the requirements given to `t.for`, and the audit continues, because the others have their own assertions.
 * Each returns whether it holds.
 */
export interface Assertions {
  /** FAIL if it does not hold. */
  must(condition: boolean, message: string, detail?: AssertionDetail): boolean;
  /** {@link must} for equality of JSON values. */
  mustEqual(actual: unknown, expected: unknown, message: string): boolean;
  /**
   * A snapshot has not changed, as far as the description goes: fields that change by themselves may differ, and lists
   * may be in another order.
   */
  mustBeUnchanged(snapshot: Snapshot, message: string): Promise<boolean>;
  /** The response has this status and, if given, this error code; its body is the error envelope. */
  mustFail(reply: Reply, status: number, code?: string): boolean;
  /** The response is not a success, whatever its status; its body is the error envelope. */
  mustNotSucceed(reply: Reply, message: string): boolean;
  /** A recommendation: WARN if it does not hold. The audit continues. */
  should(condition: boolean, message: string, detail?: AssertionDetail): boolean;
}

/** The context of an audit of one requirement, or the assertions for the requirements given to `for`. */
export interface AuditContext extends AuditTools, Assertions {}

/** The context of an audit of several requirements. */
export interface MultiRequirementContext<Id extends string> extends AuditTools {
  /** Returns a context that asserts for these requirements only. */
  for(...ids: readonly Id[]): AuditContext;
}

/** Everything except assertions. `given` and the like end the audit if they do not hold. */
export interface AuditTools extends Preconditions {
  readonly target: TargetInfo;
  readonly manifest: Manifest;
  /** Health at the beginning of the run. */
  readonly health: Health | undefined;
  readonly http: HttpClient;
  /** Graphs, nodes and ports to work on. */
  readonly fixtures: Fixtures;
  readonly seed: number;
  /** A route that the description does not show, from the manifest or the target's table of contents. */
  route(name: RouteName): Route | undefined;
  /** All exchanges of the run so far. */
  traffic(): Traffic;
  /** The events that the run has received on connections that are closed again. */
  readonly events: EventLog;
  /** Takes a snapshot of what a read returns, and finds which parts of it change by themselves. */
  snapshot(read: () => Promise<unknown>): Promise<Snapshot>;
  /** Records what the target does where the description leaves it open. */
  observe(name: string, value: unknown): void;
  /** Ends the audit as NOT_APPLICABLE: the feature is not claimed, and was probed absent. */
  notApplicable(reason: string): never;
  /** Runs a function when the audit ends, whatever its result, in reverse order. */
  defer(undo: () => Promise<unknown>): void;
  /** Records an exchange that did not go through `http`. Secrets are masked. */
  record(exchange: Exchange): void;
  /** Tries a property on many generated inputs; a failure is shrunk, and replayed by seed and path. */
  readonly property: PropertyRunner;
  /**
   * The target in a condition, which is confirmed; `needs` must name it. It is a copy, or the target itself until the
   * audit ends. Anything that the audit needs from the normal target must be fetched before.
   */
  underCondition(name: ConditionName): Promise<TargetInCondition>;
  /** Creates a client of the target at another address, such as one that blocks the kit. */
  createClientAt(target: TargetInfo): HttpClient;
  /**
   * Puts the target itself into a condition, to observe the change; `needs` must name `control:` and the condition.
   * Returns a function that restores it, which otherwise happens when the audit ends.
   */
  enterCondition(name: ConditionName): Promise<() => Promise<void>>;
  /** Ends the audit as HARNESS_ERROR: the target did not reach a condition that the manifest promises. */
  harnessError(reason: string): never;
}

export interface TargetInCondition {
  readonly target: TargetInfo;
  readonly http: HttpClient;
  readonly fixtures: Fixtures;
}
