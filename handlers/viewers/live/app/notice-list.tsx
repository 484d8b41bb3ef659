import { useLivePage } from './live-page-context.ts';

/** Shows the notices, the latest one last. */
export const NoticeList = () => {
  const { notices } = useLivePage();
  return (
    <ul class="notices" aria-live="polite">
      {notices.list.value.map(({ id, kind, text, code, action }) => (
        <li key={id} class={kind}>
          {code && <code>{code}</code>} {text}
          {action && (
            <button
              type="button"
              onClick={() => {
                notices.dismiss(id);
                action.run();
              }}
            >
              {action.label}
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
