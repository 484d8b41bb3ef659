/** The live page: what a service does at this moment, over its public contract alone. */
import { render } from 'preact';
import { App } from './app/app.tsx';
import { createLive, LiveContext } from './app/live.ts';
import { readAddress } from './session/address.ts';
import './app/theme.css';

const live = createLive(readAddress({ location, history, storage: sessionStorage }));
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
