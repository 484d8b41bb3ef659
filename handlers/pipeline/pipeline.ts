/** The pipeline that processes every REST call. All hosts and batches use it: a call goes in, and a reply comes out. */
import { defaultMaxBodyBytes, type OperationSpec } from '#spec/contract/operation-spec.ts';
import { ApiError } from '#spec/errors.ts';
import { lazy } from '#spec/lazy.ts';
import { hubPath } from '#spec/service-address.ts';
import {
  type AccessTier,
  authorizeCall,
  createHostError,
  createOriginError,
  getCorsHeaders,
  getPathTier,
  getPreflightHeaders,
  isAllowedOrigin,
  isOwnHost,
} from './authorize-call.ts';
import { type Call, createErrorReply, getRetryAfterHeader, type Reply } from './call.ts';
import { createReply, createSlicedValue } from './create-reply.ts';
import { fail, type HandlerServices, type PipelineServices } from './define-handler.ts';
import {
  addETag,
  checkRevision,
  createAcknowledge,
  createEditRejectedError,
  createUnsavedEditError,
  pushEdit,
} from './edits.ts';
import { IgnoredFields } from './ignored-fields.ts';
import {
  type AnyHandlers,
  isSyncRequested,
  type ParsedQuery,
  type PreparedOperation,
  prepareOperation,
} from './prepare-operation.ts';
import { Result } from './result.ts';
import { createRouter, type Match, type Router } from './router.ts';
import type { Scheduler } from '#runtime/shared/scheduler.ts';
import type { MaybePromise } from '#spec/maybe-promise.ts';
import type { GraphDocument } from '../controller/graphs/graph-document.ts';

/** A call for which the handler has returned. */
interface HandledCall {
  readonly operation: PreparedOperation;
  readonly call: Call;
  readonly query: ParsedQuery;
  /** Whether to push the edit to the runtime. */
  readonly sync: boolean;
  /** The graph named by the path. */
  readonly graph: GraphDocument | undefined;
  readonly ignored: IgnoredFields;
}

/** The operation that a method and path lead to. */
export interface RoutedCall {
  readonly match: ReturnType<Router['find']>;
  readonly operation: PreparedOperation | undefined;
  /** The largest allowed body in bytes. A host can stop reading at this limit. */
  readonly bodyLimit: number;
}

interface PipelineOptions {
  /** Whether to reject unknown fields instead of reporting them. */
  readonly strict?: boolean;
  /** Called before each call. A batch counts as a single call. */
  readonly beforeCall?: (() => void) | undefined;
  /** Called with each operation of a batch and its reply. */
  readonly onOperation?: ((call: Call, reply: Reply) => void) | undefined;
  /** Provides the end of each event-loop turn, at which edits are committed. */
  readonly scheduler: Pick<Scheduler, 'now' | 'atEndOfTurn'>;
}

/** A call that is allowed to run its operation. */
interface AuthorizedCall extends RoutedCall {
  readonly match: Match;
  readonly operation: PreparedOperation;
  readonly isAuthenticated: boolean;
}

export interface Pipeline {
  route(method: string, path: string): RoutedCall;
  /**
   * Authorizes a call before its body is read, so that a host doesn't read the bodies of rejected calls.
   * @returns a reply if the call is rejected
   */
  authorize(call: Call): RoutedCall | Reply;
  /**
   * Processes a call. It returns the reply as soon as all edits that the reply acknowledges would survive a crash of
   * the process.
   * @param routed the result of {@link authorize}, if the host has already called it
   */
  dispatch(call: Call, routed?: RoutedCall): MaybePromise<Reply>;
  /** Creates the reply to a call that failed, even if it failed while its response was being written. */
  toErrorReply(failure: unknown, call: Call): Reply;
}

export const createPipeline = (
  operations: Readonly<Record<string, OperationSpec>>,
  handlers: AnyHandlers,
  services: Omit<HandlerServices, keyof PipelineServices>,
  onFailure: (failure: unknown, call: Call) => void,
  { strict = false, beforeCall, onOperation, scheduler }: PipelineOptions,
): Pipeline => {
  const { controller } = services;
  const { store } = controller;
  // The order of the handlers is also the order of the methods in Allow.
  const served = Object.entries(handlers).flatMap(([id, handler]) => {
    const operation = operations[id];
    return operation
      ? [{ id, operation, prepare: lazy(() => prepareOperation(id, operation, handler)) }]
      : [];
  });
  const prepared = new Map(served.map(({ id, prepare }) => [id, prepare]));
  const router = createRouter(Object.fromEntries(served.map(({ id, operation }) => [id, operation])));

  const route = (method: string, path: string): RoutedCall => {
    const match = router.find(method, path);
    const operation = match && 'id' in match ? prepared.get(match.id)?.() : undefined;
    return { match, operation, bodyLimit: operation?.spec.bodyLimit ?? defaultMaxBodyBytes };
  };

  const acknowledge = createAcknowledge(controller, scheduler);

  const hasEdited = ({ method, path }: Call, { status }: Pick<Reply, 'status'>): boolean =>
    status < 400 && route(method, path).operation?.editsProject === true;

  // All calls share this object, because creating one for each call would cost more than most handlers do.
  const context = {
    ...services,
    dispatch: (call: Call): MaybePromise<Reply> => {
      if (!call.batch) return dispatch(call);
      return onOperation ? performAndNotify(call, onOperation) : perform(call);
    },
    acknowledge,
    hasEditedProject: hasEdited,
    now: scheduler.now,
    fail,
  } satisfies HandlerServices & { fail: unknown };

  const toErrorReply = (failure: unknown, call: Call, ignored = noIgnoredFields): Reply => {
    const headers = { ...getCorsHeaders(call.origin), ...ignored.headers };
    if (failure instanceof ApiError)
      return createErrorReply(failure, { ...headers, ...getErrorHeaders(failure) });
    onFailure(failure, call);
    return createErrorReply(new ApiError('INTERNAL_ERROR'), headers);
  };

  const dispatch = (call: Call, routed?: RoutedCall): MaybePromise<Reply> => {
    beforeCall?.();
    if (call.method === 'GET') return perform(call, routed);
    const startedAt = scheduler.now();
    const reply = perform(call, routed);
    const acknowledgeReply = (result: Reply): MaybePromise<Reply> =>
      acknowledge(result, startedAt, (failure) => toUnsavedReply(call, result, failure));
    return reply instanceof Promise ? reply.then(acknowledgeReply) : acknowledgeReply(reply);
  };

  /**
   * Returns the reply to a call whose edits could not be saved. A batch itself reports which of its edits were not
   * saved.
   */
  const toUnsavedReply = (call: Call, original: Reply, failure: ApiError): Reply => {
    if (!hasEdited(call, original)) return original;
    const { ETag } = original.headers;
    const reply = toErrorReply(createUnsavedEditError(failure), call);
    return ETag ? { ...reply, headers: { ...reply.headers, ETag } } : reply;
  };

  /** Whether the call belongs to an authorized batch. Operations of such a batch need no token of their own. */
  const isAuthorizedBatch = ({ batch }: Call): boolean => batch?.settings === services.security.settings;

  const authorize = (call: Call): AuthorizedCall | Reply =>
    isAuthorizedBatch(call) ? find(call, () => true) : authorizeRequest(call);

  const authorizeRequest = (call: Call): AuthorizedCall | Reply => {
    if (!isAllowedOrigin(call.origin)) return createErrorReply(createOriginError(call.origin));
    if (!isOwnHost(call)) return createErrorReply(createHostError(call));
    if (call.method === 'OPTIONS' && call.preflight && call.origin) {
      return { status: 204, headers: getPreflightHeaders(call.origin), body: undefined };
    }
    return find(call, (tier) => authorizeCall(services.security, call, tier));
  };

  /**
   * Finds the operation of a call and authorizes the call.
   * @param isTokenRight checks the token; it throws to reject the call
   */
  const find = (call: Call, isTokenRight: (tier: AccessTier) => boolean): AuthorizedCall | Reply => {
    try {
      const { match, operation, bodyLimit } = route(call.method, call.path);
      const authenticated = isTokenRight(
        operation ? (operation.spec.tier ?? 'gated') : getPathTier(call.path),
      );
      if (!match) throw createRouteError(call);
      if (!('id' in match)) return createMethodNotAllowedReply(call, match.allowed);
      // biome-ignore lint/style/noNonNullAssertion: what matched by an id has an operation
      return { match, operation: operation!, bodyLimit, isAuthenticated: authenticated };
    } catch (failure) {
      return toErrorReply(failure, call);
    }
  };

  const perform = (call: Call, routed?: RoutedCall): MaybePromise<Reply> => {
    const authorized = routed && isAuthorized(routed) ? routed : authorize(call);
    if (!isAuthorized(authorized)) return authorized;
    const ignored = new IgnoredFields(strict);
    try {
      const reply = serve(call, authorized, ignored);
      return reply instanceof Promise
        ? reply.catch((failure) => toErrorReply(failure, call, ignored))
        : reply;
    } catch (failure) {
      return toErrorReply(failure, call, ignored);
    }
  };

  const performAndNotify = async (call: Call, notify: (call: Call, reply: Reply) => void): Promise<Reply> => {
    const reply = await perform(call);
    notify(call, reply);
    return reply;
  };

  const serve = (
    call: Call,
    { match, operation, isAuthenticated }: AuthorizedCall,
    ignored: IgnoredFields,
  ): MaybePromise<Reply> => {
    const { spec } = operation;
    const query = operation.parseQuery(call.query, ignored);
    const body = operation.parseBody(call, ignored);
    const sync = spec.sync === true && isSyncRequested(call, query);
    if ((operation.requiresRuntime || sync) && !services.link.connected) {
      throw new ApiError('RUNTIME_NOT_CONNECTED');
    }
    const { params } = match;
    const { graph, node, end, connection, variable, action } = operation.resolveResources(params, services);
    if (graph && operation.editsGraph) checkRevision(graph, call);
    if (operation.editsProject && controller.editFailure)
      throw createEditRejectedError(controller.editFailure);
    const input = { params, query, body, graph, node, end, connection, variable, action };
    const returned = operation.editsProject
      ? runEdit(operation, input, call, isAuthenticated)
      : operation.run(input, context, { call, isAuthenticated, editSource: undefined });
    const output =
      Result.is(returned) && returned.form.kind === 'sliced'
        ? createSlicedValue(returned.form, call, query, services.slices)
        : returned;
    const handled = { operation, call, query, sync, graph, ignored };
    return output instanceof Promise
      ? output.then((value) => completeCall(handled, value))
      : completeCall(handled, output);
  };

  /** Runs the synchronous part of a handler, whose edits belong to the call. */
  const runEdit = (
    operation: PreparedOperation,
    input: unknown,
    call: Call,
    isAuthenticated: boolean,
  ): MaybePromise<unknown> => {
    const editSource = call.editSource ?? {
      client: call.clientName ?? '',
      operation: operation.id,
      hasParts: false,
    };
    const { session } = store;
    const outer = session.source;
    session.source = editSource;
    try {
      return operation.run(input, context, { call, isAuthenticated, editSource });
    } finally {
      session.source = outer;
    }
  };

  /** Creates the reply from a handler's result. If the call has `sync`, the edit is pushed to the runtime first. */
  const completeCall = (handled: HandledCall, value: unknown): MaybePromise<Reply> => {
    const { call, sync, ignored } = handled;
    const edit = Result.is(value) && value.form.kind === 'edit' ? value.form : undefined;
    const edited = edit?.graph ?? handled.graph;
    if (call.batch && edited && handled.operation.editsProject) {
      call.batch.revisions.set(edited.id, edited.revision);
    }
    if (!sync) return createCallReply(handled, edited, edit ? edit.createValue() : value);
    // The edit is kept even if the runtime fails, so the error reply also carries the new revision.
    const failure = (cause: unknown): Reply => addETag(toErrorReply(cause, call, ignored), edited, store);
    const success = (): Reply => createCallReply(handled, edited, edit ? edit.createValue() : value);
    return pushEdit(controller, edited, edit?.push).then(success, failure);
  };

  const createCallReply = (
    { operation, call, query, ignored }: HandledCall,
    graph: GraphDocument | undefined,
    value: unknown,
  ): Reply =>
    addCommonHeaders(addETag(createReply(operation, call, query, value), graph, store), call, ignored);

  return { route, authorize, dispatch, toErrorReply };
};

const noIgnoredFields = new IgnoredFields(false);

const isAuthorized = (result: RoutedCall | Reply): result is AuthorizedCall => 'isAuthenticated' in result;

/** Whether authorization has already answered the call with a reply. */
export const isReply = (result: RoutedCall | Reply): result is Reply => 'status' in result;

/** Whether a host should read the call's body. If no operation can accept a body, the host can skip it. */
export const shouldReadBody = (result: RoutedCall): boolean =>
  result.operation?.spec.body !== undefined || !isAuthorized(result) || result.isAuthenticated;

const addCommonHeaders = (reply: Reply, { origin }: Call, ignored: IgnoredFields): Reply => {
  if (origin === undefined && ignored.isEmpty) return reply;
  const cors = getCorsHeaders(origin);
  const vary = [reply.headers.Vary, cors.Vary].filter((name) => name !== undefined).join(', ');
  const headers = { ...reply.headers, ...cors, ...ignored.headers, ...(vary && { Vary: vary }) };
  return { ...reply, headers };
};

const createMethodNotAllowedReply = ({ method, path, origin }: Call, allowed: readonly string[]): Reply => {
  const allow = allowed.join(', ');
  const error = new ApiError('METHOD_NOT_ALLOWED', `${path} does not support ${method}. Use ${allow}.`, {
    allowed,
  });
  return createErrorReply(error, { Allow: allow, ...getCorsHeaders(origin) });
};

/**
 * Creates the error for a call that matches no route. A client that calls the hub's path as if it were a route receives
 * an explanation of the hub.
 */
const createRouteError = ({ method, path }: Call): ApiError =>
  path === hubPath
    ? new ApiError(
        'UPGRADE_REQUIRED',
        `${path} is the address of the hub, which speaks the SignalR hub protocol over WebSocket.`,
      )
    : new ApiError('ROUTE_NOT_FOUND', `There is no route ${method} ${path}.`);

const getErrorHeaders = (error: ApiError): Readonly<Record<string, string>> => {
  switch (error.code) {
    case 'UPGRADE_REQUIRED':
      return { Connection: 'Upgrade', Upgrade: 'websocket' };
    case 'RANGE_NOT_SATISFIABLE':
      return { 'Content-Range': `bytes */${String(error.details?.size)}` };
    default:
      return getRetryAfterHeader(error);
  }
};
