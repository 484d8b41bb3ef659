/** What happens. */
export const Dock = () => <section class="dock" aria-label="Activity" />;
