/** The live page: what a service does at this moment, over its public contract alone. */
import { render } from 'preact';
import { App } from './app/app.tsx';
import { createLive, LiveContext } from './app/live.ts';
import { isLocal, readAddress } from './session/address.ts';
import type { Address } from './session/address.ts';
import './app/theme.css';

/** What it takes to run a scene comes in only where one is to run here. */
const openAddress = async (): Promise<Address> =>
  isLocal(location, document)
    ? (await import('./local/open-local.ts')).openLocal()
    : readAddress({ location, history, storage: sessionStorage });

const live = createLive(await openAddress());
const place = document.getElementById('live');
if (place) {
  render(
    <LiveContext.Provider value={live}>
      <App />
    </LiveContext.Provider>,
    place,
  );
}
void live.session.start();
