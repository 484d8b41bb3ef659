import type { IncomingMessage } from 'node:http';
import { ApiError } from '#spec/errors.ts';
import type { Scheduler } from '../scheduler.ts';
import { decodeBody } from './decode-body.ts';
import { createBusyError, createBodyCollector, createMemoryBudget } from './body-collector.ts';
import type { HostLimits } from './host-limits.ts';

/** What a request announces about its body. */
export interface AnnouncedBody {
  /** Undefined when the body is chunked and its length is unknown. */
  readonly length: number | undefined;
}

/** Returns what the headers announce about the body; undefined when there is none. */
export const getAnnouncedBody = ({ headers }: IncomingMessage): AnnouncedBody | undefined => {
  if (headers['transfer-encoding'] !== undefined) return { length: undefined };
  const length = Number(headers['content-length'] ?? 0);
  return length > 0 ? { length } : undefined;
};

export interface BodyReader {
  /** Reads a body as text, and calls back once with the text or an error. */
  readBody(
    request: IncomingMessage,
    announced: AnnouncedBody,
    limit: number,
    done: (text: string) => void,
    refuse: (error: ApiError) => void,
  ): void;
}

/** A body that has arrived in part. */
interface PendingBody {
  /** How many checks in a row found nothing new. */
  idleChecks: number;
  abort(): void;
}

/**
 * A body that announces more than this reserves its memory before it arrives, so that it is rejected before it is sent.
 */
const minReservedBytes = 65_536;

/** How many times a body is checked within its idle timeout. */
const checksPerTimeout = 2;

/** Reads the bodies of all connections of a host. */
export const createBodyReader = (limits: HostLimits, scheduler: Scheduler): BodyReader => {
  const budget = createMemoryBudget(limits.maxUnfinishedBytes);
  const waiting = new Set<PendingBody>();
  let looking = false;

  const look = (): void => {
    looking = false;
    for (const body of waiting) {
      body.idleChecks += 1;
      if (body.idleChecks > checksPerTimeout) body.abort();
    }
    lookLater();
  };
  const lookLater = (): void => {
    if (looking || waiting.size === 0) return;
    looking = true;
    scheduler.after(limits.idleTimeoutMs / checksPerTimeout, look);
  };

  /** Collects a body that arrives in several pieces. */
  const gather = (
    request: IncomingMessage,
    limit: number,
    refuse: (error: ApiError) => void,
    reserved = 0,
  ) => {
    const collector = createBodyCollector(limit, budget, reserved);
    let open = true;
    const end = (): void => {
      open = false;
      waiting.delete(body);
      collector.release();
    };
    const fail = (error: ApiError): void => {
      end();
      refuse(error);
    };
    const body: PendingBody = {
      idleChecks: 0,
      abort: () => fail(createIdleTimeoutError(limits.idleTimeoutMs)),
    };
    waiting.add(body);
    lookLater();
    request.on('close', end);
    return {
      add(chunk: Buffer): void {
        if (!open) return;
        body.idleChecks = 0;
        const error = collector.add(chunk);
        if (error) fail(error);
      },
      /** @returns the text or an error; undefined when the body was rejected */
      finish(): string | ApiError | undefined {
        if (!open) return undefined;
        const text = collector.decode();
        end();
        return text;
      },
    };
  };

  return {
    readBody(request, { length }, limit, done, refuse) {
      let whole: Buffer | undefined;
      const reserved = length !== undefined && length > minReservedBytes ? length : 0;
      if (!budget.reserve(reserved)) return refuse(createBusyError());
      let pieces = reserved > 0 ? gather(request, limit, refuse, reserved) : undefined;
      request.on('data', (chunk: Buffer) => {
        // Most bodies arrive in one piece, which is neither copied nor watched.
        if (chunk.length === length && !pieces) {
          whole = chunk;
          return;
        }
        pieces ??= gather(request, limit, refuse);
        pieces.add(chunk);
      });
      request.on('end', () => {
        const text = pieces ? pieces.finish() : whole ? decodeBody(whole) : '';
        if (text instanceof ApiError) refuse(text);
        else if (text !== undefined) done(text);
      });
    },
  };
};

const createIdleTimeoutError = (idleMs: number): ApiError =>
  new ApiError('REQUEST_TIMEOUT', `No data of the body arrived for ${idleMs / 1000} s.`);
