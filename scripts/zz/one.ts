const root = process.argv[2]!;
const kind = process.argv[3]!;
const { createTestService } = await import(`${root}/handlers/testing-service.ts`);
const test = await createTestService({ runtime: 'none', strict: false });
const { service, token } = test;
const base = { query: '', token, authorization: undefined, origin: undefined, host: 'localhost', contentType: 'application/json', accept: undefined, ifMatch: undefined, preflight: undefined, address: '127.0.0.1', isLoopback: true, acceptsBytes: true, clientName: '' };
const raw = (await import(`${root}/handlers/pipeline/pipeline.ts`)) && service;
const call = (method: string, path: string, json?: unknown) => raw.dispatch({ ...base, method, path, body: json === undefined ? undefined : { text: JSON.stringify(json) } });
const created = (await call('POST', '/api/graphs', {})).body;
const graphBody = created instanceof Uint8Array ? JSON.parse(Buffer.from(created).toString()) : created;
const path = `/api/graphs/${graphBody.id}`;
const parse = (b: any) => (b instanceof Uint8Array ? JSON.parse(Buffer.from(b).toString()) : b);
const node = parse((await call('POST', `${path}/nodes`, { category: 'LogConsole' })).body);
const port = node.ports.find((p: any) => p.name === 'Message').id;
const build = {
  nodes: Array.from({ length: 1000 }, (_, i) => ({ tempId: `n${i}`, category: 'LogConsole', locationX: i, locationY: i })),
  connections: Array.from({ length: 5000 }, (_, i) => ({ from: `n${i % 1000}/Out`, to: `n${(i * 7 + 1 + Math.floor(i / 1000)) % 1000}/In` })),
};
const ports: string[] = []; for (let k = 0; k < 50; k += 1) ports.push(parse((await call("POST", `${path}/nodes`, { category: "LogConsole" })).body).ports.find((p: any) => p.name === "Message").id);
let i = 0;
const run: Record<string, [number, () => Promise<unknown>]> = {
  put: [Number(process.env.N ?? 6000), async () => call('PUT', `/api/ports/${port}/value`, { value: `hello ${(i += 1)}` })],
  node: [4000, async () => call('POST', `${path}/nodes`, { category: 'LogConsole', locationX: (i += 1) })],
  batch: [Number(process.env.N ?? 100), async () => call('POST', '/api/batch', { operations: Array.from({ length: 100 }, (_, k) => ({ method: "PUT", path: `/api/ports/${ports[k % 50]}/value`, body: { value: `v${(i += 1)}` } })) })],
  build: [12, async () => {
    const g = parse((await call('POST', '/api/graphs', {})).body);
    const r = await call('POST', `/api/graphs/${g.id}/build`, build);
    if (r.status >= 400) throw new Error(JSON.stringify(r.body).slice(0, 300));
  }],
};
const [count, step] = run[kind]!;
const work = async (n: number) => { for (let k = 0; k < n; k += 1) await step(); };
await work(Math.ceil(count / 2));
const times: number[] = [];
for (let round = 0; round < 5; round += 1) {
  const before = process.cpuUsage();
  await work(Math.ceil(count / 3));
  const { user, system } = process.cpuUsage(before);
  times.push((user + system) / Math.ceil(count / 3));
}
times.sort((a, b) => a - b);
process.stdout.write(String(times[1]));
await test.dispose().catch(() => {});
process.exit(0);
