/** The live page, which shows and controls a running service. The page uses only the service's public contract. */
import { render } from 'preact';
import { App } from './app/app.tsx';
import { createLivePage, LivePageContext } from './app/live-page-context.ts';
import { openPageStorage } from './session/page-storage.ts';
import { isLocalScene, readServiceAddress, type ServiceAddress } from './session/service-address.ts';

/** The code that runs a scene is loaded only if a scene runs in this page. */
const resolveAddress = async (): Promise<ServiceAddress> =>
  isLocalScene(location, document)
    ? (await import('./local/open-local-scene.ts')).openLocalScene()
    : readServiceAddress({ location, history, storage: openPageStorage(() => sessionStorage) });

const livePage = createLivePage(await resolveAddress());
const rootElement = document.getElementById('live');
if (rootElement) {
  render(
    <LivePageContext.Provider value={livePage}>
      <App />
    </LivePageContext.Provider>,
    rootElement,
  );
}
void livePage.session.start();
