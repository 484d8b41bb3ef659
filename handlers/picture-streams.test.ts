import { expect, it } from 'vitest';
import { ApiError, type ErrorCode } from '#spec/errors.ts';
import { createSteppedScheduler } from './hub/testing-scheduler.ts';
import { createPictureStreams } from './picture-streams.ts';
import type { RuntimeLink } from '#runtime/link/runtime-link.ts';
import type { PictureView } from './take-picture.ts';

const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex');

/** Lets everything run that waits only for promises. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Creates streams from a runtime that answers each request for a picture when the test says so, or at once. */
const openTestStreams = ({ isManual = false } = {}) => {
  const scheduler = createSteppedScheduler();
  const requests: unknown[] = [];
  const responses: (() => void)[] = [];
  let failure: ErrorCode | undefined;
  const request = (_: string, view: PictureView): Promise<unknown> => {
    requests.push(view.camera ?? 'main');
    const number = requests.length;
    return new Promise((resolve, reject) => {
      const respond = (): void => {
        if (failure) reject(new ApiError(failure));
        else resolve({ tick: 1, seq: 1, data: Buffer.concat([pngSignature, Buffer.from(` ${number}`)]) });
      };
      if (isManual) responses.push(respond);
      else respond();
    });
  };
  const link = { request } as unknown as RuntimeLink;
  const streams = createPictureStreams({ link, scheduler });
  const open = async (
    options: { camera?: string; rate?: number; frames?: number; isAllowed?: () => boolean } = {},
  ) => {
    const { camera, ...rest } = options;
    const body = await streams.open({ view: { camera }, rate: 10, isAllowed: () => true, ...rest });
    const leaving = new AbortController();
    const pieces = body.open(leaving.signal)[Symbol.asyncIterator]();
    const taken: string[] = [];
    let ending: unknown;
    /** Takes pieces until there is none at the moment, as a client does that keeps up. */
    const take = async (): Promise<void> => {
      for (;;) {
        const { done, value } = await pieces.next();
        if (done) break;
        const number = / (\d+)$/.exec(Buffer.from(value).toString('latin1'))?.[1];
        if (number !== undefined) taken.push(number);
      }
    };
    const read = (): void =>
      void take().then(
        () => {
          ending = 'ended';
        },
        (error) => {
          ending = (error as ApiError).code;
        },
      );
    return { read, taken, leave: () => leaving.abort(), ending: () => ending };
  };
  const advance = async (milliseconds: number): Promise<void> => {
    await settle();
    scheduler.advance(milliseconds);
    await settle();
  };
  const respond = async (): Promise<void> => {
    for (const run of responses.splice(0)) run();
    await settle();
  };
  return {
    ...{ streams, scheduler, requests, open, advance, respond },
    fail(code: ErrorCode | undefined) {
      failure = code;
    },
  };
};

it('sends pictures at the requested rate, which streams of the same view share', async () => {
  const { open, advance, requests } = openTestStreams();
  const [fast, slow, other] = [await open(), await open({ rate: 5 }), await open({ camera: 'second' })];
  for (const { read } of [fast, slow, other]) read();
  await settle();
  const firstRequests = requests.length;
  for (let step = 0; step < 4; step += 1) await advance(100);
  expect(fast.taken).toEqual(['1', '4', '6', '8', '10']);
  expect(slow.taken).toEqual(['2', '6', '10']);
  expect(other.taken).toHaveLength(5);
  expect(requests).toHaveLength(firstRequests + 8);
});

it('requests no pictures for clients that take none', async () => {
  const { open, advance, requests, scheduler } = openTestStreams();
  for (let client = 0; client < 50; client += 1) await open();
  const before = requests.length;
  await advance(60_000);
  expect([requests.length, scheduler.pendingTimers]).toEqual([before, 0]);
});

it('takes one picture at a time of each view, and skips those for which there is no time', async () => {
  const { streams, advance, respond, requests, open } = openTestStreams({ isManual: true });
  const opening = [open(), open(), open()];
  expect(requests).toHaveLength(1);
  await respond();
  const clients = await Promise.all(opening);
  for (const { read } of clients) read();
  await advance(1_000);
  expect(requests).toHaveLength(2);
  await advance(1_000);
  await respond();
  expect(clients.map(({ taken }) => taken)).toEqual([
    ['1', '2'],
    ['1', '2'],
    ['1', '2'],
  ]);
  streams.end();
});

it('ends after the requested number of pictures', async () => {
  const { open, advance } = openTestStreams();
  const { read, taken, ending } = await open({ frames: 2 });
  read();
  await advance(100);
  expect([taken, ending()]).toEqual([['1', '2'], 'ended']);
});

it('requests no more pictures when the client leaves, may no longer see the scene, or the service ends', async () => {
  const { open, advance, streams, requests, scheduler } = openTestStreams();
  let isAllowed = true;
  const leaving = await open();
  const locked = await open({ isAllowed: () => isAllowed });
  const ended = await open();
  for (const { read } of [leaving, locked, ended]) read();
  await settle();
  leaving.leave();
  isAllowed = false;
  await advance(100);
  expect([leaving.ending(), locked.ending(), ended.ending()]).toEqual(['ended', 'ended', undefined]);
  streams.end();
  await settle();
  expect([ended.ending(), scheduler.pendingTimers]).toEqual(['ended', 0]);
  const before = requests.length;
  await advance(1_000);
  expect(requests).toHaveLength(before);
});

it('ends without waiting for a picture that the runtime is still taking', async () => {
  const { open, respond, advance, requests } = openTestStreams({ isManual: true });
  const opening = open();
  await respond();
  const { read, leave, ending } = await opening;
  read();
  await advance(100);
  expect(requests).toHaveLength(2);
  leave();
  await settle();
  expect(ending()).toBe('ended');
});

it.each<ErrorCode>(['RUNTIME_NOT_CONNECTED', 'RUNTIME_TIMEOUT', 'ACTION_FAILED'])(
  'continues after %s, and tries once a second',
  async (code) => {
    const { open, advance, fail, requests } = openTestStreams();
    const { read, taken, ending } = await open();
    read();
    fail(code);
    await advance(100);
    expect(requests).toHaveLength(2);
    await advance(899);
    expect(requests).toHaveLength(2);
    fail(undefined);
    await advance(1);
    await advance(100);
    expect([taken, ending()]).toEqual([['1', '3', '4'], undefined]);
  },
);

it('fails when its camera is gone', async () => {
  const { open, advance, fail } = openTestStreams();
  const { read, ending } = await open();
  read();
  fail('OBJECT_NOT_FOUND');
  await advance(100);
  expect(ending()).toBe('OBJECT_NOT_FOUND');
});

it('rejects more than 64 streams, until one has ended', async () => {
  const { open, advance } = openTestStreams();
  const clients = await Promise.all(Array.from({ length: 64 }, () => open()));
  for (const { read } of clients) read();
  await settle();
  await expect(open()).rejects.toMatchObject({ code: 'ACTION_FAILED', details: { maxStreams: 64 } });
  clients[0]?.leave();
  await advance(0);
  await open();
});
