import type { IncomingMessage } from 'node:http';
import { ApiError } from '#spec/errors.ts';
import type { Scheduler } from '#runtime/shared/scheduler.ts';
import { decodeBody } from './decode-body.ts';
import { createBusyError, createBodyCollector, createMemoryBudget } from './body-collector.ts';
import type { HostLimits } from './host-limits.ts';

/** What the headers of a request announce about its body. */
export interface AnnouncedBody {
  /** The length of the body in bytes; `undefined` if the body is chunked and its length is unknown. */
  readonly length: number | undefined;
}

/** Returns what the headers announce about the body, or `undefined` if the request has no body. */
export const getAnnouncedBody = ({ headers }: IncomingMessage): AnnouncedBody | undefined => {
  if (headers['transfer-encoding'] !== undefined) return { length: undefined };
  const length = Number(headers['content-length'] ?? 0);
  return length > 0 ? { length } : undefined;
};

export interface BodyReader {
  /** Reads a body as text. The callback is called exactly once, with the text or an error. */
  readBody(
    request: IncomingMessage,
    announced: AnnouncedBody,
    limit: number,
    onText: (text: string) => void,
    onError: (error: ApiError) => void,
  ): void;
}

/** A body that has not arrived completely yet. */
interface PendingBody {
  /** The number of checks since data last arrived. */
  idleChecks: number;
  abort(): void;
}

/**
 * If a body announces more bytes than this, its memory is reserved in advance, so that the body can be rejected before
 * the client sends it.
 */
const minReservedBytes = 65_536;

/** The number of times that a body is checked within its idle timeout. */
const checksPerTimeout = 2;

/** Creates a reader for the bodies on all connections of a host. */
export const createBodyReader = (limits: HostLimits, scheduler: Scheduler): BodyReader => {
  const budget = createMemoryBudget(limits.maxUnfinishedBytes);
  const pendingBodies = new Set<PendingBody>();
  let isCheckScheduled = false;

  const checkIdle = (): void => {
    isCheckScheduled = false;
    for (const body of pendingBodies) {
      body.idleChecks += 1;
      if (body.idleChecks > checksPerTimeout) body.abort();
    }
    scheduleCheck();
  };
  const scheduleCheck = (): void => {
    if (isCheckScheduled || pendingBodies.size === 0) return;
    isCheckScheduled = true;
    scheduler.after(limits.idleTimeoutMs / checksPerTimeout, checkIdle);
  };

  /** Collects a body that arrives in several chunks. */
  const collectBody = (
    request: IncomingMessage,
    limit: number,
    onError: (error: ApiError) => void,
    reserved = 0,
  ) => {
    const collector = createBodyCollector(limit, budget, reserved);
    let open = true;
    const end = (): void => {
      open = false;
      pendingBodies.delete(body);
      collector.release();
    };
    const fail = (error: ApiError): void => {
      end();
      onError(error);
    };
    const body: PendingBody = {
      idleChecks: 0,
      abort: () => fail(createIdleTimeoutError(limits.idleTimeoutMs)),
    };
    pendingBodies.add(body);
    scheduleCheck();
    request.on('close', end);
    return {
      add(chunk: Buffer): void {
        if (!open) return;
        body.idleChecks = 0;
        const error = collector.add(chunk);
        if (error) fail(error);
      },
      /** @returns the text or an error; `undefined` if the body has already been rejected */
      finish(): string | ApiError | undefined {
        if (!open) return undefined;
        const text = collector.decode();
        end();
        return text;
      },
    };
  };

  return {
    readBody(request, { length }, limit, onText, onError) {
      let singleChunk: Buffer | undefined;
      const reserved = length !== undefined && length > minReservedBytes ? length : 0;
      if (!budget.reserve(reserved)) return onError(createBusyError());
      let collector = reserved > 0 ? collectBody(request, limit, onError, reserved) : undefined;
      request.on('data', (chunk: Buffer) => {
        // Most bodies arrive in one chunk. Such a chunk is neither copied nor timed.
        if (chunk.length === length && !collector) {
          singleChunk = chunk;
          return;
        }
        collector ??= collectBody(request, limit, onError);
        collector.add(chunk);
      });
      request.on('end', () => {
        const text = collector ? collector.finish() : singleChunk ? decodeBody(singleChunk) : '';
        if (text instanceof ApiError) onError(text);
        else if (text !== undefined) onText(text);
      });
    },
  };
};

const createIdleTimeoutError = (idleMs: number): ApiError =>
  new ApiError('REQUEST_TIMEOUT', `No data of the body arrived for ${idleMs / 1000} s.`);
