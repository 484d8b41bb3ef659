import type { openPageStorage } from './page-storage.ts';

const clientNameKey = 'scene-runtime client name';

/**
 * Returns the name under which the service lists the page's edits. A reload keeps the name. While the page is open, the
 * name is not in the storage, because a tab that is duplicated gets a copy of the storage.
 */
export const claimClientName = (
  storage: ReturnType<typeof openPageStorage>,
  page: Pick<EventTarget, 'addEventListener'>,
): string => {
  const [number = 0] = crypto.getRandomValues(new Uint16Array(1));
  const name = storage.getItem(clientNameKey) ?? `Live page ${number.toString(16).padStart(4, '0')}`;
  storage.removeItem(clientNameKey);
  page.addEventListener('pagehide', () => storage.setItem(clientNameKey, name));
  page.addEventListener('pageshow', () => storage.removeItem(clientNameKey));
  return name;
};
