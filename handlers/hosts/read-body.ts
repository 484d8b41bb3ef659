import type { IncomingMessage } from 'node:http';
import { ApiError } from '#spec/errors.ts';
import type { Scheduler } from '../scheduler.ts';
import { textOf } from './body-text.ts';
import { busy, createCollector, createRoom } from './collect.ts';
import type { HostLimits } from './limits.ts';

/** What a request says of its body. */
export interface Announced {
  /** Undefined when it comes in chunks and its length is not known. */
  readonly length: number | undefined;
}

/** What is announced of a body; undefined when there is none. */
export const announcedBody = ({ headers }: IncomingMessage): Announced | undefined => {
  if (headers['transfer-encoding'] !== undefined) return { length: undefined };
  const length = Number(headers['content-length'] ?? 0);
  return length > 0 ? { length } : undefined;
};

export interface BodyReader {
  /** Reads a body as text; whoever asks is told of it or of what was wrong with it, once. */
  read(
    request: IncomingMessage,
    announced: Announced,
    limit: number,
    done: (text: string) => void,
    refuse: (fault: ApiError) => void,
  ): void;
}

/** A body of which a part is there. */
interface Waiting {
  /** How often it was looked at without anything having come. */
  quiet: number;
  giveUp(): void;
}

/** A body that announces more than this has its room before it comes, so that it is refused before and not on the way. */
const reservedFrom = 65_536;

/** How often a body is looked at within the time that it may be quiet for. */
const looks = 2;

/** The bodies of all connections of a host. */
export const createBodyReader = (limits: HostLimits, scheduler: Scheduler): BodyReader => {
  const room = createRoom(limits.unfinishedBytes);
  const waiting = new Set<Waiting>();
  let looking = false;

  const look = (): void => {
    looking = false;
    for (const body of waiting) {
      body.quiet += 1;
      if (body.quiet > looks) body.giveUp();
    }
    lookLater();
  };
  const lookLater = (): void => {
    if (looking || waiting.size === 0) return;
    looking = true;
    scheduler.after(limits.idleMs / looks, look);
  };

  /** A body that comes in several pieces. */
  const gather = (
    request: IncomingMessage,
    limit: number,
    refuse: (fault: ApiError) => void,
    reserved = 0,
  ) => {
    const collector = createCollector(limit, room, reserved);
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
    const body: Waiting = { quiet: 0, giveUp: () => fail(slow(limits.idleMs)) };
    waiting.add(body);
    lookLater();
    request.on('close', end);
    return {
      add(chunk: Buffer): void {
        if (!open) return;
        body.quiet = 0;
        const fault = collector.add(chunk);
        if (fault) fail(fault);
      },
      /** @returns the text or what is wrong with it, undefined when the body was refused */
      finish(): string | ApiError | undefined {
        if (!open) return undefined;
        const text = collector.text();
        end();
        return text;
      },
    };
  };

  return {
    read(request, { length }, limit, done, refuse) {
      let whole: Buffer | undefined;
      const reserved = length !== undefined && length > reservedFrom ? length : 0;
      if (!room.take(reserved)) return refuse(busy());
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
        const text = pieces ? pieces.finish() : whole ? textOf(whole) : '';
        if (text instanceof ApiError) refuse(text);
        else if (text !== undefined) done(text);
      });
    },
  };
};

const slow = (idleMs: number): ApiError =>
  new ApiError('REQUEST_TIMEOUT', `Nothing of the body came for ${idleMs / 1000} s.`);
