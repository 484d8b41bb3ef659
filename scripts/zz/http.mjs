// Server CPU per request, old against new, in alternating rounds.
import { spawn } from 'node:child_process';
import { mkdtempSync, mkdirSync, writeFileSync, readFileSync, readdirSync } from 'node:fs';
import http from 'node:http';
const kind = process.argv[2];
const rounds = Number(process.argv[3] ?? 8);
const start = async (root) => {
  const dir = mkdtempSync('/tmp/zz-');
  mkdirSync(dir + '/p'); writeFileSync(dir + '/p/project.json', '{"format":1}');
  writeFileSync(dir + '/s.json', JSON.stringify({ apiEnabled: true, apiToken: 'a'.repeat(43) }));
  const child = spawn('node', [root + '/dist/cli.js', 'serve', '--project', dir + '/p', '--port', '0', '--settings-file', dir + '/s.json', '--json', '--runtime', 'none'], { stdio: ['ignore', 'pipe', 'pipe'] });
  let out = '';
  const url = await new Promise((resolve, reject) => {
    const on = (d) => { out += d; const m = /http:\/\/127\.0\.0\.1:(\d+)/.exec(out); if (m) resolve(Number(m[1])); };
    child.stdout.on('data', on); child.stderr.on('data', on);
    child.on('exit', () => reject(new Error(out)));
  });
  return { child, port: url, agent: new http.Agent({ keepAlive: true, maxSockets: 4 }) };
};
const req = ({ port, agent }, method, path, body) => new Promise((resolve, reject) => {
  const text = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
  const r = http.request({ port, agent, host: '127.0.0.1', method, path, headers: { 'X-API-Key': 'a'.repeat(43), ...(text !== undefined && { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) }) } }, (res) => {
    const c = []; res.on('data', (d) => c.push(d)); res.on('end', () => { const t = Buffer.concat(c).toString(); if (res.statusCode >= 400) reject(new Error(t)); else resolve(t); });
  });
  r.on('error', reject); r.end(text);
});
const cpu = (pid) => readdirSync(`/proc/${pid}/task`).reduce((sum, t) => { try { return sum + Number(readFileSync(`/proc/${pid}/task/${t}/schedstat`, 'utf8').split(' ')[0]) / 1000; } catch { return sum; } }, 0);
const build = JSON.stringify({
  nodes: Array.from({ length: 1000 }, (_, i) => ({ tempId: `n${i}`, category: 'LogConsole', locationX: i, locationY: i })),
  connections: Array.from({ length: 5000 }, (_, i) => ({ from: `n${i % 1000}/Out`, to: `n${(i * 7 + 1 + Math.floor(i / 1000)) % 1000}/In` })),
});
const prepare = async (s) => {
  s.graph = JSON.parse(await req(s, 'POST', '/api/graphs', {}));
  const node = JSON.parse(await req(s, 'POST', `/api/graphs/${s.graph.id}/nodes`, { category: 'LogConsole' }));
  s.portId = node.ports.find((p) => p.name === 'Message').id; s.i = 0; s.ports = []; for (let k = 0; k < 50; k += 1) s.ports.push(JSON.parse(await req(s, 'POST', `/api/graphs/${s.graph.id}/nodes`, { category: 'LogConsole' })).ports.find((p) => p.name === 'Message').id);
};
const kinds = {
  put: [4000, (s) => req(s, 'PUT', `/api/ports/${s.portId}/value`, { value: `hello ${(s.i += 1)}` })],
  node: [2000, (s) => req(s, 'POST', `/api/graphs/${s.graph.id}/nodes`, { category: 'LogConsole', locationX: (s.i += 1) })],
  batch: [60, (s) => req(s, 'POST', '/api/batch', { operations: Array.from({ length: 100 }, (_, k) => ({ method: 'PUT', path: `/api/ports/${s.ports[k % 50]}/value`, body: { value: `v${(s.i += 1)}` } })) })],
  build: [12, async (s) => { const g = JSON.parse(await req(s, 'POST', '/api/graphs', {})); await req(s, 'POST', `/api/graphs/${g.id}/build`, build); await req(s, 'DELETE', `/api/graphs/${g.id}?deleteFile=true`); }],
};
const [count, step] = kinds[kind];
const load = async (s, n) => { let left = n; const worker = async () => { while (left-- > 0) await step(s); }; await Promise.all(kind === 'build' ? [worker()] : [worker(), worker(), worker(), worker()]); };
const servers = { old: await start('/tmp/wt-undo-old'), new: await start('/tmp/wt-undo') };
const results = { old: [], new: [] };
for (const s of Object.values(servers)) { await prepare(s); await load(s, count); }
for (let r = 0; r < rounds; r += 1) {
  for (const name of r % 2 ? ['old', 'new'] : ['new', 'old']) {
    const s = servers[name];
    if (kind === 'node') await prepare(s);
    const before = cpu(s.child.pid);
    await load(s, count);
    results[name].push((cpu(s.child.pid) - before) / count);
  }
}
const med = (a) => a.toSorted((x, y) => x - y)[a.length >> 1];
console.log(kind, 'old', med(results.old).toFixed(1), 'new', med(results.new).toFixed(1), 'us; median ratio', (med(results.new) / med(results.old)).toFixed(3), 'min ratio', (Math.min(...results.new) / Math.min(...results.old)).toFixed(3), 'sum ratio', (results.new.reduce((a, b) => a + b) / results.old.reduce((a, b) => a + b)).toFixed(3));
for (const s of Object.values(servers)) s.child.kill('SIGKILL');
process.exit(0);
