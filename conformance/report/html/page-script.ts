/**
 * The page's script: filters, keyboard shortcuts, links into collapsed parts, and copying. The script needs no build
 * step.
 */
export const pageScript = `
'use strict';
const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const one = (id) => document.getElementById(id);
const rows = all('.row');
const grouped = all('[data-ids]');
const chapters = all('.chapter');
const chips = all('[data-filter]');
const fields = ['search', 'profile', 'section'].map(one);
const [search, profile, section] = fields;

const texts = new WeakMap();
const textOf = (element) => {
  if (!texts.has(element)) texts.set(element, element.textContent.toLowerCase());
  return texts.get(element);
};

const filter = () => {
  const statuses = chips.filter((chip) => chip.getAttribute('aria-pressed') === 'true').map((chip) => chip.dataset.filter);
  const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
  const says = (element) => words.every((word) => textOf(element).includes(word));
  const kept = new Set();
  let shown = 0;
  for (const row of rows) {
    const { status, profile: ofProfile, section: ofSection } = row.dataset;
    const fits = (statuses.length === 0 || statuses.includes(status))
      && (profile.value === '' || profile.value === ofProfile)
      && (section.value === '' || section.value === ofSection);
    if (fits) kept.add(row.id);
    row.hidden = !(fits && says(row));
    if (!row.hidden) shown += 1;
  }
  for (const group of grouped) {
    const ids = group.dataset.ids.split(' ').filter((id) => kept.has(id));
    group.hidden = !ids.some((id) => !one(id).hidden) && !(ids.length > 0 && says(group));
  }
  for (const chapter of chapters) chapter.hidden = all('.row', chapter).every((row) => row.hidden);
  one('nothing').hidden = shown > 0;
  one('shown').textContent = shown === rows.length ? '' : shown + ' of ' + rows.length;
};

const reset = () => {
  for (const field of fields) field.value = '';
  for (const chip of chips) chip.setAttribute('aria-pressed', 'false');
  filter();
};

/** Shows what the address names: unfiltered, unfolded, in view and with the focus. */
const follow = () => {
  const target = one(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  if (target.closest('[hidden]')) reset();
  for (let inside = target; inside; inside = inside.parentElement) {
    if (inside.localName === 'details') inside.open = true;
  }
  target.scrollIntoView({ block: 'start' });
  if (target.localName === 'details') target.querySelector('summary').focus({ preventScroll: true });
};

const items = () => all('.item:not([hidden]) > summary').filter((summary) => !summary.closest('[hidden]'));

const move = (step) => {
  const list = items();
  const holder = document.activeElement?.closest('.item') ?? document.querySelector('.item:target');
  const at = holder ? list.indexOf(holder.querySelector('summary')) : -1;
  const next = list[at < 0 ? 0 : Math.min(list.length - 1, Math.max(0, at + step))];
  if (!next) return;
  next.focus({ preventScroll: true });
  next.scrollIntoView({ block: 'nearest' });
};

const steps = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.matches('input, select')) {
    if (event.key !== 'Escape') return;
    search.value = '';
    filter();
    event.target.blur();
  } else if (event.key === '/') {
    event.preventDefault();
    search.focus();
    search.select();
  } else if (event.key in steps) {
    event.preventDefault();
    move(steps[event.key]);
  }
});

const copy = (button) => {
  const code = button.parentElement.querySelector('code');
  const select = () => getSelection().selectAllChildren(code);
  const tell = () => {
    button.textContent = 'Copied';
    setTimeout(() => { button.textContent = 'Copy'; }, 1500);
  };
  if (navigator.clipboard) navigator.clipboard.writeText(code.textContent).then(tell, select);
  else select();
};

document.addEventListener('click', (event) => {
  const button = event.target.closest('button');
  if (!button) {
    // A link to where the address already leads is followed once more.
    const link = event.target.closest('a[href^="#"]');
    if (link && link.hash === location.hash) follow();
  } else if (button.id === 'reset') reset();
  else if ('copy' in button.dataset) copy(button);
  else if (button.dataset.filter) {
    button.setAttribute('aria-pressed', String(button.getAttribute('aria-pressed') !== 'true'));
    filter();
  }
});

if (one('toolbar')) {
  one('toolbar').hidden = false;
  // Links lead to a position below the toolbar, whose height depends on the width of the window.
  const measure = () => document.documentElement.style.setProperty('--bar', one('toolbar').offsetHeight + 'px');
  new ResizeObserver(measure).observe(one('toolbar'));
  measure();
  for (const field of fields) field.addEventListener('input', filter);
  filter();
  addEventListener('hashchange', follow);
  follow();
}
`;
