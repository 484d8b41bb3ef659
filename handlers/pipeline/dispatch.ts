/** The way of every REST call, the same for each host and for batch: a call comes in, a reply goes out. */
import { hubPath } from '#spec/address.ts';
import { defaultBodyLimit } from '#spec/contract/operation.ts';
import { Fault } from '#spec/errors.ts';
import { lazy } from '#spec/lazy.ts';
import type { GraphDocument } from '#runtime/controller/graphs/document.ts';
import type { Scheduler } from '../scheduler.ts';
import type { PipelineServices, Services } from '../services.ts';
import type { MaybePromise } from '#spec/maybe-promise.ts';
import { createAcknowledge } from './acknowledge.ts';
import type { Call, Reply } from './call.ts';
import { Edited, pushEdit } from './edited.ts';
import { fail } from './handle.ts';
import { Ignored } from './ignored.ts';
import {
  corsHeaders,
  foreignHost,
  foreignOrigin,
  isAllowedOrigin,
  isOwnHost,
  preflightHeaders,
} from './origin.ts';
import { type AnyHandler, type Prepared, prepare } from './prepared.ts';
import { asksToSync, type ParsedQuery } from './query.ts';
import { replyOf } from './reply-of.ts';
import { faultReply, retryAfter } from './reply.ts';
import { checkRevision, withRevision } from './revision.ts';
import { createRouter, type Match, type Router } from './router.ts';
import { Sliced } from './sliced.ts';
import { checkTier, type Tier, tierOfPath } from './tier.ts';
import { madeButUnsaved, notMade } from './unsaved.ts';

/** A call whose handler has done its work. */
interface Done {
  readonly operation: Prepared;
  readonly call: Call;
  readonly query: ParsedQuery;
  /** Whether the runtime is to be told of what was edited. */
  readonly sync: boolean;
  /** The graph that the path names. */
  readonly graph: GraphDocument | undefined;
  readonly ignored: Ignored;
}

/** What a method and a path lead to. */
export interface Routed {
  readonly match: ReturnType<Router['find']>;
  readonly operation: Prepared | undefined;
  /** The largest body that is taken, in bytes, so that a host can stop reading. */
  readonly bodyLimit: number;
}

interface PipelineOptions {
  /** Whether what a call does not take is refused rather than told. */
  readonly strict?: boolean;
  /** Called before each call; the operations of a batch are one. */
  readonly beforeCall?: (() => void) | undefined;
  /** Told of each operation of a batch and its answer. */
  readonly onOperation?: ((call: Call, reply: Reply) => void) | undefined;
  /** Tells when a turn ends: edits are noted down then. */
  readonly scheduler: Pick<Scheduler, 'now' | 'atEndOfTurn'>;
}

/** A call that was let through to its operation. */
interface Admitted extends Routed {
  readonly match: Match;
  readonly operation: Prepared;
  readonly authenticated: boolean;
}

export interface Pipeline {
  route(method: string, path: string): Routed;
  /**
   * Judges a call by everything but its body, so that a host reads no bodies of those who may not call.
   * @returns the answer to a call that goes no further
   */
  admit(call: Call): Routed | Reply;
  /**
   * The reply, once every edit that it acknowledges would survive the process.
   * @param routed what {@link admit} said of the call, where the host has asked already
   */
  dispatch(call: Call, routed?: Routed): MaybePromise<Reply>;
  /** The answer to a call that failed, also while its answer was written. */
  failed(failure: unknown, call: Call): Reply;
}

export const createPipeline = (
  handlers: Readonly<Record<string, AnyHandler>>,
  services: Omit<Services, keyof PipelineServices>,
  onFailure: (failure: unknown, call: Call) => void,
  { strict = false, beforeCall, onOperation, scheduler }: PipelineOptions,
): Pipeline => {
  const { controller } = services;
  const { store } = controller;
  const prepared = new Map(
    Object.entries(handlers).map(([id, handler]) => [id, lazy(() => prepare(handler))]),
  );
  const router = createRouter(
    Object.fromEntries(Object.entries(handlers).map(([id, { operation }]) => [id, operation])),
  );

  const route = (method: string, path: string): Routed => {
    const match = router.find(method, path);
    const operation = match && 'id' in match ? prepared.get(match.id)?.() : undefined;
    return { match, operation, bodyLimit: operation?.spec.bodyLimit ?? defaultBodyLimit };
  };

  const acknowledge = createAcknowledge(controller, scheduler);

  const hasEdited = ({ method, path }: Call, { status }: Pick<Reply, 'status'>): boolean =>
    status < 400 && route(method, path).operation?.editsProject === true;

  // One object for all calls: building it anew would cost more than most handlers do.
  const context = {
    ...services,
    dispatch: (call: Call): MaybePromise<Reply> => {
      if (!call.batch) return dispatch(call);
      return onOperation ? told(call, onOperation) : perform(call);
    },
    acknowledge,
    hasEdited,
    now: scheduler.now,
    fail,
  } satisfies Services & { fail: unknown };

  const failed = (failure: unknown, call: Call, ignored = nothingIgnored): Reply => {
    const headers = { ...corsHeaders(call.origin), ...ignored.headers };
    if (failure instanceof Fault) return faultReply(failure, { ...headers, ...headersOf(failure) });
    onFailure(failure, call);
    return faultReply(new Fault('INTERNAL_ERROR'), headers);
  };

  const dispatch = (call: Call, routed?: Routed): MaybePromise<Reply> => {
    beforeCall?.();
    if (call.method === 'GET') return perform(call, routed);
    const began = scheduler.now();
    const reply = perform(call, routed);
    const settle = (answer: Reply): MaybePromise<Reply> =>
      acknowledge(answer, began, (failure) => withoutEdit(call, answer, failure));
    return reply instanceof Promise ? reply.then(settle) : settle(reply);
  };

  /** The answer when edits could not be saved; a batch reports each of its own edits itself. */
  const withoutEdit = (call: Call, answer: Reply, failure: Fault): Reply => {
    if (!hasEdited(call, answer)) return answer;
    const { ETag } = answer.headers;
    const reply = failed(madeButUnsaved(failure), call);
    return ETag ? { ...reply, headers: { ...reply.headers, ETag } } : reply;
  };

  /** Of a batch that was let in, which takes the token. */
  const isLetIn = ({ batch }: Call): boolean => batch?.settings === services.security.settings;

  const admit = (call: Call): Admitted | Reply => (isLetIn(call) ? find(call, () => true) : judge(call));

  const judge = (call: Call): Admitted | Reply => {
    if (!isAllowedOrigin(call.origin)) return faultReply(foreignOrigin(call.origin));
    if (!isOwnHost(call)) return faultReply(foreignHost(call));
    if (call.method === 'OPTIONS' && call.preflight && call.origin) {
      return { status: 204, headers: preflightHeaders(call.origin), body: undefined };
    }
    return find(call, (tier) => checkTier(services.security, call, tier));
  };

  /** @param isTokenRight throws what refuses the call */
  const find = (call: Call, isTokenRight: (tier: Tier) => boolean): Admitted | Reply => {
    try {
      const { match, operation, bodyLimit } = route(call.method, call.path);
      const authenticated = isTokenRight(
        operation ? (operation.spec.tier ?? 'gated') : tierOfPath(call.path),
      );
      if (!match) throw unrouted(call);
      if (!('id' in match)) return notAllowed(call, match.allowed);
      // biome-ignore lint/style/noNonNullAssertion: what matched by an id has an operation
      return { match, operation: operation!, bodyLimit, authenticated };
    } catch (failure) {
      return failed(failure, call);
    }
  };

  const perform = (call: Call, routed?: Routed): MaybePromise<Reply> => {
    const admitted = routed && isAdmitted(routed) ? routed : admit(call);
    if (!isAdmitted(admitted)) return admitted;
    const ignored = new Ignored(strict);
    try {
      const reply = serve(call, admitted, ignored);
      return reply instanceof Promise ? reply.catch((failure) => failed(failure, call, ignored)) : reply;
    } catch (failure) {
      return failed(failure, call, ignored);
    }
  };

  const told = async (call: Call, tell: (call: Call, reply: Reply) => void): Promise<Reply> => {
    const reply = await perform(call);
    tell(call, reply);
    return reply;
  };

  const serve = (
    call: Call,
    { match, operation, authenticated }: Admitted,
    ignored: Ignored,
  ): MaybePromise<Reply> => {
    const { spec } = operation;
    const query = operation.readQuery(call.query, ignored);
    const body = operation.readBody(call, ignored);
    const sync = spec.sync === true && asksToSync(call, query);
    if ((operation.requiresRuntime || sync) && !services.link.connected) {
      throw new Fault('RUNTIME_NOT_CONNECTED');
    }
    const { params } = match;
    const { graph, node, end, connection, variable, action } = operation.find(params, controller);
    if (graph && operation.editsGraph) checkRevision(graph, call);
    if (operation.editsProject && controller.editFailure) throw notMade(controller.editFailure);
    const input = { params, query, body, graph, node, end, connection, variable, action };
    const made = operation.run(input, context, { call, authenticated });
    const output = made instanceof Sliced ? made.answer(call, query, services.slices) : made;
    const done = { operation, call, query, sync, graph, ignored };
    return output instanceof Promise ? output.then((value) => conclude(done, value)) : conclude(done, output);
  };

  /** The reply with what a handler has returned; an edit that is to be synchronised goes to the runtime first. */
  const conclude = (done: Done, value: unknown): MaybePromise<Reply> => {
    const { call, sync, ignored } = done;
    const edit = value instanceof Edited ? value.edit : undefined;
    const edited = edit?.graph ?? done.graph;
    if (call.batch && edited && done.operation.editsProject) {
      call.batch.revisions.set(edited.id, edited.revision);
    }
    if (!sync) return replyAbout(done, edited, edit ? edit.answer() : value);
    // The edit stands when the runtime fails, so that the failure tells the revision too.
    const failure = (thrown: unknown): Reply => withRevision(failed(thrown, call, ignored), edited, store);
    const success = (): Reply => replyAbout(done, edited, edit ? edit.answer() : value);
    return pushEdit(controller, edited, edit?.push).then(success, failure);
  };

  const replyAbout = (
    { operation, call, query, ignored }: Done,
    graph: GraphDocument | undefined,
    value: unknown,
  ): Reply => answer(withRevision(replyOf(operation, call, query, value), graph, store), call, ignored);

  return { route, admit, dispatch, failed };
};

const nothingIgnored = new Ignored(false);

const isAdmitted = (judged: Routed | Reply): judged is Admitted => 'authenticated' in judged;

/** Whether a call that was judged is answered already. */
export const isReply = (judged: Routed | Reply): judged is Reply => 'status' in judged;

/** Whether the body of a call is worth reading: what a stranger sends where nothing is taken is not. */
export const isBodyRead = (judged: Routed): boolean =>
  judged.operation?.spec.body !== undefined || !isAdmitted(judged) || judged.authenticated;

const answer = (reply: Reply, { origin }: Call, ignored: Ignored): Reply => {
  if (origin === undefined && ignored.isEmpty) return reply;
  const cors = corsHeaders(origin);
  const vary = [reply.headers.Vary, cors.Vary].filter((name) => name !== undefined).join(', ');
  const headers = { ...reply.headers, ...cors, ...ignored.headers, ...(vary && { Vary: vary }) };
  return { ...reply, headers };
};

const notAllowed = ({ method, path, origin }: Call, allowed: readonly string[]): Reply => {
  const allow = allowed.join(', ');
  const fault = new Fault('METHOD_NOT_ALLOWED', `${path} does not take ${method}, only ${allow}.`, {
    allowed,
  });
  return faultReply(fault, { Allow: allow, ...corsHeaders(origin) });
};

/** Who calls the hub like a route is told what it is. */
const unrouted = ({ method, path }: Call): Fault =>
  path === hubPath
    ? new Fault(
        'UPGRADE_REQUIRED',
        `${path} is the address of the hub, which speaks the SignalR hub protocol over WebSocket.`,
      )
    : new Fault('ROUTE_NOT_FOUND', `There is no route ${method} ${path}.`);

const headersOf = (fault: Fault): Readonly<Record<string, string>> =>
  fault.code === 'UPGRADE_REQUIRED' ? { Connection: 'Upgrade', Upgrade: 'websocket' } : retryAfter(fault);
