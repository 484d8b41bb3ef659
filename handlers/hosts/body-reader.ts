import type { IncomingMessage } from 'node:http';
import { ApiError } from '#spec/errors.ts';
import type { Scheduler } from '../scheduler.ts';
import { decodeBody } from './decode-body.ts';
import { createBusyError, createBodyCollector, createMemoryBudget } from './body-collector.ts';
import type { HostLimits } from './host-limits.ts';

/** What a request says of its body. */
export interface AnnouncedBody {
  /** Undefined when it comes in chunks and its length is not known. */
  readonly length: number | undefined;
}

/** What is announced of a body; undefined when there is none. */
export const getAnnouncedBody = ({ headers }: IncomingMessage): AnnouncedBody | undefined => {
  if (headers['transfer-encoding'] !== undefined) return { length: undefined };
  const length = Number(headers['content-length'] ?? 0);
  return length > 0 ? { length } : undefined;
};

export interface BodyReader {
  /** Reads a body as text; whoever asks is told of it or of what was wrong with it, once. */
  readBody(
    request: IncomingMessage,
    announced: AnnouncedBody,
    limit: number,
    done: (text: string) => void,
    refuse: (fault: ApiError) => void,
  ): void;
}

/** A body of which a part is there. */
interface PendingBody {
  /** How often it was looked at without anything having come. */
  idleChecks: number;
  abort(): void;
}

/** A body that announces more than this has its room before it comes, so that it is refused before and not on the way. */
const minReservedBytes = 65_536;

/** How often a body is looked at within the time that it may be quiet for. */
const checksPerTimeout = 2;

/** The bodies of all connections of a host. */
export const createBodyReader = (limits: HostLimits, scheduler: Scheduler): BodyReader => {
  const room = createMemoryBudget(limits.maxUnfinishedBytes);
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

  /** A body that comes in several pieces. */
  const gather = (
    request: IncomingMessage,
    limit: number,
    refuse: (fault: ApiError) => void,
    reserved = 0,
  ) => {
    const collector = createBodyCollector(limit, room, reserved);
    let open = true;
    const end = (): void => {
      open = false;
      waiting.delete(body);
      collector.release();
    };
    const fail = (fault: ApiError): void => {
      end();
      refuse(fault);
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
        const fault = collector.add(chunk);
        if (fault) fail(fault);
      },
      /** @returns the text or what is wrong with it, undefined when the body was refused */
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
      if (!room.reserve(reserved)) return refuse(createBusyError());
      let pieces = reserved > 0 ? gather(request, limit, refuse, reserved) : undefined;
      request.on('data', (chunk: Buffer) => {
        // As a rule a body comes in one piece, which is neither copied nor kept an eye on.
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
  new ApiError('REQUEST_TIMEOUT', `Nothing of the body came for ${idleMs / 1000} s.`);
