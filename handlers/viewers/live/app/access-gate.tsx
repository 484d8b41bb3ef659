import { useLivePage } from './live-page-context.ts';
import { Button } from '../components/button.tsx';
import { openPageStorage } from '../session/page-storage.ts';
import { storeToken } from '../session/service-address.ts';

/** Shown instead of the page while the service denies the page access. */
export const AccessGate = () => {
  const { state, address } = useLivePage().session;
  if (state.value === 'off') {
    return (
      <main class="access-gate">
        <h2>The API of this service is switched off</h2>
        <p>
          Set <code>apiEnabled</code> to true in its settings file; the change takes effect immediately. Then
          reload this page.
        </p>
      </main>
    );
  }
  return (
    <main class="access-gate">
      <h2>
        {address.token === undefined
          ? 'This service asks for its token'
          : 'The service does not accept this token'}
      </h2>
      <p>
        <code>serve</code> prints a link that has it, and <code>npx scene-runtime token</code> prints the
        token itself. The page keeps it until you close this tab.
      </p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const token = new FormData(event.currentTarget).get('token');
          storeToken(
            openPageStorage(() => sessionStorage),
            address.url,
            String(token ?? '').trim(),
          );
          location.reload();
        }}
      >
        <label>
          Token <input class="field" name="token" type="password" autocomplete="off" required />
        </label>
        <Button type="submit" look="primary" label="Enter">
          Enter
        </Button>
      </form>
    </main>
  );
};
