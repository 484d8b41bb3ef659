/** Tests uploads that arrive in pieces, slowly, at the same time, or incomplete. */
import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { type ClientRequest, request as sendRequest, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ApiError } from '#spec/errors.ts';
import { createNodeServer } from '../../hosts/node-host.ts';
import { createSteppedScheduler, type SteppedScheduler } from '../../hub/testing-scheduler.ts';
import { createTestService, type TestService } from '../../testing-service.ts';
import type { AssetChecker } from '../../controller/projects/asset-files/asset-files.ts';
import type { ErrorBody } from '../../testing-on-every-host.ts';

const maxFileBytes = 1 << 20;
const image = await readFile(
  new URL('../../../fixtures/projects/demo/assets/sunflower.png', import.meta.url),
);
const otherImage = await readFile(new URL('../../../fixtures/golden-images/lights.png', import.meta.url));
const hashOf = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');

/** Accepts every file. A test can delay or replace the check. */
const checker: AssetChecker & { check: () => Promise<ApiError | undefined> } = {
  check: async () => undefined,
  findSizeError: () => undefined,
  findContentError: () => checker.check(),
  close: async () => {},
};

let test: TestService;
let scheduler: SteppedScheduler;
let server: Server;
let port: number;

beforeEach(async () => {
  checker.check = async () => undefined;
  test = await createTestService({
    assetChecker: checker,
    settings: { assets: { maxFileMegabytes: maxFileBytes >> 20 } },
  });
  scheduler = createSteppedScheduler();
  server = createNodeServer(test.service, { scheduler });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  expect(test.failures).toEqual([]);
  await expectNoTempFiles();
  await test.dispose();
});

const project = (): string => join(test.folder, 'project');
const assets = (): Promise<string[]> => readdir(join(project(), 'assets')).catch(() => []);
const listTempFiles = async (): Promise<string[]> =>
  (await readdir(join(project(), '.scene-runtime')).catch((): string[] => [])).filter((name) =>
    name.endsWith('.tmp'),
  );
const expectNoTempFiles = (): Promise<void> => expect.poll(listTempFiles, { interval: 5 }).toEqual([]);
const expectTempFiles = (count: number): Promise<void> =>
  expect.poll(listTempFiles, { interval: 5, timeout: 5_000 }).toHaveLength(count);

interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown> & Partial<ErrorBody>;
}

/** An upload whose body the test sends piece by piece. */
interface Upload {
  readonly request: ClientRequest;
  readonly answer: Promise<Answer>;
}

const startUpload = (path: string, headers: Record<string, string | number> = {}): Upload => {
  const request = sendRequest({
    port,
    method: 'PUT',
    path: `/api/assets/files/${path}`,
    headers: { 'X-API-Key': test.token, ...headers },
  });
  const answer = new Promise<Answer>((resolve, reject) => {
    request.on('response', async (response) => {
      let text = '';
      for await (const chunk of response) text += chunk;
      resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) as Answer['body'] });
    });
    request.on('error', reject);
  });
  answer.catch(() => {});
  return { request, answer };
};

const upload = (path: string, content: Uint8Array, headers = {}): Promise<Answer> => {
  const { request, answer } = startUpload(path, { 'Content-Length': content.length, ...headers });
  request.end(content);
  return answer;
};

const getError = ({ status, body }: Answer) => [status, body.error?.code];

describe('an upload', () => {
  it('is stored bit for bit, however it was split, and so is every part of it returned', async () => {
    const chunks = fc.array(fc.integer({ min: 0, max: 20_000 }), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(chunks, fc.boolean(), fc.nat(), fc.nat(), async (lengths, isChunked, a, b) => {
        const pieces = lengths.map((length) => randomBytes(length));
        const content = Buffer.concat(pieces);
        const { request, answer } = startUpload(
          'a.bin',
          isChunked ? { 'Transfer-Encoding': 'chunked' } : { 'Content-Length': content.length },
        );
        for (const piece of pieces) {
          request.write(piece);
          await new Promise(setImmediate);
        }
        request.end();
        expect((await answer).body).toMatchObject({ size: content.length, hash: hashOf(content) });
        expect(await readFile(join(project(), 'assets/a.bin'))).toEqual(content);
        const [start, end] = [a, b].map((edge) => edge % (content.length + 1)).sort((x, y) => x - y);
        const response = await fetch(`http://127.0.0.1:${port}/api/assets/files/a.bin`, {
          headers: { 'X-API-Key': test.token, Range: `bytes=${start}-${end}` },
        });
        const part = Buffer.from(await response.arrayBuffer());
        if (start! < content.length) expect(part).toEqual(content.subarray(start, end! + 1));
        else expect(response.status).toBe(416);
      }),
      { numRuns: 15 },
    );
  });

  it('is refused before its body is sent, if the client waits for 100 Continue', async () => {
    const { request, answer } = startUpload('a.exe', { 'Content-Length': 100, Expect: '100-continue' });
    request.on('continue', () => request.end(Buffer.alloc(100)));
    request.flushHeaders();
    expect(getError(await answer)).toEqual([400, 'INVALID_REQUEST']);
    const accepted = startUpload('a.png', { 'Content-Length': image.length, Expect: '100-continue' });
    accepted.request.on('continue', () => accepted.request.end(image));
    accepted.request.flushHeaders();
    expect((await accepted.answer).status).toBe(201);
  });

  it('is refused as soon as it is known to be too large', async () => {
    const announced = startUpload('a.png', { 'Content-Length': maxFileBytes + 1 });
    announced.request.flushHeaders();
    expect(getError(await announced.answer)).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    expect((await upload('a.png', Buffer.alloc(maxFileBytes))).status).toBe(201);

    const chunked = startUpload('b.png', { 'Transfer-Encoding': 'chunked' });
    chunked.request.write(Buffer.alloc(maxFileBytes));
    await expectTempFiles(1);
    chunked.request.write('x');
    expect(getError(await chunked.answer)).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    expect(await assets()).toEqual(['a.png']);
  });

  it('is not limited in time while data arrives, but is cut when none arrives', async () => {
    const { request, answer } = startUpload('a.png', { 'Content-Length': image.length });
    for (const [index, byte] of image.subarray(0, 40).entries()) {
      request.write(Buffer.of(byte));
      await expect.poll(readTempSize, { interval: 1, timeout: 5_000 }).toBe(index + 1);
      scheduler.advance(9_000);
    }
    scheduler.advance(2_000);
    expect(getError(await answer)).toEqual([408, 'REQUEST_TIMEOUT']);
    expect(await assets()).toEqual([]);
  });

  const readTempSize = async (): Promise<number> => {
    const [name] = await listTempFiles();
    return name === undefined ? 0 : (await readFile(join(project(), '.scene-runtime', name))).length;
  };

  it('is not cut by the timeout of requests', async () => {
    const impatient = createNodeServer(test.service, {
      limits: { requestTimeoutMs: 100, headersTimeoutMs: 100 },
    });
    impatient.listen(0, '127.0.0.1');
    await once(impatient, 'listening');
    ({ port } = impatient.address() as AddressInfo);
    const { request, answer } = startUpload('a.png', { 'Content-Length': image.length });
    request.write(image.subarray(0, 100));
    const [failure] = (await once(impatient, 'clientError')) as [NodeJS.ErrnoException];
    expect(failure.code).toBe('ERR_HTTP_REQUEST_TIMEOUT');
    request.end(image.subarray(100));
    expect((await answer).status).toBe(201);
    impatient.closeAllConnections();
    impatient.close();
  });

  it('leaves nothing behind when its client goes, wherever it is', async () => {
    const content = randomBytes(300_000);
    const closed: Promise<unknown>[] = [];
    for (let index = 0; index < 200; index += 1) {
      const { request } = startUpload(`file-${index}.bin`, {
        ...(index % 2 === 0 ? { 'Content-Length': content.length } : { 'Transfer-Encoding': 'chunked' }),
      });
      request.on('error', () => {});
      closed.push(once(request, 'close').catch(() => {}));
      const end = Math.floor((index / 200) * content.length);
      request.write(content.subarray(0, end), () => {
        if (index % 3 === 0) request.socket?.resetAndDestroy();
        else if (index % 3 === 1) setImmediate(() => request.destroy());
        else request.destroy();
      });
      if (end === 0) request.destroy();
      if (index % 8 === 7) await Promise.all(closed);
    }
    await Promise.all(closed);
    await expectNoTempFiles();
    expect(await assets()).toEqual([]);
    expect((await upload('after.bin', content)).status).toBe(201);
  });

  it('leaves nothing behind when its client ends in the middle of a chunk', async () => {
    for (const tail of ['', '5\r\nab', 'zz\r\n', '5\r\nabcdeX']) {
      const socket = connect(port, '127.0.0.1');
      socket.write(
        `PUT /api/assets/files/a.png HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${test.token}\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n${tail}`,
      );
      await expectTempFiles(1);
      socket.end();
      socket.resume();
      await once(socket, 'close');
      await expectNoTempFiles();
    }
    expect(await assets()).toEqual([]);
  });

  it('leaves the previous file in place when it fails', async () => {
    await upload('a.png', image);
    checker.check = async () => new ApiError('ACTION_FAILED', 'It is damaged.');
    expect(getError(await upload('a.png', otherImage))).toEqual([422, 'ACTION_FAILED']);
    expect(await readFile(join(project(), 'assets/a.png'))).toEqual(image);
  });

  it('may run at the same time as another to the same path; both are whole, and the conditions hold in the end', async () => {
    const first = startUpload('a.png', { 'Content-Length': image.length, 'If-None-Match': '*' });
    const second = startUpload('a.png', { 'Content-Length': otherImage.length, 'If-None-Match': '*' });
    const third = startUpload('a.png', { 'Content-Length': image.length });
    first.request.write(image.subarray(0, 100));
    second.request.write(otherImage.subarray(0, 100));
    third.request.write(image.subarray(0, 100));
    await expectTempFiles(3);
    second.request.end(otherImage.subarray(100));
    expect((await second.answer).status).toBe(201);
    first.request.end(image.subarray(100));
    expect(getError(await first.answer)).toEqual([412, 'REVISION_CONFLICT']);
    expect(await readFile(join(project(), 'assets/a.png'))).toEqual(otherImage);
    third.request.end(image.subarray(100));
    expect((await third.answer).status).toBe(200);
    expect(await readFile(join(project(), 'assets/a.png'))).toEqual(image);
  });

  it('is refused while 16 others run', async () => {
    const others = Array.from({ length: 16 }, (_, index) => {
      const other = startUpload(`${index}.bin`, { 'Content-Length': 10 });
      other.request.write('12345');
      return other;
    });
    await expectTempFiles(16);
    const refused = await upload('a.bin', image);
    expect(getError(refused)).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    expect(refused.body.error?.details).toMatchObject({ retryAfter: 1 });
    for (const { request } of others) request.end('67890');
    for (const { answer } of others) expect((await answer).status).toBe(201);
    expect((await upload('a.bin', image)).status).toBe(201);
  });

  it.each(['while its body arrives', 'while it is checked'])(
    'is refused when the project is closed %s',
    async (moment) => {
      let startCheck = (): void => {};
      const checking = new Promise<void>((resolve) => {
        startCheck = resolve;
      });
      checker.check = () => {
        startCheck();
        return new Promise(() => {});
      };
      const { request, answer } = startUpload('a.png', { 'Content-Length': image.length });
      request.write(image.subarray(0, 100));
      await expectTempFiles(1);
      if (moment === 'while it is checked') {
        request.end(image.subarray(100));
        await checking;
      }
      await test.service.controller.closeProject();
      expect(await listTempFiles()).toEqual([]);
      expect(getError(await answer)).toEqual([409, 'NO_PROJECT']);
      expect(await assets()).toEqual([]);
      await test.service.controller.openProject(project());
      checker.check = async () => undefined;
      expect((await upload('a.png', image)).status).toBe(201);
    },
  );

  it('is cancelled when the service shuts down', async () => {
    const { request, answer } = startUpload('a.png', { 'Content-Length': image.length });
    request.write(image.subarray(0, 100));
    await expectTempFiles(1);
    test.service.endStreams();
    expect(getError(await answer)).toEqual([409, 'NO_PROJECT']);
    await expectNoTempFiles();
    expect(await assets()).toEqual([]);
  });

  it('that a killed service has left is deleted when the project is opened', async () => {
    await test.service.controller.closeProject();
    await mkdir(join(project(), '.scene-runtime'), { recursive: true });
    await writeFile(join(project(), '.scene-runtime/upload.0123456789ab.tmp'), 'a part');
    await test.service.controller.openProject(project());
    await expectNoTempFiles();
  });

  it('is stored even if the assets are on another disk (needs the right to mount)', async ({ skip }) => {
    const folder = join(project(), 'assets');
    await mkdir(folder);
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]).status !== 0) skip();
    try {
      expect((await upload('a.png', image)).status).toBe(201);
      expect(await readFile(join(folder, 'a.png'))).toEqual(image);
      expect((await upload('b.bin', Buffer.alloc(maxFileBytes))).body.error).toMatchObject({
        code: 'SAVE_FAILED',
      });
      expect(await assets()).toEqual(['a.png']);
    } finally {
      spawnSync('umount', [folder]);
    }
  });

  it('is refused if it is compressed', async () => {
    expect(getError(await upload('a.png', image, { 'Content-Encoding': 'gzip' }))).toEqual([
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ]);
  });

  it('needs no body, like an empty shader', async () => {
    const { request, answer } = startUpload('a.glsl', { 'Content-Length': 0 });
    request.end();
    expect(await answer).toMatchObject({ status: 201, body: { size: 0 } });
  });

  it('does not end its connection', async () => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    const head = (method: string, length: number) =>
      `${method} /api/assets/files/a.bin HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${test.token}\r\nContent-Length: ${length}\r\n\r\n`;
    socket.write(
      `${head('PUT', 3)}abc${head('GET', 0)}${head('PUT', 2)}de${head('GET', 0)}${head('DELETE', 0)}`,
    );
    await expect.poll(() => text, { interval: 5 }).toContain('"deleted"');
    expect(text.match(/HTTP\/1.1 \d+/g)).toEqual(
      [201, 200, 200, 200, 200].map((status) => `HTTP/1.1 ${status}`),
    );
    expect(text).toMatch(/\r\n\r\nabcHTTP[\s\S]*\r\n\r\ndeHTTP/);
    socket.destroy();
  });
});
