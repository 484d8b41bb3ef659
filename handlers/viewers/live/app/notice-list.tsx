import { useLive } from './live.ts';

/** What the page has to say, latest below. */
export const NoticeList = () => {
  const { notices } = useLive();
  return (
    <ul class="notices" aria-live="polite">
      {notices.list.value.map(({ id, kind, text, code, way }) => (
        <li key={id} class={kind}>
          {code && <code>{code}</code>} {text}
          {way && (
            <button
              type="button"
              onClick={() => {
                notices.dismiss(id);
                way.go();
              }}
            >
              {way.label}
            </button>
          )}{' '}
          <button type="button" aria-label="Dismiss" onClick={() => notices.dismiss(id)}>
            ×
          </button>
        </li>
      ))}
    </ul>
  );
};
