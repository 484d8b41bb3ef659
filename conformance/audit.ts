/**
 * # How to add an audit
 *
 * An audit checks one question about a target over its public interface. Its verdict counts for the requirements that it
 * names.
 *
 * 1. Find the requirement in `requirements/`, or add one. Delete its `planned` text.
 * 2. Declare the audit in a file under `audits/`, in a {@link defineAuditArea}. The table in `audits/index.ts` lists the
 *    files, their areas, and what the ids of their requirements begin with:
 *
 * ```ts
 * const connections = defineAuditArea('connections', 'token', 'project');
 *
 * export const audits = [
 *   connections.audit('unknown-graph', ['CONN-CREATE-004'], async (t) => {
 *     const graph = await t.fixtures.graph();
 *     const { output, input } = await t.fixtures.connectablePair(graph);
 *     const body = createConnectionBody(output.port, input.port);
 *     const valid = await t.http.post(pathTo`/api/graphs/${graph.id}/connections/validate`, body);
 *     t.givenSuccess(valid, 'a pair that validates'); // otherwise NOT_VERIFIED
 *     const reply = await t.http.post(pathTo`/api/graphs/${nonexistentId}/connections`, body);
 *     t.mustFail(reply, 404, 'GRAPH_NOT_FOUND'); // otherwise FAIL
 *   }),
 * ];
 * ```
 *
 * A time limit, a likely cause and other rare details come before the audit: `connections.with({ timeout: 120_000 })`.
 *
 * Rules that keep verdicts right:
 *
 * - Prove the valid request first (`t.given`), change one factor, then assert (`t.must`). An audit that only checks
 *   failures would pass against a server that always fails. A rejected request must change nothing:
 *   `mustRejectWithoutEffect`.
 * - In an audit of several requirements, name the requirement of each assertion:
 *   `t.for('CONN-CREATE-004').mustEqual(…)`.
 * - Name the request that is to blame if it is not the one whose reply was read last: `{ reply }`, or `{ changedBy: reply }`
 *   for a rejected request that later reads show to have had an effect.
 * - Assert only what the description states or what follows from it. Report what it leaves open with `t.observe`.
 *   A requirement of provenance NOT_SHOWN or SILENT never fails.
 * - Read fields that the description does not show through `t.fields`, so that a manifest can name them.
 * - Check special conditions in an area that needs `condition:noRuntime`, with `t.underCondition('noRuntime')`.
 * - Start the names of what you create with the namespace in `t.manifest`. The kit tracks and deletes what is created
 *   over `t.http` (`runner/resource-tracker.ts`). Undo everything else with `t.defer`.
 * - Audits run concurrently unless their needs say that they disturb others (`runner/concurrent-lanes.ts`). One that
 *   fails next to another runs again alone, so that no audit fails because of another. It must not pass because of
 *   another either: recognize your own objects by id.
 * - Record hub traffic with `t.record`: a PASS without a recorded exchange is a HARNESS_ERROR.
 */
import type { Fixtures, Preconditions } from './audit-helpers/fixtures.ts';
import type { RequirementId } from './requirements/index.ts';
import type { AssertionDetail } from './runner/audit-outcome.ts';
import type { PropertyRunner } from './runner/property-based-runner.ts';
import type { Snapshot } from './runner/snapshot.ts';
import type { Exchange, HttpClient, Reply } from './target/http/exchange.ts';
import type { EventLog } from './target/hub/event-log.ts';
import type { ConditionName, Manifest } from './target/manifest.ts';
import type { Route, RouteName } from './target/routes.ts';
import type { Health, TargetInfo, Traffic } from './target/session.ts';

/**
 * A precondition of an audit. If the precondition does not hold, the audit is NOT_VERIFIED and the report names the
 * precondition.
 */
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
  /** The area and the name, such as `batch/order`. An id never changes. */
  readonly id: string;
  readonly requirements: readonly [RequirementId, ...RequirementId[]];
  readonly needs?: readonly Need[];
  /**
   * Runs the audit after all others. `traffic` audits check the requests that other audits have made. `end` audits may
   * make the target block the kit, so they run last.
   */
  readonly phase?: 'traffic' | 'end';
  /**
   * Conditions into which the audit puts the target itself, if the manifest specifies how to do so. Otherwise, the
   * audit runs without these conditions.
   */
  readonly entersConditions?: readonly ConditionName[];
  /** Time limit in milliseconds; by default, the manifest's `timeouts.audit`. */
  readonly timeout?: number;
  /** The likely cause of a failure of this audit, shown with the failure. */
  readonly likelyCause?: string;
  run(t: AuditContext & MultiRequirementContext<RequirementId>): Promise<unknown>;
}

/**
 * Assertions. In an audit of one requirement, the first failed assertion ends the audit. In an audit of several
 * requirements, an assertion decides only the requirements passed to `t.for`, and the audit continues, because the
 * other requirements have their own assertions. Each assertion returns whether its condition holds.
 */
export interface Assertions {
  /** Asserts a condition. The result is FAIL if the condition is false. */
  must(condition: boolean, message: string, detail?: AssertionDetail): boolean;
  /** Like {@link must}, but asserts that two JSON values are equal. */
  mustEqual(actual: unknown, expected: unknown, message: string, detail?: AssertionDetail): boolean;
  /**
   * Asserts that a snapshot has not changed, as far as the description requires. Fields that change by themselves may
   * differ, and lists may be in another order.
   */
  mustBeUnchanged(snapshot: Snapshot, message: string): Promise<boolean>;
  /**
   * Asserts that the response has this status and, if given, this error code, and that its body is the error envelope.
   */
  mustFail(reply: Reply, status: number, code?: string): boolean;
  /** Asserts that the response is a success. */
  mustSucceed(reply: Reply, message: string): boolean;
  /** Asserts that the response is not a success, whatever its status, and that its body is the error envelope. */
  mustNotSucceed(reply: Reply, message: string): boolean;
  /** Asserts a recommendation. The result is WARN if the condition is false, and the audit continues. */
  should(condition: boolean, message: string, detail?: AssertionDetail): boolean;
}

/**
 * The context of an audit of one requirement, or a context whose assertions decide the requirements passed to `for`.
 */
export interface AuditContext extends AuditTools, Assertions {}

/** The context of an audit of several requirements. */
export interface MultiRequirementContext<Id extends string> extends AuditTools {
  /** Returns a context whose assertions decide only these requirements. */
  for(...ids: readonly Id[]): AuditContext;
}

/**
 * Everything that an audit can use except assertions. `given` and similar methods end the audit if their condition does
 * not hold.
 */
export interface AuditTools extends Preconditions {
  readonly target: TargetInfo;
  readonly manifest: Manifest;
  /** The target's health at the beginning of the run. */
  readonly health: Health | undefined;
  readonly http: HttpClient;
  /** Creates graphs, nodes and ports to work on. */
  readonly fixtures: Fixtures;
  /** Checks the precondition that a response is a success. */
  givenSuccess(reply: Reply, message: string): void;
  readonly seed: number;
  /**
   * Returns a route that the description does not show, as specified in the manifest or in the target's table of
   * contents.
   */
  route(name: RouteName): Route | undefined;
  /** Returns all exchanges in the run so far. */
  traffic(): Traffic;
  /** The events that the run has received on connections that have since been closed. */
  readonly events: EventLog;
  /** Takes a snapshot of what a read returns, and determines which parts change by themselves. */
  snapshot(read: () => Promise<unknown>): Promise<Snapshot>;
  /** Records how the target behaves where the description does not specify the behavior. */
  observe(name: string, value: unknown): void;
  /** Ends the audit as NOT_APPLICABLE, because the target does not claim the feature and probing did not find it. */
  notApplicable(reason: string): never;
  /** Ends the audit as NOT_APPLICABLE if the target is known to lack this action, because it runs a partial runtime. */
  requireOffered(action: string): void;
  /**
   * Registers a function that runs when the audit ends, regardless of the result. Registered functions run in reverse
   * order.
   */
  defer(undo: () => Promise<unknown>): void;
  /**
   * Called before every call of a hub method.
   * @throws AuditStop if the run can't undo the call, and the manifest does not allow it
   */
  beforeHubCall(target: TargetInfo, method: string, args: readonly unknown[]): Promise<void>;
  /** Records an exchange that did not go through `http`. Secrets are masked. */
  record(exchange: Exchange): void;
  /**
   * Tests a property on many generated inputs. A failing input is shrunk, and can be replayed with its seed and path.
   */
  readonly property: PropertyRunner;
  /**
   * Returns the target in a confirmed condition, which `needs` must name. The returned target is either a copy, or the
   * target itself, which then stays in the condition until the audit ends. Anything that the audit needs from the
   * target in its normal state must be fetched before the call.
   */
  underCondition(name: ConditionName): Promise<TargetInCondition>;
  /** Creates a client for the target at another address, such as an address that blocks the kit. */
  createClientAt(target: TargetInfo): HttpClient;
  /**
   * Puts the target itself into a condition, to observe the change. `needs` must contain `control:` followed by the
   * condition. Returns a function that restores the target. If the audit does not call this function, the target is
   * restored when the audit ends.
   */
  enterCondition(name: ConditionName): Promise<() => Promise<void>>;
  /** Ends the audit as HARNESS_ERROR, because the target did not reach a condition that the manifest promises. */
  harnessError(reason: string): never;
}

/** The tools with which helpers create something on a target and delete it again. */
export type FixtureTools = Pick<
  AuditTools,
  'http' | 'manifest' | 'fields' | 'defer' | 'given' | 'givenSuccess' | 'unverified'
>;

export interface TargetInCondition {
  readonly target: TargetInfo;
  readonly http: HttpClient;
  readonly fixtures: Fixtures;
}

type Ids = Audit['requirements'];

/** An audit of several requirements must name the requirement that each assertion checks. */
type ContextFor<R extends Ids> = R extends readonly [RequirementId]
  ? AuditContext
  : MultiRequirementContext<R[number]>;

type AuditBody<R extends Ids> = (t: ContextFor<R>) => Promise<unknown>;

/** Rarely used options: a time limit, a likely cause, the phase, and the conditions that the audit enters. */
type AuditDetails = Pick<Audit, 'timeout' | 'likelyCause' | 'phase' | 'entersConditions'>;

interface AuditArea {
  /** Returns the same area, for audits with these details. */
  with(details: AuditDetails): AuditArea;
  audit<const R extends Ids>(id: string, requirements: R, run: AuditBody<R>): Audit;
}

const createArea = (name: string, details: AuditDetails & Pick<Audit, 'needs'>): AuditArea => ({
  with: (more) => createArea(name, { ...details, ...more }),
  audit: (id, requirements, run) => ({
    ...{ id: `${name}/${id}`, requirements, ...details },
    run: run as Audit['run'],
  }),
});

/** Declares the audits of one area. Their ids begin with the area's name, and all of them have the same needs. */
export const defineAuditArea = (name: string, ...needs: readonly Need[]): AuditArea =>
  createArea(name, { needs });
