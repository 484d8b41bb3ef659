import { openBrowser } from './fixtures/live/open-live-page.ts';
import { openThreePage } from './fixtures/runtimes/three/testing-three-page.ts';
const b = await openBrowser();
const p = await openThreePage(b, process.argv[2]!);
await new Promise(r => setTimeout(r, Number(process.argv[3])));
console.log(p.problems.slice(0,10), p.problems.length);
await p.close(); await b.close();
